import { type Selectable, sql } from 'kysely'
import { type Db, nextVersion } from '#server/database/database.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { Allocation, Parts, Settlement } from '../rules/ledger.ts'
import type { PaymentsTable } from '../table.ts'

const PAYMENT_COLUMNS = [
  'id',
  'kind',
  'amount',
  'surplus',
  'written_off',
  'fee',
  'received',
  'exchange_difference',
  'paid_on',
  'method',
  'reference',
  'reason',
  'reverses_id',
  'credit_invoice_id',
  'created_at',
] as const

/** In the order in which they were entered. */
export const listPayments = (db: Db, accountId: AccountId, invoiceId: number) =>
  db
    .selectFrom('payments')
    .select(PAYMENT_COLUMNS)
    .where('account_id', '=', accountId)
    .where('invoice_id', '=', invoiceId)
    .orderBy('id')
    .execute()

export type NewEntry = Pick<
  Selectable<PaymentsTable>,
  'kind' | 'amount' | 'paid_on' | 'method' | 'reference' | 'created_at'
> &
  Partial<
    Pick<
      Selectable<PaymentsTable>,
      | 'written_off'
      | 'fee'
      | 'received'
      | 'reason'
      | 'reverses_id'
      | 'credit_invoice_id'
      | 'provider_payment_id'
      | 'provider_id'
    >
  >

/** Its parts are set by `setParts`. */
export const insertEntry = (db: Db, accountId: AccountId, invoiceId: number, entry: NewEntry) =>
  db
    .insertInto('payments')
    .values({ account_id: accountId, invoice_id: invoiceId, net: 0, home_amount: 0, home_net: 0, ...entry })
    .returning(PAYMENT_COLUMNS)
    .executeTakeFirstOrThrow()

/** Takes all these entries back, each part of them exactly. Returns the id of the reversal. */
export async function insertReversal(
  db: Db,
  accountId: AccountId,
  invoiceId: number,
  ids: readonly number[],
  { paid_on, created_at }: Pick<NewEntry, 'paid_on' | 'created_at'>,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into payments (account_id, invoice_id, kind, paid_on, method, reference, created_at, amount, surplus, written_off,
      net, home_amount, home_net, home_written_off, fee, received, exchange_difference)
    select account_id, invoice_id, 'reversal', ${paid_on}, 'other', '', ${created_at}, -sum(amount), -sum(surplus),
      -sum(written_off), -sum(net), -sum(home_amount), -sum(home_net), -sum(home_written_off), -sum(fee), -sum(received),
      -sum(exchange_difference)
    from payments where account_id = ${accountId} and invoice_id = ${invoiceId} and id = any(${ids}::bigint[])
    group by account_id, invoice_id
    returning id`.execute(db)
  if (!rows[0]) throw new Error('There were no payments to reverse')
  return rows[0].id
}

export async function setParts(
  db: Db,
  accountId: AccountId,
  invoiceId: number,
  payments: ({ id: number } & Allocation & Parts)[],
): Promise<void> {
  if (payments.length === 0) return
  await sql`
    update payments p set amount = new.amount, surplus = new.surplus, net = new.net, home_amount = new.home_amount,
      home_net = new.home_net, home_written_off = new.home_written_off, exchange_difference = new.exchange_difference
    from jsonb_to_recordset(${JSON.stringify(payments)}::jsonb)
      as new(id bigint, amount bigint, surplus bigint, net bigint, home_amount bigint, home_net bigint,
        home_written_off bigint, exchange_difference bigint)
    where p.account_id = ${accountId} and p.invoice_id = ${invoiceId} and p.id = new.id
      and (p.amount, p.surplus, p.net, p.home_amount, p.home_net, p.home_written_off, p.exchange_difference)
        is distinct from (new.amount, new.surplus, new.net, new.home_amount, new.home_net, new.home_written_off,
          new.exchange_difference)`.execute(db)
}

/** The entries of one payment at the provider: itself, its refunds and its disputes. */
export const listProviderEntries = (
  db: Db,
  accountId: AccountId,
  invoiceId: number,
  providerPaymentId: string,
) =>
  db
    .selectFrom('payments')
    .select(({ eb, ref }) => [
      'id',
      'kind',
      'provider_id',
      'fee',
      eb(ref('amount'), '+', ref('surplus')).as('whole'),
    ])
    .where('account_id', '=', accountId)
    .where('invoice_id', '=', invoiceId)
    .where('provider_payment_id', '=', providerPaymentId)
    .orderBy('id')
    .execute()

export async function deletePayments(db: Db, accountId: AccountId, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await db.deleteFrom('payments').where('account_id', '=', accountId).where('id', 'in', ids).execute()
}

export async function setFigures(
  db: Db,
  accountId: AccountId,
  id: number,
  { amount, fee }: Pick<Selectable<PaymentsTable>, 'amount' | 'fee'>,
): Promise<void> {
  await db
    .updateTable('payments')
    .set({ amount, surplus: 0, fee })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute()
}

export async function setDay(
  db: Db,
  accountId: AccountId,
  invoiceId: number,
  id: number,
  paidOn: string,
): Promise<void> {
  await db
    .updateTable('payments')
    .set({ paid_on: paidOn })
    .where('account_id', '=', accountId)
    .where('invoice_id', '=', invoiceId)
    .where('id', '=', id)
    .execute()
}

const PAYABLE_COLUMNS = [
  'id',
  'invoice_number',
  'client_id',
  'client_name',
  'status',
  'currency',
  'exchange_rate',
  'subtotal',
  'discount_amount',
  'total',
  'amount_paid',
  'written_off',
  'overpaid',
  'paid_on',
  'credited',
] as const

export const lockPayable = (db: Db, accountId: AccountId, invoiceId: number) =>
  db
    .selectFrom('invoices')
    .select(PAYABLE_COLUMNS)
    .where('account_id', '=', accountId)
    .where('id', '=', invoiceId)
    .forUpdate()
    .executeTakeFirst()

export async function setSettlement(
  db: Db,
  accountId: AccountId,
  invoiceId: number,
  settlement: Settlement,
): Promise<void> {
  await db
    .updateTable('invoices')
    .set({ ...settlement, version: nextVersion })
    .where('account_id', '=', accountId)
    .where('id', '=', invoiceId)
    .execute()
}

/** Other invoices on which a client has credit in a currency. Locks them until the transaction ends. */
export const lockInvoicesWithCredit = (
  db: Db,
  accountId: AccountId,
  { id, client_id, currency }: { id: number; client_id: number; currency: string },
) =>
  db
    .selectFrom('invoices')
    .select(PAYABLE_COLUMNS)
    .where('account_id', '=', accountId)
    .where('client_id', '=', client_id)
    .where('currency', '=', currency)
    .where('overpaid', '>', 0)
    .where('id', '<>', id)
    .orderBy('id')
    .forUpdate()
    .execute()
