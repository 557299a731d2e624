import type { FileStore } from '#server/files/store.ts'
import type { Identity } from '#server/identity.ts'
import type { JobQueue } from '#server/jobs/queue.ts'
import type { MailService } from '#server/mail/mail.ts'
import type { Payments } from '#server/payments/payments.ts'

/** The outside world that actions reach through their context. */
export interface Services {
  identity: Identity
  payments: Payments
  jobs: JobQueue
  mail: MailService
  files: FileStore
  /** Where links in mails lead. */
  publicUrl: URL
  /** Whose verified e-mail stands here has the admin plan. */
  adminEmails: readonly string[]
}
