import { createHash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { ApiError } from './errors.ts'

export interface Answer {
  status: number
  body: string
}

const KEPT_FOR_MS = 24 * 3_600_000

/** A request with an idempotency key, which is answered once. */
export interface IdempotentRequest {
  key: string
  fingerprint: string
}

export function fingerprintOf(path: string, encoded: string): string {
  return createHash('sha256').update(`${path}\n${encoded}`).digest('hex')
}

export function remembered(
  db: DatabaseSync,
  { key, fingerprint }: IdempotentRequest,
  now: Date,
): Answer | undefined {
  db.prepare('delete from idempotent_requests where created_at < ?').run(now.getTime() - KEPT_FOR_MS)
  const row = db.prepare('select * from idempotent_requests where key = ?').get(key)
  if (!row) return undefined
  if (row.fingerprint !== fingerprint) {
    throw new ApiError(400, {
      type: 'idempotency_error',
      message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    })
  }
  return { status: Number(row.status), body: String(row.body) }
}

export function remember(
  db: DatabaseSync,
  { key, fingerprint }: IdempotentRequest,
  { status, body }: Answer,
  now: Date,
): void {
  db.prepare(
    'insert into idempotent_requests (key, fingerprint, status, body, created_at) values (?, ?, ?, ?, ?)',
  ).run(key, fingerprint, status, body, now.getTime())
}
