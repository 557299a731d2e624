import type { Encryption } from '#server/crypto/encryption.ts'

/**
 * The outside world that actions reach through their context. Each room of the server adds its own:
 * `declare module '#server/services.ts' { interface Services { mail: MailService } }`
 */
export interface Services {
  /** Keeps the tokens of portal links, so that their owner can copy them again. */
  portalLinks: Encryption
  /** Where links in mails lead. */
  publicUrl: URL
  /** Accounts with these verified emails have the admin plan. */
  adminEmails: readonly string[]
}
