import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits for a cookie or a link. Only its hash is stored, so a stolen table opens nothing. */
export const newToken = (): string => randomBytes(32).toString('base64url')
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()
