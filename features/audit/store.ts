import { and, desc, eq } from 'drizzle-orm'
import type { PageQuery } from '#core/endpoint.ts'
import { clients } from '#features/clients/table.ts'
import type { AccountId } from '#server/account-id.ts'
import type { Db } from '#server/database/database.ts'
import { beyond, containing, oneMoreThan, toPage } from '#server/paging.ts'
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
        containing(q, clients.search),
        beyond(cursor, [auditEvents.id], 'descending'),
      ),
    )
    .orderBy(desc(auditEvents.id))
    .limit(oneMoreThan(limit, q))
  return toPage(rows, limit, ({ id }) => [id])
}
