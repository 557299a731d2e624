import type { Identity } from '#server/identity.ts'

/** The outside world that actions reach through their context. */
export interface Services {
  identity: Identity
}
