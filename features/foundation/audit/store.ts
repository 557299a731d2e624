import type { Insertable } from 'kysely'
import type { PageQuery } from '#core/endpoint.ts'
import type { Db } from '#server/database/database.ts'
import { afterCursor, limitPlusOne, matchesSearch, toPage } from '#server/database/paging.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { AuditEventsTable, ChangesTable } from './table.ts'

export async function insertEvent(db: Db, event: Insertable<AuditEventsTable>): Promise<void> {
  await db.insertInto('audit_events').values(event).execute()
}

export async function listEvents(db: Db, accountId: AccountId, { limit, cursor, q }: PageQuery) {
  const rows = await db
    .selectFrom('audit_events')
    .leftJoin('clients', (join) =>
      join
        .onRef('clients.account_id', '=', 'audit_events.account_id')
        .onRef('clients.id', '=', 'audit_events.client_id'),
    )
    .select([
      'audit_events.id',
      'audit_events.action',
      'audit_events.actor',
      'audit_events.address',
      'audit_events.device',
      'audit_events.client_id',
      'clients.name as client_name',
      'audit_events.created_at',
    ])
    .where('audit_events.account_id', '=', accountId)
    .where(matchesSearch(q, 'clients.search'))
    .where(afterCursor(cursor, ['audit_events.id'], 'desc'))
    .orderBy('audit_events.id', 'desc')
    .limit(limitPlusOne(limit, q))
    .execute()
  return toPage(rows, limit, ({ id }) => [id])
}

/** The changes of a record and of what belongs to it, newest first. */
export async function listChanges(
  db: Db,
  accountId: AccountId,
  { subject, id }: { subject: ChangesTable['subject']; id: number },
  { limit, cursor }: PageQuery,
) {
  const rows = await db
    .selectFrom('changes')
    .select(['id', 'record', 'record_id', 'before', 'after', 'actor', 'created_at'])
    .where('account_id', '=', accountId)
    .where('subject', '=', subject)
    .where('subject_id', '=', id)
    .where(afterCursor(cursor, ['id'], 'desc'))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  return toPage(rows, limit, (change) => [change.id])
}
