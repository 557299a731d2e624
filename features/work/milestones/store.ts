import { sql } from 'kysely'
import type { Currency } from '#core/currency.ts'
import type { BillingStatus } from '#features/work/billing-status/contract.ts'
import type { Db } from '#server/database/database.ts'
import { sendWithoutWaiting } from '#server/database/driver.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { MilestoneInput } from './contract.ts'
import type { MilestonesTable } from './table.ts'

/** The invoice that bills its fee. */
const itsInvoice = sql<BillingStatus['invoice']>`case when milestones.invoice_item_id is not null then (
  select json_build_object('id', i.id, 'invoice_number', i.invoice_number)
  from invoice_items item join invoices i on i.account_id = item.account_id and i.id = item.invoice_id
  where item.account_id = milestones.account_id and item.id = milestones.invoice_item_id
) end`.as('invoice')

const itsCurrency = sql<Currency>`(
  select currency from projects p where p.account_id = milestones.account_id and p.id = milestones.project_id
)`.as('currency')

const MILESTONE_COLUMNS = [
  'id',
  'title',
  'description',
  'due_date',
  'status',
  'completed_on',
  itsCurrency,
  'fee',
  'is_billed',
  itsInvoice,
] as const

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
export async function lockMilestone(db: Db, accountId: AccountId, projectId: number, id: number) {
  const milestone = db
    .selectFrom('milestones')
    .where('account_id', '=', accountId)
    .where('project_id', '=', projectId)
    .where('id', '=', id)
  await sendWithoutWaiting(db, milestone.select('id').forUpdate().compile())
  // A statement of its own: the one that waited for the lock does not see an invoice that was created meanwhile.
  return milestone.select(MILESTONE_COLUMNS).executeTakeFirst()
}

/** A milestone as it is written. */
export type MilestoneValues = Omit<MilestoneInput, 'status' | 'fee'> &
  Pick<MilestonesTable, 'status' | 'completed_on' | 'fee'>

export const insertMilestone = (
  db: Db,
  accountId: AccountId,
  projectId: number,
  milestone: MilestoneValues,
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
  milestone: MilestoneValues,
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
