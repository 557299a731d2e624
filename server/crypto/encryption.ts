import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import type { Secrets } from '#server/crypto/secret.ts'

/** Encrypts text, so that the database alone does not reveal it without this server's secret. */
export interface Encryption {
  encrypt(text: string, context: string): Buffer
  /** Throws if it was encrypted with a secret that is not known, in another context, or changed. */
  decrypt(encrypted: Buffer, context: string): string
  /** A hash that nobody can compute without the secret: with the current one first, then with the previous ones. */
  hashes(text: string): [current: Buffer, ...previous: Buffer[]]
}

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

export function createEncryption(
  secrets: Pick<Secrets, 'current' | 'previous'>,
  purpose: string,
): Encryption {
  const keyFrom = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
  const key = keyFrom(secrets.current)
  return {
    encrypt: (text, context) => {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(context))
      const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), encrypted])
    },
    decrypt: (encrypted, context) => {
      try {
        return decryptWith(key, encrypted, context)
      } catch (error) {
        for (const earlier of secrets.previous()) {
          try {
            return decryptWith(keyFrom(earlier), encrypted, context)
          } catch {}
        }
        throw error
      }
    },
    hashes: (text) => [
      hashWith(key, text),
      ...secrets.previous().map((secret) => hashWith(keyFrom(secret), text)),
    ],
  }
}

const hashWith = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

function decryptWith(key: Buffer, encrypted: Buffer, context: string): string {
  const nonce = encrypted.subarray(0, NONCE_BYTES)
  const tag = encrypted.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
  const decipher = createDecipheriv(CIPHER, key, nonce).setAAD(Buffer.from(context)).setAuthTag(tag)
  const text = decipher.update(encrypted.subarray(NONCE_BYTES + TAG_BYTES))
  return Buffer.concat([text, decipher.final()]).toString('utf8')
}
