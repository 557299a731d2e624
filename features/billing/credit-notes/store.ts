import { type Insertable, sql } from 'kysely'
import type { DateOnly } from '#core/calendar.ts'
import type { PageQuery } from '#core/endpoint.ts'
import { type Db, nextVersion } from '#server/database/database.ts'
import { afterCursor, limitPlusOne, toPage } from '#server/database/paging.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { CreditedLine, CreditNoteFilter } from './contract.ts'
import type { Credited, CreditedItem, NewCreditedLine } from './rules.ts'
import type { CreditNotesTable } from './table.ts'

const itsItems = sql<CreditedLine[]>`(
  select coalesce(json_agg(json_build_object(
    'id', item.id, 'item_id', item.invoice_item_id, 'description', item.description,
    'quantity', item.quantity, 'unit', item.unit, 'rate', item.rate, 'amount', item.amount
  ) order by item.position, item.id), '[]')
  from credit_note_items item
  where item.account_id = note.account_id and item.credit_note_id = note.id
)`.as('items')

const creditNotes = (db: Db, accountId: AccountId) =>
  db
    .selectFrom('credit_notes as note')
    .innerJoin('invoices', (join) =>
      join.onRef('invoices.account_id', '=', 'note.account_id').onRef('invoices.id', '=', 'note.invoice_id'),
    )
    .leftJoin('invoices as correction', (join) =>
      join
        .onRef('correction.account_id', '=', 'note.account_id')
        .onRef('correction.id', '=', 'note.correction_id'),
    )
    .select([
      'note.id',
      'note.credit_note_number',
      'note.number',
      'note.invoice_id',
      'invoices.invoice_number',
      'note.client_id',
      'invoices.client_name',
      'note.status',
      'note.reason',
      'note.issue_date',
      'invoices.currency',
      'invoices.tax_category',
      'invoices.tax_rate',
      'note.subtotal',
      'note.discount_amount',
      'note.tax_amount',
      'note.total',
      'note.home_total',
      'note.correction_id',
      'correction.invoice_number as correction_number',
      'note.sent_at',
      itsItems,
      'note.version',
    ])
    .where('note.account_id', '=', accountId)

export async function listCreditNotes(
  db: Db,
  accountId: AccountId,
  { limit, cursor, invoice_id, client_id, status }: Omit<PageQuery, 'q'> & CreditNoteFilter,
) {
  const rows = await creditNotes(db, accountId)
    .$if(invoice_id !== undefined, (query) =>
      query.where(({ eb, or }) =>
        or([eb('note.invoice_id', '=', invoice_id ?? 0), eb('note.correction_id', '=', invoice_id ?? 0)]),
      ),
    )
    .$if(client_id !== undefined, (query) => query.where('note.client_id', '=', client_id ?? 0))
    .$if(status !== undefined, (query) => query.where('note.status', '=', status ?? 'sent'))
    .where(afterCursor(cursor, ['note.id'], 'desc'))
    .orderBy('note.id', 'desc')
    .limit(limitPlusOne(limit, invoice_id, client_id, status))
    .execute()
  return toPage(rows, limit, ({ id }) => [id])
}

export const findCreditNote = (db: Db, accountId: AccountId, id: number) =>
  creditNotes(db, accountId).where('note.id', '=', id).executeTakeFirst()

export const lockCreditNote = (db: Db, accountId: AccountId, id: number) =>
  db
    .selectFrom('credit_notes')
    .select(['id', 'status', 'credit_note_number', 'version'])
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

type NewCreditNote = Omit<Insertable<CreditNotesTable>, 'account_id' | 'status'>

export async function insertCreditNote(db: Db, accountId: AccountId, note: NewCreditNote): Promise<number> {
  const { id } = await db
    .insertInto('credit_notes')
    .values({ ...note, account_id: accountId, status: 'draft' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function insertItems(
  db: Db,
  accountId: AccountId,
  note: { id: number; invoice_id: number },
  items: readonly NewCreditedLine[],
): Promise<void> {
  await db
    .insertInto('credit_note_items')
    .values(
      items.map(({ item_id, ...item }, index) => ({
        account_id: accountId,
        credit_note_id: note.id,
        invoice_id: note.invoice_id,
        invoice_item_id: item_id,
        position: index + 1,
        ...item,
      })),
    )
    .execute()
}

export async function deleteItems(db: Db, accountId: AccountId, creditNoteId: number): Promise<void> {
  await db
    .deleteFrom('credit_note_items')
    .where('account_id', '=', accountId)
    .where('credit_note_id', '=', creditNoteId)
    .execute()
}

export async function updateCreditNote(
  db: Db,
  accountId: AccountId,
  id: number,
  change: Partial<
    Pick<
      Insertable<CreditNotesTable>,
      | 'reason'
      | 'issue_date'
      | 'subtotal'
      | 'discount_amount'
      | 'tax_amount'
      | 'total'
      | 'home_total'
      | 'number'
      | 'status'
      | 'sent_at'
      | 'correction_id'
    >
  >,
): Promise<void> {
  await db
    .updateTable('credit_notes')
    .set({ ...change, version: nextVersion })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute()
}

/** The sums of an invoice's sent credit notes. */
export async function sumSent(db: Db, accountId: AccountId, invoiceId: number): Promise<Credited> {
  const sum = (column: string) => sql<number>`coalesce(sum(${sql.ref(column)}), 0)`
  return db
    .selectFrom('credit_notes')
    .select([
      sum('subtotal').as('subtotal'),
      sum('discount_amount').as('discount_amount'),
      sum('tax_amount').as('tax_amount'),
      sum('total').as('total'),
    ])
    .where('account_id', '=', accountId)
    .where('invoice_id', '=', invoiceId)
    .where('status', '=', 'sent')
    .executeTakeFirstOrThrow()
}

/** The sums of sent credit notes for each line of the invoice. */
export async function listCreditedItems(
  db: Db,
  accountId: AccountId,
  invoiceId: number,
): Promise<CreditedItem[]> {
  const { rows } = await sql<CreditedItem>`
    select item.invoice_item_id as item_id, sum(item.amount) as amount,
      coalesce(sum(item.quantity) filter (where item.rate = line.rate), 0) as quantity
    from credit_notes note
    join credit_note_items item on item.account_id = note.account_id and item.credit_note_id = note.id
    join invoice_items line on line.account_id = item.account_id and line.id = item.invoice_item_id
    where note.account_id = ${accountId} and note.invoice_id = ${invoiceId} and note.status = 'sent'
    group by item.invoice_item_id`.execute(db)
  return rows
}

/** The latest date of the credit notes that were sent. */
export async function findNewestSent(db: Db, accountId: AccountId): Promise<DateOnly | null> {
  const newest = await db
    .selectFrom('credit_notes')
    .select(({ fn }) => fn.max('issue_date').as('day'))
    .where('account_id', '=', accountId)
    .where('status', '=', 'sent')
    .executeTakeFirst()
  return newest?.day ?? null
}
