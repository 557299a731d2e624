import type { Billing } from '#server/billing/billing.ts'
import type { Encryption } from '#server/crypto/encryption.ts'
import type { FileStore } from '#server/files/store.ts'
import type { Identity } from '#server/identity/identity.ts'
import type { JobQueue } from '#server/jobs/queue-types.ts'
import type { MailService } from '#server/mail/mail.ts'

/** The outside world that actions reach through their context. */
export interface Services {
  identity: Identity
  billing: Billing
  jobs: JobQueue
  mail: MailService
  files: FileStore
  /** Keeps the tokens of portal links, so that their owner can copy them again. */
  portalLinks: Encryption
  /** Where links in mails lead. */
  publicUrl: URL
  /** Whose verified e-mail stands here has the admin plan. */
  adminEmails: readonly string[]
}
