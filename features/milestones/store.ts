import { and, asc, count, eq, max, sql } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { MilestoneInput, MilestoneStatus } from './contract.ts'
import { milestones } from './table.ts'

const milestoneColumns = {
  id: milestones.id,
  title: milestones.title,
  description: milestones.description,
  due_date: milestones.dueDate,
  status: milestones.status,
}

const ofProject = (accountId: AccountId, projectId: number) =>
  and(eq(milestones.accountId, accountId), eq(milestones.projectId, projectId))
const withId = (accountId: AccountId, projectId: number, id: number) =>
  and(ofProject(accountId, projectId), eq(milestones.id, id))

export function listMilestones(db: Db, accountId: AccountId, projectId: number) {
  return db
    .select(milestoneColumns)
    .from(milestones)
    .where(ofProject(accountId, projectId))
    .orderBy(asc(milestones.position), asc(milestones.id))
}

export async function countMilestones(db: Db, accountId: AccountId, projectId: number) {
  const [found] = await db
    .select({ count: count(), last: max(milestones.position) })
    .from(milestones)
    .where(ofProject(accountId, projectId))
  return { count: found?.count ?? 0, last: found?.last ?? 0 }
}

/** The milestone, which until the transaction ends nobody else changes. */
export async function lockMilestone(db: Db, accountId: AccountId, projectId: number, id: number) {
  const [milestone] = await db
    .select(milestoneColumns)
    .from(milestones)
    .where(withId(accountId, projectId, id))
    .for('update')
  return milestone
}

type Complete = MilestoneInput & { status: MilestoneStatus }

export async function insertMilestone(
  db: Db,
  accountId: AccountId,
  projectId: number,
  input: Complete,
  position: number,
  now: Date,
) {
  const [milestone] = await db
    .insert(milestones)
    .values({ accountId, projectId, ...toRow(input), position, createdAt: now })
    .returning(milestoneColumns)
  if (!milestone) throw new Error('an insert returned no row')
  return milestone
}

export async function updateMilestone(
  db: Db,
  accountId: AccountId,
  projectId: number,
  id: number,
  input: Complete,
) {
  const [milestone] = await db
    .update(milestones)
    .set(toRow(input))
    .where(withId(accountId, projectId, id))
    .returning(milestoneColumns)
  return milestone
}

const toRow = ({ title, description, due_date, status }: Complete) => ({
  title,
  description,
  dueDate: due_date,
  status,
})

export async function orderMilestones(
  db: Db,
  accountId: AccountId,
  projectId: number,
  ids: number[],
): Promise<void> {
  await db
    .update(milestones)
    .set({ position: sql`array_position(${sql.param(ids)}::bigint[], ${milestones.id})` })
    .where(ofProject(accountId, projectId))
}

export async function removeMilestone(
  db: Db,
  accountId: AccountId,
  projectId: number,
  id: number,
): Promise<void> {
  await db.delete(milestones).where(withId(accountId, projectId, id))
}
