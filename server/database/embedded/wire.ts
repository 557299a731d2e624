const startupHeader = 4
const typedHeader = 5

export interface Frame {
  /** The message's type letter; a startup packet has none. */
  type: string
  bytes: Uint8Array
}

/** Splits a byte stream of the PostgreSQL protocol into messages. */
export class Framer {
  #pending: Uint8Array = new Uint8Array(0)
  #started: boolean

  constructor(options: { started: boolean }) {
    this.#started = options.started
  }

  push(bytes: Uint8Array): Frame[] {
    this.#pending = this.#pending.length === 0 ? bytes : Buffer.concat([this.#pending, bytes])
    const frames: Frame[] = []
    for (;;) {
      const header = this.#started ? typedHeader : startupHeader
      if (this.#pending.length < header) return frames
      const view = new DataView(this.#pending.buffer, this.#pending.byteOffset)
      const length = this.#started ? 1 + view.getInt32(1) : view.getInt32(0)
      if (this.#pending.length < length) return frames
      const frame = this.#pending.subarray(0, length)
      this.#pending = this.#pending.subarray(length)
      frames.push({ type: this.#started ? String.fromCharCode(frame[0] ?? 0) : '', bytes: frame })
      this.#started = true
    }
  }
}

export function simpleQuery(sql: string): Uint8Array {
  return message('Q', Buffer.from(`${sql}\0`))
}

/** Discards an incomplete extended query, as closing its connection would. */
export function abandonQuery(): Uint8Array {
  const nonsense = message('P', Buffer.from('\0abandoned\0\0\0'))
  return Buffer.concat([nonsense, message('S', Buffer.alloc(0))])
}

function message(type: string, body: Uint8Array): Uint8Array {
  const header = Buffer.alloc(typedHeader)
  header.write(type, 0)
  header.writeInt32BE(4 + body.length, 1)
  return Buffer.concat([header, body])
}

export interface ErrorFields {
  severity: string
  code: string
  message: string
}

/** The first error in an answer, if there is one. */
export function findError(answer: Uint8Array): ErrorFields | undefined {
  for (const { type, bytes } of new Framer({ started: true }).push(answer)) {
    if (type === 'E') return parseError(bytes)
  }
  return undefined
}

function parseError(bytes: Uint8Array): ErrorFields {
  const fields = new Map<string, string>()
  for (const field of Buffer.from(bytes.subarray(typedHeader)).toString().split('\0')) {
    fields.set(field.slice(0, 1), field.slice(1))
  }
  return {
    severity: fields.get('V') ?? 'ERROR',
    code: fields.get('C') ?? '',
    message: fields.get('M') ?? 'unknown error',
  }
}

export function firstColumn(answer: Uint8Array): string[] {
  const values: string[] = []
  for (const { type, bytes } of new Framer({ started: true }).push(answer)) {
    if (type !== 'D') continue
    const row = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    const start = typedHeader + 2 + 4
    values.push(row.toString('utf8', start, start + Math.max(0, row.readInt32BE(typedHeader + 2))))
  }
  return values
}

export type TransactionStatus = 'idle' | 'open' | 'failed'

/** A complete response ends with ReadyForQuery, which contains the transaction's status. */
export function finalStatus(answer: Uint8Array): TransactionStatus | undefined {
  const end = answer.subarray(-6)
  if (end.length < 6 || end[0] !== 0x5a || end[4] !== 5) return undefined
  const letter = String.fromCharCode(end[5] ?? 0)
  return letter === 'I' ? 'idle' : letter === 'T' ? 'open' : 'failed'
}
