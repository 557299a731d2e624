/** A whole message, ready to travel. */
export interface Message {
  /** Without angle brackets; the same at every try. */
  id: string
  envelope: { from: string; to: string }
  content: Buffer
}

export type Delivery =
  | { outcome: 'sent' }
  /** Certainly not sent. A passing reason is worth another try. */
  | { outcome: 'refused'; transient: boolean; reason: string }
  /** Nobody knows: the other side may have taken it. */
  | { outcome: 'uncertain'; reason: string }

export interface Transport {
  deliver(message: Message): Promise<Delivery>
}
