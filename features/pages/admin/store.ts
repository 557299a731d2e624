import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { PageQuery } from '#core/endpoint.ts'
import type { Db } from '#server/database/database.ts'
import { afterCursor, limitPlusOne, toPage } from '#server/database/paging.ts'
import { wordsToFind } from './rules.ts'

export async function countAccounts(db: Db, newSince: Date): Promise<{ total: number; added: number }> {
  const { rows } = await sql<{ total: number; added: number }>`
    select count(*) as total, (
      select count(*) from accounts where demo_expires_at is null and created_at >= ${newSince}
    ) as added
    from accounts where demo_expires_at is null`.execute(db)
  return rows[0] ?? { total: 0, added: 0 }
}

export async function databaseVersion(db: Db): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select current_setting('server_version') as version`.execute(db)
  return rows[0]?.version ?? ''
}

const lastSeen = sql<Date | null>`greatest(
  (select max(s.last_used_at) from sessions s where s.account_id = accounts.id),
  (select e.created_at from audit_events e where e.account_id = accounts.id order by e.id desc limit 1)
)`.as('last_seen_at')

/** As the index `accounts_by_words` has it. */
const accountWords = sql`to_tsvector('simple', translate(coalesce(name, '') || ' ' || email, '@.-_+/', '      '))`

function matchesWords(q: string | undefined): RawBuilder<SqlBool> {
  if (!q) return sql`true`
  const words = wordsToFind(q)
  return words === null ? sql`false` : sql`${accountWords} @@ to_tsquery('simple', ${words})`
}

export async function listAccounts(db: Db, { limit, cursor, q }: PageQuery) {
  const rows = await db
    .selectFrom('accounts')
    .select(['accounts.id', 'accounts.name', 'accounts.email', 'accounts.created_at', lastSeen])
    .where('demo_expires_at', 'is', null)
    .where(matchesWords(q))
    .where(afterCursor(cursor, ['accounts.id'], 'desc'))
    .orderBy('accounts.id', 'desc')
    .limit(limitPlusOne(limit, q))
    .execute()
  return toPage(rows, limit, ({ id }) => [id])
}
