import { type Selectable, sql } from 'kysely'
import type { Unit } from '#core/document-lines.ts'
import type { MinorUnits } from '#core/money.ts'
import type { BilledWork } from '#features/billing/billable-work/contract.ts'
import type { Db } from '#server/database/database.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { InvoiceItem } from '../contract/items.ts'
import type { InvoiceItemsTable } from '../table.ts'

const workOf = (
  item: string,
) => sql<BilledWork | null>`case when ${sql.ref(`${item}.work_kind`)} is not null then json_build_object(
  'kind', ${sql.ref(`${item}.work_kind`)}, 'logged_hours', ${sql.ref(`${item}.logged_hours`)},
  'count', greatest(cardinality(${sql.ref(`${item}.work_ids`)}), 1)
) end`

const ITEM_COLUMNS = [
  'id',
  'description',
  'quantity',
  'unit',
  'rate',
  'amount',
  workOf('invoice_items').as('work'),
] as const

/** In the same query as the invoice, so that items and totals agree. */
export const itsItems = sql<InvoiceItem[]>`(
  select coalesce(json_agg(json_build_object(
    'id', item.id, 'description', item.description,
    'quantity', item.quantity, 'unit', item.unit, 'rate', item.rate, 'amount', item.amount, 'work', ${workOf('item')}
  ) order by item.position, item.id), '[]')
  from invoice_items item
  where item.account_id = invoices.account_id and item.invoice_id = invoices.id
)`.as('items')

/** Other prices for the items of a draft whose currency changed. */
export async function repriceItems(
  db: Db,
  accountId: AccountId,
  invoiceId: number,
  items: Pick<InvoiceItem, 'id' | 'rate' | 'amount'>[],
): Promise<void> {
  await sql`
    update invoice_items item set rate = new.rate, amount = new.amount
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as new(id bigint, rate bigint, amount bigint)
    where item.account_id = ${accountId} and item.invoice_id = ${invoiceId} and item.id = new.id`.execute(db)
}

/** The items of an invoice together with the work that they bill. */
export const listItemsWithWork = (db: Db, accountId: AccountId, invoiceId: number) =>
  db
    .selectFrom('invoice_items')
    .select([
      'description',
      'quantity',
      'unit',
      'rate',
      'amount',
      'project_id',
      'work_kind',
      'work_ids',
      'logged_hours',
      'fee_project_id',
    ])
    .where('account_id', '=', accountId)
    .where('invoice_id', '=', invoiceId)
    .orderBy('position')
    .orderBy('id')
    .execute()

type NewItem = Omit<InvoiceItem, 'id' | 'work'> & {
  /** The work that it bills. */
  bills?: Pick<
    Selectable<InvoiceItemsTable>,
    'project_id' | 'work_kind' | 'work_ids' | 'logged_hours' | 'fee_project_id'
  >
}

/** After those that the invoice has. */
export async function insertItems(
  db: Db,
  accountId: AccountId,
  invoiceId: number,
  items: NewItem[],
): Promise<InvoiceItem[]> {
  if (items.length === 0) return []
  const last = sql<number>`coalesce((
    select max(position) from invoice_items where account_id = ${accountId} and invoice_id = ${invoiceId}
  ), 0)`
  return db
    .insertInto('invoice_items')
    .values(
      items.map(({ bills, ...item }, index) => ({
        account_id: accountId,
        invoice_id: invoiceId,
        ...item,
        ...bills,
        position: sql<number>`${last} + ${index + 1}::integer`,
      })),
    )
    .returning(ITEM_COLUMNS)
    .execute()
}

/** Sets their order. Items that are not named keep their position. */
export async function orderItems(
  db: Db,
  accountId: AccountId,
  invoiceId: number,
  ids: number[],
): Promise<void> {
  await sql`
    update invoice_items item set position = ordered.position
    from unnest(${ids}::bigint[]) with ordinality as ordered(id, position)
    where item.account_id = ${accountId} and item.invoice_id = ${invoiceId} and item.id = ordered.id`.execute(
    db,
  )
}

export const listItemIds = (db: Db, accountId: AccountId, invoiceId: number) =>
  db
    .selectFrom('invoice_items')
    .select('id')
    .where('account_id', '=', accountId)
    .where('invoice_id', '=', invoiceId)
    .execute()

export const findItem = (db: Db, accountId: AccountId, invoiceId: number, id: number) =>
  db
    .selectFrom('invoice_items')
    .select(ITEM_COLUMNS)
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('invoice_id', '=', invoiceId)
    .executeTakeFirst()

export const updateItem = (
  db: Db,
  accountId: AccountId,
  invoiceId: number,
  id: number,
  { description, quantity, unit, rate, amount }: Omit<NewItem, 'unit'> & { unit: Unit | undefined },
) =>
  db
    .updateTable('invoice_items')
    .set({ description, quantity, unit, rate, amount })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('invoice_id', '=', invoiceId)
    .returning(ITEM_COLUMNS)
    .executeTakeFirst()

export async function amountsOf(db: Db, accountId: AccountId, invoiceId: number): Promise<MinorUnits[]> {
  const rows = await db
    .selectFrom('invoice_items')
    .select('amount')
    .where('account_id', '=', accountId)
    .where('invoice_id', '=', invoiceId)
    .orderBy('id')
    .execute()
  return rows.map(({ amount }) => amount)
}
