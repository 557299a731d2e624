import type { Identity } from '#server/identity.ts'

/** The outside world that actions reach through their context. */
export interface Services {
  identity: Identity
  /** Whose verified e-mail stands here has the admin plan. */
  adminEmails: readonly string[]
}
