import { createHash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { ApiError } from './errors.ts'

export interface Answer {
  status: number
  body: string
}

export interface Remembered extends Answer {
  requestId: string
}

const keptFor = 24 * 3_600_000

export function fingerprintOf(method: string, path: string, encoded: string): string {
  return createHash('sha256').update(`${method} ${path}\n${encoded}`).digest('hex')
}

export function remembered(
  db: DatabaseSync,
  key: string,
  fingerprint: string,
  now: Date,
): Remembered | undefined {
  db.prepare('delete from idempotent_requests where created_at < ?').run(now.getTime() - keptFor)
  const row = db.prepare('select * from idempotent_requests where key = ?').get(key)
  if (!row) return undefined
  if (row.fingerprint !== fingerprint) {
    throw new ApiError(400, {
      type: 'idempotency_error',
      message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    })
  }
  return { status: Number(row.status), body: String(row.body), requestId: String(row.request_id) }
}

export function remember(
  db: DatabaseSync,
  key: string,
  fingerprint: string,
  answer: Remembered,
  now: Date,
): void {
  db.prepare(
    'insert into idempotent_requests (key, fingerprint, request_id, status, body, created_at) values (?, ?, ?, ?, ?, ?)',
  ).run(key, fingerprint, answer.requestId, answer.status, answer.body, now.getTime())
}
