import { type Insertable, type SqlBool, sql } from 'kysely'
import type { Db } from '#server/database/database.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import { MAX_UNREAD, type UnreadItem } from '../contract/unread.ts'
import type { UnreadTable } from '../table.ts'

type NewUnread = Omit<Insertable<UnreadTable>, 'account_id' | 'access_id'>

export async function insertUnread(db: Db, accountId: AccountId, unread: NewUnread): Promise<void> {
  await db
    .insertInto('unread')
    .values({ account_id: accountId, ...unread })
    .execute()
}

/** One for each link of the client that is not revoked; an expired one can be renewed. */
export async function insertUnreadForLinks(db: Db, accountId: AccountId, unread: NewUnread): Promise<void> {
  const { client_id, project_id, deliverable_id, comment_id, invoice_id, created_at } = unread
  await sql`
    insert into unread (
      account_id, access_id, client_id, project_id, deliverable_id, comment_id, invoice_id, created_at
    )
    select account_id, id, client_id, ${project_id ?? null}::bigint, ${deliverable_id ?? null}::bigint,
      ${comment_id ?? null}::bigint, ${invoice_id ?? null}::bigint, ${created_at}::timestamptz
    from portal_access
    where account_id = ${accountId} and client_id = ${client_id} and revoked_at is null`.execute(db)
}

const COLUMNS = [
  'unread.id',
  'unread.client_id',
  'unread.project_id',
  'unread.deliverable_id',
  'unread.comment_id',
  'unread.invoice_id',
  'unread.created_at',
] as const

export const listUnread = (db: Db, accountId: AccountId): Promise<UnreadItem[]> =>
  db
    .selectFrom('unread')
    .select(COLUMNS)
    .where('account_id', '=', accountId)
    .where('access_id', 'is', null)
    .orderBy('id', 'desc')
    .limit(MAX_UNREAD)
    .execute()

/** Without what the client does not see any more. */
export const listUnreadOfLink = (db: Db, accountId: AccountId, accessId: number): Promise<UnreadItem[]> =>
  db
    .selectFrom('unread')
    .select(COLUMNS)
    .where('unread.account_id', '=', accountId)
    .where('unread.access_id', '=', accessId)
    .where(isVisible)
    .orderBy('unread.id', 'desc')
    .limit(MAX_UNREAD)
    .execute()

const isVisible = sql<SqlBool>`
  (unread.project_id is null or exists (
    select from projects p where p.account_id = unread.account_id and p.id = unread.project_id
      and p.client_id = unread.client_id and p.status <> 'cancelled'))
  and (unread.comment_id is null or exists (
    select from comments c where c.account_id = unread.account_id and c.id = unread.comment_id
      and not c.is_internal))
  and (unread.invoice_id is null or exists (
    select from invoices i where i.account_id = unread.account_id and i.id = unread.invoice_id
      and i.client_id = unread.client_id and i.status <> 'draft'))`

/** Deletes those of the freelancer, or of a link. Others stay. */
export async function deleteUnread(
  db: Db,
  accountId: AccountId,
  accessId: number | null,
  ids: number[],
): Promise<void> {
  await db
    .deleteFrom('unread')
    .where('account_id', '=', accountId)
    .where('access_id', accessId === null ? 'is' : '=', accessId)
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute()
}
