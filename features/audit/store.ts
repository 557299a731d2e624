import { and, desc, eq } from 'drizzle-orm'
import type { PageQuery } from '#core/endpoint.ts'
import { clients } from '#features/clients/table.ts'
import type { Db } from '#server/database/database.ts'
import { afterCursor, limitPlusOne, matchesSearch, toPage } from '#server/database/paging.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import { auditEvents } from './table.ts'

type NewEvent = Omit<typeof auditEvents.$inferInsert, 'id'>

export async function insertEvent(db: Db, event: NewEvent): Promise<void> {
  await db.insert(auditEvents).values(event)
}

export async function listEvents(db: Db, accountId: AccountId, { limit, cursor, q }: PageQuery) {
  const rows = await db
    .select({
      id: auditEvents.id,
      action: auditEvents.action,
      actor: auditEvents.actor,
      address: auditEvents.address,
      device: auditEvents.device,
      client_id: auditEvents.clientId,
      client_name: clients.name,
      created_at: auditEvents.createdAt,
    })
    .from(auditEvents)
    .leftJoin(
      clients,
      and(eq(clients.accountId, auditEvents.accountId), eq(clients.id, auditEvents.clientId)),
    )
    .where(
      and(
        eq(auditEvents.accountId, accountId),
        matchesSearch(q, clients.search),
        afterCursor(cursor, [auditEvents.id], 'descending'),
      ),
    )
    .orderBy(desc(auditEvents.id))
    .limit(limitPlusOne(limit, q))
  return toPage(rows, limit, ({ id }) => [id])
}
