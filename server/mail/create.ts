import { join } from 'node:path'
import type { Settings } from '#server/config/settings.ts'
import { createEncryption } from '#server/crypto/encryption.ts'
import type { Secrets } from '#server/crypto/secret.ts'
import type { Attachment } from './attachment.ts'
import type { MailService } from './mail.ts'
import { outboxTransport } from './outbox.ts'
import { smtpTransport } from './smtp.ts'
import type { Transport } from './transport.ts'

export const outboxDirectory = ({ dataDirectory }: Pick<Settings, 'dataDirectory'>) =>
  join(dataDirectory, 'outbox')

export const OUTBOX_PATH = '/sandbox/outbox'

/** Mail as configured: through a mail server, into the sandbox's outbox, or none. */
export function createMail(
  settings: Settings,
  secrets: Secrets,
  attachments: readonly Attachment[],
): MailService {
  const transport = transportFor(settings)
  return {
    enabled: transport !== undefined,
    kind: kindOf(settings),
    from: settings.mail.from,
    outboxPath: settings.mail.server === 'sandbox' ? OUTBOX_PATH : null,
    transport,
    encryption: createEncryption(secrets, 'mails'),
    attachments,
  }
}

/** Mails are stored and count as sent, but are never delivered. */
export const withoutDelivery = (mail: MailService): MailService => ({
  ...mail,
  enabled: true,
  transport: { deliver: async () => ({ outcome: 'sent' }) },
})

function kindOf({ mail: { server } }: Settings): MailService['kind'] {
  if (typeof server !== 'string') return 'smtp'
  return server === 'missing' ? 'none' : server
}

function transportFor(settings: Settings): Transport | undefined {
  const { server } = settings.mail
  if (server === 'missing') return undefined
  return server === 'sandbox' ? outboxTransport(outboxDirectory(settings)) : smtpTransport(server)
}
