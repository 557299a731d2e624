import { and, eq, isNull, or, sql } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import { REMOVED_CLIENT } from './rules.ts'
import { activities } from './table.ts'

type NewActivity = Omit<typeof activities.$inferInsert, 'accountId'>

export async function insertActivity(db: Db, accountId: AccountId, activity: NewActivity): Promise<void> {
  await db.insert(activities).values({ ...activity, accountId })
}

/** Rows from before clients were noted are known by nothing but a name. */
export async function eraseClient(
  db: Db,
  accountId: AccountId,
  client: { id: number; name: string; nameIsShared: boolean },
): Promise<void> {
  const byName = and(
    isNull(activities.clientId),
    sql`${client.name} in (data->'client'->>'name', data->>'description')`,
  )
  await db
    .update(activities)
    .set({
      data: sql`case type when 'legacy' then data || jsonb_build_object('description', ${REMOVED_CLIENT}::text) end`,
    })
    .where(
      and(
        eq(activities.accountId, accountId),
        or(eq(activities.clientId, client.id), client.nameIsShared ? undefined : byName),
      ),
    )
}
