/** A complete message. */
export interface Message {
  /** Without angle brackets; the same at every attempt. */
  id: string
  envelope: { from: string; to: string[] }
  content: Buffer
}

export type Delivery =
  /** `refused` says why some of several recipients did not get it. */
  | { outcome: 'sent'; refused?: string }
  /** Certainly not sent. Retried if the reason is transient. */
  | { outcome: 'refused'; transient: boolean; reason: string }
  /** Unknown: the mail server may have accepted it. */
  | { outcome: 'uncertain'; reason: string }

export interface Transport {
  deliver(message: Message): Promise<Delivery>
}
