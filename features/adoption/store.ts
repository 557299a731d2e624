import { inArray, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { clients } from '#features/clients/table.ts'
import { invoices } from '#features/invoices/table.ts'
import { projects } from '#features/projects/table.ts'
import type { Limited } from '#features/subscription/rules.ts'
import type { Db } from '#server/database/database.ts'
import type { AccountId } from '#server/identity/account-id.ts'

/** Records that a change is about; what they belong to follows from them. */
export interface Touched {
  client?: number | null
  project?: number | null
  invoice?: number | null
}

export type SampleIds = Record<Limited, number[]>

/** Which sample records these are, or belong to. */
export async function findSamples(db: Db, accountId: AccountId, touched: Touched): Promise<SampleIds> {
  const { client = null, project = null, invoice = null } = touched
  const { rows } = await db.execute<{ kind: Limited; id: string }>(sql`
    with billed as (
      select client_id, project_id from ${invoices} where account_id = ${accountId} and id = ${invoice}::bigint
    ), worked_on as (
      select id, client_id from ${projects} where account_id = ${accountId}
        and (id = ${project}::bigint or id in (select project_id from billed))
    )
    select 'clients' as kind, id from ${clients} where account_id = ${accountId} and sample
      and (id = ${client}::bigint or id in (select client_id from worked_on) or id in (select client_id from billed))
    union all
    select 'projects', id from ${projects} where account_id = ${accountId} and sample
      and id in (select id from worked_on)
    union all
    select 'invoices', id from ${invoices} where account_id = ${accountId} and sample and id = ${invoice}::bigint`)
  const idsOf = (kind: Limited) => rows.filter((row) => row.kind === kind).map(({ id }) => Number(id))
  return { clients: idsOf('clients'), projects: idsOf('projects'), invoices: idsOf('invoices') }
}

interface LockedSample {
  id: number
  /** Whether it takes up room in a plan once it is no sample any more. */
  counts: boolean
}

const KINDS: Record<Limited, { table: PgTable; id: SQL; counts: SQL; changes: (now: Date) => SQL }> = {
  clients: {
    table: clients,
    id: sql`${clients.id}`,
    counts: sql`archived_at is null`,
    changes: () => sql`sample = false`,
  },
  projects: {
    table: projects,
    id: sql`${projects.id}`,
    counts: sql`status <> 'cancelled'`,
    changes: () => sql`sample = false`,
  },
  invoices: {
    table: invoices,
    id: sql`${invoices.id}`,
    counts: sql`true`,
    // Invoices are counted by the month in which they were made, and this one is made the freelancer’s own now.
    changes: (now) => sql`sample = false, created_at = ${now}`,
  },
}

/** Those of them that are samples still; until the transaction ends nobody else changes or removes them. */
export async function lockSamples(
  db: Db,
  accountId: AccountId,
  kind: Limited,
  ids: number[],
): Promise<LockedSample[]> {
  if (ids.length === 0) return []
  const { table, id, counts } = KINDS[kind]
  const { rows } = await db.execute<{ id: string; counts: boolean }>(sql`
    select id, ${counts} as counts from ${table}
    where account_id = ${accountId} and sample and ${inArray(id, ids)} order by id for no key update`)
  return rows.map((row) => ({ id: Number(row.id), counts: row.counts }))
}

export async function unmark(
  db: Db,
  accountId: AccountId,
  kind: Limited,
  id: number,
  now: Date,
): Promise<void> {
  const { table, changes } = KINDS[kind]
  await db.execute(
    sql`update ${table} set ${changes(now)} where account_id = ${accountId} and id = ${id} and sample`,
  )
}

/** For records that no plan counts. */
export async function unmarkRecord(db: Db, accountId: AccountId, table: PgTable, id: number): Promise<void> {
  await db.execute(
    sql`update ${table} set sample = false where account_id = ${accountId} and id = ${id} and sample`,
  )
}
