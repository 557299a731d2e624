const startupHeader = 4
const typedHeader = 5

export interface Frame {
  /** The message's type letter; a start-up packet has none. */
  type: string
  bytes: Uint8Array
}

/** Cuts a byte stream of the PostgreSQL protocol into whole messages. */
export class Framer {
  #pending: Uint8Array = new Uint8Array(0)
  #started: boolean

  constructor(options: { started: boolean }) {
    this.#started = options.started
  }

  *push(bytes: Uint8Array): Generator<Frame> {
    this.#pending = this.#pending.length === 0 ? bytes : Buffer.concat([this.#pending, bytes])
    for (;;) {
      const header = this.#started ? typedHeader : startupHeader
      if (this.#pending.length < header) return
      const view = new DataView(this.#pending.buffer, this.#pending.byteOffset)
      const length = this.#started ? 1 + view.getInt32(1) : view.getInt32(0)
      if (this.#pending.length < length) return
      const message = this.#pending.subarray(0, length)
      this.#pending = this.#pending.subarray(length)
      yield { type: this.#started ? String.fromCharCode(message[0] ?? 0) : '', bytes: message }
      this.#started = true
    }
  }
}

export function simpleQuery(sql: string): Uint8Array {
  const text = Buffer.from(`${sql}\0`)
  const message = Buffer.alloc(typedHeader + text.length)
  message.write('Q', 0)
  message.writeInt32BE(4 + text.length, 1)
  text.copy(message, typedHeader)
  return message
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

export function errorResponse({ severity, code, message }: ErrorFields): Uint8Array {
  const fields = Buffer.from(`S${severity}\0V${severity}\0C${code}\0M${message}\0\0`)
  const header = Buffer.alloc(typedHeader)
  header.write('E', 0)
  header.writeInt32BE(4 + fields.length, 1)
  return Buffer.concat([header, fields])
}

export type TransactionStatus = 'idle' | 'open' | 'failed'

/** An answer that is complete ends in ReadyForQuery, which carries the transaction's status. */
export function finalStatus(answer: Uint8Array): TransactionStatus | undefined {
  const end = answer.subarray(-6)
  if (end.length < 6 || end[0] !== 0x5a || end[4] !== 5) return undefined
  const letter = String.fromCharCode(end[5] ?? 0)
  return letter === 'I' ? 'idle' : letter === 'T' ? 'open' : 'failed'
}
