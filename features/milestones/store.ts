import { sql } from 'kysely'
import type { Db } from '#server/database/database.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { MilestoneInput, MilestoneStatus } from './contract.ts'

const MILESTONE_COLUMNS = ['id', 'title', 'description', 'due_date', 'status'] as const

export const listMilestones = (db: Db, accountId: AccountId, projectId: number) =>
  db
    .selectFrom('milestones')
    .select(MILESTONE_COLUMNS)
    .where('account_id', '=', accountId)
    .where('project_id', '=', projectId)
    .orderBy('position')
    .orderBy('id')
    .execute()

export const countMilestones = (db: Db, accountId: AccountId, projectId: number) =>
  db
    .selectFrom('milestones')
    .select([sql<number>`count(*)`.as('count'), sql<number>`coalesce(max(position), 0)`.as('last')])
    .where('account_id', '=', accountId)
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()

/** Locks the milestone until the transaction ends. */
export const lockMilestone = (db: Db, accountId: AccountId, projectId: number, id: number) =>
  db
    .selectFrom('milestones')
    .select(MILESTONE_COLUMNS)
    .where('account_id', '=', accountId)
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

type Complete = MilestoneInput & { status: MilestoneStatus }

export const insertMilestone = (
  db: Db,
  accountId: AccountId,
  projectId: number,
  milestone: Complete,
  position: number,
  now: Date,
) =>
  db
    .insertInto('milestones')
    .values({ account_id: accountId, project_id: projectId, ...milestone, position, created_at: now })
    .returning(MILESTONE_COLUMNS)
    .executeTakeFirstOrThrow()

export const updateMilestone = (
  db: Db,
  accountId: AccountId,
  projectId: number,
  id: number,
  milestone: Complete,
) =>
  db
    .updateTable('milestones')
    .set(milestone)
    .where('account_id', '=', accountId)
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .returning(MILESTONE_COLUMNS)
    .executeTakeFirst()

export async function orderMilestones(
  db: Db,
  accountId: AccountId,
  projectId: number,
  ids: number[],
): Promise<void> {
  await db
    .updateTable('milestones')
    .set({ position: sql<number>`array_position(${ids}::bigint[], id)` })
    .where('account_id', '=', accountId)
    .where('project_id', '=', projectId)
    .execute()
}

export async function removeMilestone(
  db: Db,
  accountId: AccountId,
  projectId: number,
  id: number,
): Promise<void> {
  await db
    .deleteFrom('milestones')
    .where('account_id', '=', accountId)
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .execute()
}
