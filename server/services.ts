import type { FileStore } from '#server/files/store.ts'
import type { Identity } from '#server/identity.ts'
import type { JobQueue } from '#server/jobs/waiting.ts'
import type { MailService } from '#server/mail/mail.ts'
import type { Seal } from '#server/mail/seal.ts'
import type { Payments } from '#server/payments/payments.ts'

/** The outside world that actions reach through their context. */
export interface Services {
  identity: Identity
  payments: Payments
  jobs: JobQueue
  mail: MailService
  files: FileStore
  /** Keeps the tokens of portal links, so that their owner can copy them again. */
  portalLinks: Seal
  /** Where links in mails lead. */
  publicUrl: URL
  /** Whose verified e-mail stands here has the admin plan. */
  adminEmails: readonly string[]
}
