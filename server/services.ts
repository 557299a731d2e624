import type { SignInSettings } from '#server/config/settings.ts'
import type { Encryption } from '#server/crypto/encryption.ts'

/**
 * Services that actions reach through their context. Each room of the server adds its own part: `declare module
 * '#server/services.ts' { interface Services { mail: MailService } }`
 */
export interface Services {
  /** Each purpose has a key of its own, derived from `SECRET`. */
  encryptionFor(purpose: string): Encryption
  /** The base of links in emails. */
  publicUrl: URL
  database: 'embedded' | 'server'
  signIn: SignInSettings
  /** Accounts with these verified emails have the admin plan. */
  adminEmails: readonly string[]
  /** False where nothing can be sold: every account has everything. */
  sellsPlans: boolean
  /** The services of demo accounts: no mail leaves, and no real payment provider is called. */
  inDemo: Services
  /** True if visitors and freelancers can open a demo. */
  offersDemo: boolean
  /** Source of reference rates; without it, none are proposed. */
  exchangeRatesUrl: URL | undefined
}
