import { type RawBuilder, sql } from 'kysely'
import type { Limited } from '#features/foundation/subscription/rules.ts'
import type { Db } from '#server/database/database.ts'
import type { AccountId } from '#server/identity/account-id.ts'

/** The records that a change is about. */
export interface Touched {
  client?: number | null
  project?: number | readonly number[] | null
  invoice?: number | null
}

export type SampleIds = Record<Limited, number[]>

/** The sample records among these, and those that they belong to. */
export async function findSamples(db: Db, accountId: AccountId, touched: Touched): Promise<SampleIds> {
  const { client = null, project = null, invoice = null } = touched
  const projects = [project ?? []].flat()
  const { rows } = await sql<{ kind: Limited; id: number }>`
    with billed as (
      select client_id, project_id from invoices where account_id = ${accountId} and id = ${invoice}::bigint
    ), work as (
      select work_kind as kind, unnest(work_ids) as id from invoice_items
      where account_id = ${accountId} and invoice_id = ${invoice}::bigint and work_kind is not null
    ), worked_on as (
      select id, client_id from projects where account_id = ${accountId} and (
        id = any(${projects}::bigint[]) or id in (select project_id from billed)
        or id in (${projectsOfWork(accountId)})
      )
    )
    select 'clients' as kind, id from clients where account_id = ${accountId} and sample
      and (id = ${client}::bigint or id in (select client_id from worked_on) or id in (select client_id from billed))
    union all
    select 'projects', id from projects where account_id = ${accountId} and sample
      and id in (select id from worked_on)
    union all
    select 'invoices', id from invoices where account_id = ${accountId} and sample and id = ${invoice}::bigint`.execute(
    db,
  )
  const idsOf = (kind: Limited) => rows.filter((row) => row.kind === kind).map(({ id }) => id)
  return { clients: idsOf('clients'), projects: idsOf('projects'), invoices: idsOf('invoices') }
}

/** The projects of what an invoice bills, which `work` lists. */
const projectsOfWork = (accountId: AccountId) =>
  sql.join(
    Object.entries(WORK).map(
      ([table, kind]) => sql`
        select w.project_id from ${sql.table(table)} w join work on work.kind = ${kind} and work.id = w.id
        where w.account_id = ${accountId}`,
    ),
    sql` union all `,
  )

/** The kinds of work that invoices bill, by their tables. */
const WORK = {
  time_entries: 'time',
  expenses: 'expense',
  deliverables: 'deliverable',
  milestones: 'milestone',
} as const

interface LockedSample {
  id: number
  /** Whether it counts towards the plan once it is no longer a sample. */
  counts: boolean
}

const COUNTS: Record<Limited, RawBuilder<boolean>> = {
  clients: sql`archived_at is null`,
  projects: sql`status <> 'cancelled'`,
  invoices: sql`true`,
}

/** Locks those that are still samples until the transaction ends. */
export async function lockSamples(
  db: Db,
  accountId: AccountId,
  kind: Limited,
  ids: number[],
): Promise<LockedSample[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<LockedSample>`
    select id, ${COUNTS[kind]} as counts from ${sql.table(kind)}
    where account_id = ${accountId} and sample and id = any(${ids}::bigint[])
    order by id for no key update`.execute(db)
  return rows
}

export async function unmark(
  db: Db,
  accountId: AccountId,
  kind: Limited,
  id: number,
  now: Date,
): Promise<void> {
  // Invoices are counted by the month of creation, and an adopted invoice counts from now.
  const changes = kind === 'invoices' ? sql`sample = false, created_at = ${now}` : sql`sample = false`
  await sql`update ${sql.table(kind)} set ${changes}
    where account_id = ${accountId} and id = ${id} and sample`.execute(db)
  if (kind === 'invoices') await unmarkWork(db, accountId, id)
}

/** What an invoice bills is adopted with it. */
async function unmarkWork(db: Db, accountId: AccountId, invoiceId: number): Promise<void> {
  for (const table of Object.keys(WORK)) {
    await sql`update ${sql.table(table)} set sample = false
      where account_id = ${accountId} and sample and invoice_item_id in (
        select id from invoice_items where account_id = ${accountId} and invoice_id = ${invoiceId}
      )`.execute(db)
  }
}

/** Tables of records that no plan counts. */
export type UncountedTable =
  | 'comments'
  | 'deliverables'
  | 'expenses'
  | 'milestones'
  | 'recurring_expenses'
  | 'recurring_invoices'
  | 'time_entries'

export async function unmarkRecords(
  db: Db,
  accountId: AccountId,
  table: UncountedTable,
  ids: readonly number[],
): Promise<void> {
  await sql`update ${sql.table(table)} set sample = false
    where account_id = ${accountId} and id = any(${ids}::bigint[]) and sample`.execute(db)
}
