import { Readable } from 'node:stream'
import type { NodemailerError } from 'nodemailer'
import type SmtpTransport from 'nodemailer/lib/smtp-transport'
import type { SmtpServer } from '#server/config/settings.ts'
import type { Delivery, Message, Transport } from './transport.ts'

const TIMEOUTS = { connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: 60_000 }

/** Hands a message to the mail server at this address. */
export function smtpTransport({ smtpUrl, requiresTls }: SmtpServer): Transport {
  const address = new URL(smtpUrl)
  // In the URL, because the URL takes precedence over other options.
  if (requiresTls) address.searchParams.set('requireTLS', 'true')
  const url = address.href
  return {
    deliver: async (message) => {
      const { default: Smtp } = await import('nodemailer/lib/smtp-transport')
      const transport = new Smtp({ ...TIMEOUTS, url })
      const tracked = new TrackedMessage(message)
      return new Promise((resolve) => {
        transport.send(tracked.asMail(), (error, info) =>
          resolve(error ? failedDelivery(error, tracked) : acceptedDelivery(info?.rejectedErrors ?? [])),
        )
      })
    },
  }
}

type SmtpMail = Parameters<SmtpTransport['send']>[0]

/** A message that knows whether the mail server has begun to read it. */
class TrackedMessage {
  readonly #message: Message
  handedOver = false

  constructor(message: Message) {
    this.#message = message
  }

  /** The part of nodemailer's message that a transport uses. */
  asMail(): SmtpMail {
    const message = {
      getEnvelope: () => ({ from: this.#message.envelope.from, to: this.#message.envelope.to }),
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

const acceptedDelivery = (refusals: Error[]): Delivery =>
  refusals.length === 0
    ? { outcome: 'sent' }
    : { outcome: 'sent', refused: refusals.map(({ message }) => message).join('; ') }

const PERMANENT = 500

/** A response of the server is certain; so is a connection that was lost before the server began to read. */
function failedDelivery(error: NodemailerError, { handedOver }: TrackedMessage): Delivery {
  const { responseCode, code, message: reason } = error
  if (responseCode !== undefined) {
    // Wrong credentials and missing TLS are for the operator to fix.
    const isSetupError = code === 'EAUTH' || code === 'ETLS'
    return { outcome: 'refused', transient: responseCode < PERMANENT || isSetupError, reason }
  }
  return handedOver ? { outcome: 'uncertain', reason } : { outcome: 'refused', transient: true, reason }
}
