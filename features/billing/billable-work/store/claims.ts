import { type RawBuilder, sql } from 'kysely'
import type { BillingStatus } from '#features/work/billing-status/contract.ts'
import type { Db } from '#server/database/database.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import { lockProjects, RECORD_KINDS, type RecordKind, TABLES } from './unbilled.ts'

/** Records as they are now, whether they can be billed or not. */
export async function findRecords(
  db: Db,
  accountId: AccountId,
  kind: RecordKind,
  ids: number[],
): Promise<(BillingStatus & { id: number })[]> {
  const { rows } = await sql<BillingStatus & { id: number }>`
    select w.id, w.is_billed, case when i.id is not null
      then json_build_object('id', i.id, 'invoice_number', i.invoice_number) end as invoice
    from ${TABLES[kind]} w
    left join invoice_items item on item.account_id = w.account_id and item.id = w.invoice_item_id
    left join invoices i on i.account_id = item.account_id and i.id = item.invoice_id
    where w.account_id = ${accountId} and w.id = any(${ids}::bigint[])
    order by w.id`.execute(db)
  return rows
}

/** Counts a change of a record that has a version. */
const CHANGED: Record<RecordKind, RawBuilder<unknown>> = {
  time: sql`, version = w.version + 1`,
  expense: sql`, version = w.version + 1`,
  deliverable: sql``,
  milestone: sql``,
}

