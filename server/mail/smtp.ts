import { Readable } from 'node:stream'
import type { NodemailerError } from 'nodemailer'
import type SmtpTransport from 'nodemailer/lib/smtp-transport'
import type { SmtpServer } from '#server/config/settings.ts'
import type { Delivery, Message, Transport } from './transport.ts'

const PATIENCE = { connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: 60_000 }

/** Hands a message to the mail server at this address. */
export function smtpTransport({ smtpUrl, requiresTls }: SmtpServer): Transport {
  const address = new URL(smtpUrl)
  // In the URL, because the URL takes precedence over other options.
  if (requiresTls) address.searchParams.set('requireTLS', 'true')
  const url = address.href
  return {
    deliver: async (message) => {
      const { default: Smtp } = await import('nodemailer/lib/smtp-transport')
      const transport = new Smtp({ ...PATIENCE, url })
      const parcel = new Parcel(message)
      return new Promise((resolve) => {
        transport.send(parcel.asMail(), (error) =>
          resolve(error ? understand(error, parcel) : { outcome: 'sent' }),
        )
      })
    },
  }
}

type SmtpMail = Parameters<SmtpTransport['send']>[0]

/** A message that knows whether the mail server has begun to read it. */
class Parcel {
  readonly #message: Message
  handedOver = false

  constructor(message: Message) {
    this.#message = message
  }

  /** As much of nodemailer's message as a transport looks at. */
  asMail(): SmtpMail {
    const message = {
      getEnvelope: () => ({ from: this.#message.envelope.from, to: [this.#message.envelope.to] }),
      messageId: () => `<${this.#message.id}>`,
      createReadStream: () => Readable.from(this.#read()),
    }
    return { data: {}, message } as unknown as SmtpMail
  }

  *#read() {
    this.handedOver = true
    yield this.#message.content
  }
}

const PERMANENT = 500

/** Whatever the server answered is certain; so is a connection that was lost before it began to read. */
function understand(error: NodemailerError, { handedOver }: Parcel): Delivery {
  const { responseCode, code, message: reason } = error
  if (responseCode !== undefined) {
    // Wrong credentials and missing TLS are for the operator to fix, not the message's fault.
    const mendable = code === 'EAUTH' || code === 'ETLS'
    return { outcome: 'refused', transient: responseCode < PERMANENT || mendable, reason }
  }
  return handedOver ? { outcome: 'uncertain', reason } : { outcome: 'refused', transient: true, reason }
}
