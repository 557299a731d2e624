import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Secrets } from '#server/secret.ts'

/** Keeps a text unreadable to whoever has the database but not this server's secret. */
export interface Seal {
  close(text: string, context: string): Buffer
  /** Throws if it was sealed with a secret that is not known, in another context, or changed. */
  open(sealed: Buffer, context: string): string
}

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

export function createSeal(secrets: Pick<Secrets, 'current' | 'previous'>, purpose: string): Seal {
  const keyFrom = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
  const key = keyFrom(secrets.current)
  return {
    close: (text, context) => {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(context))
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
    },
    open: (sealed, context) => {
      try {
        return openWith(key, sealed, context)
      } catch (error) {
        for (const earlier of secrets.previous()) {
          try {
            return openWith(keyFrom(earlier), sealed, context)
          } catch {}
        }
        throw error
      }
    },
  }
}

function openWith(key: Buffer, sealed: Buffer, context: string): string {
  const nonce = sealed.subarray(0, NONCE_BYTES)
  const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
  const decipher = createDecipheriv(CIPHER, key, nonce).setAAD(Buffer.from(context)).setAuthTag(tag)
  const text = decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES))
  return Buffer.concat([text, decipher.final()]).toString('utf8')
}
