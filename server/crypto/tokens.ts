import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits for a cookie or a link. Only its hash is stored, so a stolen table opens nothing. */
export const newToken = (): string => randomBytes(32).toString('base64url')
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** A session, link or certificate: the account's number and a token. It has one spelling only, so "01" is not account 1. */
export function parseKey(key: string): { account: number; token: string } | undefined {
  const [, account, token] = /^([1-9]\d{0,14})\.([\w-]{43})$/.exec(key) ?? []
  return account && token ? { account: Number(account), token } : undefined
}