/** Puts unbilled records on lines. Returns how many. */
export async function claim(
  db: Db,
  accountId: AccountId,
  kind: RecordKind,
  claims: { id: number; item_id: number }[],
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update ${TABLES[kind]} w set is_billed = true, invoice_item_id = claim.item_id${CHANGED[kind]}
    from unnest(${claims.map(({ id }) => id)}::bigint[], ${claims.map(({ item_id }) => item_id)}::bigint[])
      as claim(id, item_id)
    where w.account_id = ${accountId} and w.id = claim.id and not w.is_billed`.execute(db)
  return Number(numAffectedRows)
}

/** Lines that bill fees of deliverables remember which version was approved. */
export async function rememberVersions(db: Db, accountId: AccountId, itemIds: number[]): Promise<void> {
  await sql`
    update invoice_items item set deliverable_version = d.version from deliverables d
    where item.account_id = ${accountId} and item.id = any(${itemIds}::bigint[])
      and d.account_id = item.account_id and d.invoice_item_id = item.id`.execute(db)
}

/** Takes records off the lines of an invoice, or off one line. */
export async function release(
  db: Db,
  accountId: AccountId,
  invoiceId: number,
  itemId: number | null,
): Promise<void> {
  const released = RECORD_KINDS.map(
    (kind) => sql`${sql.id(kind)} as (
      update ${TABLES[kind]} w set is_billed = false, invoice_item_id = null${CHANGED[kind]}
      from lines where w.account_id = ${accountId} and w.invoice_item_id = lines.id
    )`,
  )
  await sql`
    with lines as (
      select id from invoice_items
      where account_id = ${accountId} and invoice_id = ${invoiceId} and work_kind is not null
        ${itemId === null ? sql`` : sql`and id = ${itemId}`}
    ), ${sql.join(released)}
    select`.execute(db)
  await releaseFees(db, accountId, invoiceId, itemId)
}

/** The records that the lines of an invoice bill, one row each. */
const linesOf = (accountId: AccountId, invoiceId: number, kind: RecordKind) => sql`
  select id as item_id, unnest(work_ids) as work_id from invoice_items
  where account_id = ${accountId} and invoice_id = ${invoiceId} and work_kind = ${kind}`

const BILLABLE: Record<RecordKind, RawBuilder<unknown>> = {
  time: sql`w.is_billable`,
  expense: sql`w.is_billable`,
  deliverable: sql`w.fee is not null`,
  milestone: sql`w.fee is not null`,
}

/**
 * Puts the records that the lines of an invoice billed back on them, unless they were deleted or are no longer billable. Returns
 * the first that is billed otherwise by now.
 */
export async function reclaim(
  db: Db,
  accountId: AccountId,
  invoiceId: number,
  kind: RecordKind,
): Promise<BillingStatus | undefined> {
  const lines = linesOf(accountId, invoiceId, kind)
  const { rows: locked } = await sql<{ id: number }>`
    select w.id from ${TABLES[kind]} w where w.account_id = ${accountId}
      and w.id in (select work_id from (${lines}) lines) order by w.id for update`.execute(db)
  if (locked.length > 0) {
    await sql`
      update ${TABLES[kind]} w
      set is_billed = true, invoice_item_id = lines.item_id${CHANGED[kind]}
      from (${lines}) lines
      where w.account_id = ${accountId} and w.id = lines.work_id and not w.is_billed and ${BILLABLE[kind]}`.execute(
      db,
    )
    const { rows: taken } = await sql<{ id: number }>`
      select w.id from ${TABLES[kind]} w join (${lines}) lines on lines.work_id = w.id
      where w.account_id = ${accountId} and w.is_billed and w.invoice_item_id is distinct from lines.item_id
      limit 1`.execute(db)
    if (taken[0]) return (await findRecords(db, accountId, kind, [taken[0].id]))[0]
  }
  await sql`
    update invoice_items item set work_ids = kept.ids, logged_hours = kept.hours,
      work_kind = case when cardinality(kept.ids) > 0 then item.work_kind end
    from (
      select line.id, coalesce(array_agg(w.id order by w.id) filter (where w.id is not null), '{}') as ids,
        ${kind === 'time' ? sql`sum(w.hours)` : sql`null::bigint`} as hours
      from invoice_items line
      left join ${TABLES[kind]} w on w.account_id = line.account_id and w.invoice_item_id = line.id
      where line.account_id = ${accountId} and line.invoice_id = ${invoiceId} and line.work_kind = ${kind}
      group by line.id
    ) kept
    where item.account_id = ${accountId} and item.id = kept.id
      and (cardinality(item.work_ids), item.logged_hours) is distinct from (cardinality(kept.ids), kept.hours)`.execute(
    db,
  )
  return undefined
}

/** The part of this line's fee that other invoices bill, except cancelled and credited ones. */
const feeBilledElsewhere = (line: string, invoiceId: number) => sql`
  from invoice_items item
  join invoices i on i.account_id = item.account_id and i.id = item.invoice_id
  where item.account_id = ${sql.ref(`${line}.account_id`)} and item.fee_project_id = ${sql.ref(`${line}.fee_project_id`)}
    and i.id <> ${invoiceId} and i.status <> 'cancelled' and (i.credited = 0 or i.credited < i.total)`

/** Remembers how much of their fees other invoices bill. */
async function releaseFees(
  db: Db,
  accountId: AccountId,
  invoiceId: number,
  itemId: number | null,
): Promise<void> {
  await sql`
    update invoice_items line
    set fee_billed_elsewhere = (select coalesce(sum(item.amount), 0) ${feeBilledElsewhere('line', invoiceId)})
    where line.account_id = ${accountId} and line.invoice_id = ${invoiceId} and line.fee_project_id is not null
      ${itemId === null ? sql`` : sql`and line.id = ${itemId}`}`.execute(db)
}

interface OverbilledFee {
  project_name: string
  invoice_number: string
}

/**
 * Takes the fixed fees back that lines of an invoice billed before they were released. Returns the first of which others have billed
 * more since then, so that less is left than this invoice bills. Its project is locked until the transaction ends.
 */
export async function reclaimFees(
  db: Db,
  accountId: AccountId,
  invoiceId: number,
): Promise<OverbilledFee | undefined> {
  const { rows: released } = await sql<{ project_id: number }>`
    select distinct fee_project_id as project_id from invoice_items
    where account_id = ${accountId} and invoice_id = ${invoiceId} and fee_billed_elsewhere is not null`.execute(
    db,
  )
  if (released.length === 0) return undefined
  await lockProjects(
    db,
    accountId,
    released.map(({ project_id }) => project_id),
  )
  const { rows } = await sql<OverbilledFee>`
    select p.name as project_name, others.invoice_number
    from (
      select account_id, fee_project_id, sum(amount) as amount, min(fee_billed_elsewhere) as elsewhere_before
      from invoice_items
      where account_id = ${accountId} and invoice_id = ${invoiceId} and fee_project_id is not null
      group by 1, 2
    ) line
    join projects p on p.account_id = line.account_id and p.id = line.fee_project_id
    cross join lateral (
      select sum(item.amount) as amount, (array_agg(i.invoice_number order by i.id))[1] as invoice_number
      ${feeBilledElsewhere('line', invoiceId)}
    ) others
    where others.amount > line.elsewhere_before and p.fixed_fee < line.amount + others.amount
    order by p.id limit 1`.execute(db)
  if (rows[0]) return rows[0]
  await sql`
    update invoice_items set fee_billed_elsewhere = null
    where account_id = ${accountId} and invoice_id = ${invoiceId} and fee_billed_elsewhere is not null`.execute(
    db,
  )
  return undefined
}

export async function billsWork(db: Db, accountId: AccountId, invoiceId: number): Promise<boolean> {
  const { rows } = await sql`
    select from invoice_items
    where account_id = ${accountId} and invoice_id = ${invoiceId} and work_kind is not null limit 1`.execute(
    db,
  )
  return rows.length > 0
}
