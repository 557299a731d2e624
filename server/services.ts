import type { Encryption } from '#server/crypto/encryption.ts'

/**
 * What actions reach through their context. Each room of the server adds its own part:
 * `declare module '#server/services.ts' { interface Services { mail: MailService } }`
 */
export interface Services {
  /** Each purpose has a key of its own, derived from `SECRET`. */
  encryptionFor(purpose: string): Encryption
  /** Where links in mails lead. */
  publicUrl: URL
  /** Accounts with these verified emails have the admin plan. */
  adminEmails: readonly string[]
  /** What demo accounts use instead: no mail leaves, and no real payment provider is called. */
  inDemo: Services
  /** Whether visitors and freelancers can open a demo. */
  offersDemo: boolean
  /** Where reference rates are published; without it, none are proposed. */
  exchangeRatesUrl: URL | undefined
}
