import type { Identity } from '#server/identity.ts'
import type { Payments } from '#server/payments/payments.ts'

/** The outside world that actions reach through their context. */
export interface Services {
  identity: Identity
  payments: Payments
  /** Whose verified e-mail stands here has the admin plan. */
  adminEmails: readonly string[]
}
