import { and, eq, isNull, or } from 'drizzle-orm'
import { type Context, clientOf } from '#server/context.ts'
import type { ActivitySubject, ActivityType } from './contract.ts'
import { activities } from './table.ts'

/** Adds what was just done to the account's log. Call it in the transaction that does it. */
export async function recordActivity(
  ctx: Context,
  type: ActivityType,
  title: string,
  description: string,
  subject?: ActivitySubject,
): Promise<void> {
  await ctx.db.insert(activities).values({
    accountId: ctx.accountId,
    type,
    title,
    description,
    subjectType: subject?.type ?? null,
    subjectId: subject?.id ?? null,
    clientId: subject?.type === 'client' ? subject.id : clientOf(ctx),
    createdAt: ctx.now,
  })
}

const REMOVED_CLIENT = 'A removed client'

/** Takes the client's name out of the log. Rows from before clients were noted are known by nothing but a name. */
export async function forgetClient(
  { db, accountId }: Context,
  client: { id: number; name: string; nameIsShared: boolean },
): Promise<void> {
  const byName = and(
    isNull(activities.clientId),
    eq(activities.type, 'client'),
    eq(activities.description, client.name),
  )
  await db
    .update(activities)
    .set({ description: REMOVED_CLIENT })
    .where(
      and(
        eq(activities.accountId, accountId),
        or(eq(activities.clientId, client.id), client.nameIsShared ? undefined : byName),
      ),
    )
}
