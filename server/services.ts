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
  /** Accounts with these verified emails have the admin plan. */
  adminEmails: readonly string[]
  /** Source of reference rates; without it, none are proposed. */
  exchangeRatesUrl: URL | undefined
}
