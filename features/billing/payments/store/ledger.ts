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
  'paid_on',
  'method',
  'reference',
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

type NewPayment = Pick<
  Selectable<PaymentsTable>,
  'amount' | 'paid_on' | 'method' | 'reference' | 'created_at'
> &
  Partial<Pick<Selectable<PaymentsTable>, 'kind' | 'provider_payment_id' | 'provider_id'>>

/** Its parts are set by `setParts`. */
export const insertPayment = (db: Db, accountId: AccountId, invoiceId: number, payment: NewPayment) =>
  db
    .insertInto('payments')
    .values({
      account_id: accountId,
      invoice_id: invoiceId,
      kind: payment.kind ?? 'payment',
      amount: payment.amount,
      paid_on: payment.paid_on,
      method: payment.method,
      reference: payment.reference,
      net: 0,
      home_amount: 0,
      home_net: 0,
      provider_payment_id: payment.provider_payment_id ?? null,
      provider_id: payment.provider_id ?? null,
      created_at: payment.created_at,
    })
    .returning(PAYMENT_COLUMNS)
    .executeTakeFirstOrThrow()

/** Takes these entries back, each part of them exactly. Returns the id of the reversal. */
export async function insertReversal(
  db: Db,
  accountId: AccountId,
  invoiceId: number,
  ids: readonly number[],
  { paid_on, created_at }: Pick<NewPayment, 'paid_on' | 'created_at'>,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into payments (account_id, invoice_id, kind, amount, paid_on, method, reference, net, home_amount, home_net, created_at)
    select account_id, invoice_id, 'reversal', -sum(amount), ${paid_on}, 'other', '', -sum(net), -sum(home_amount),
      -sum(home_net), ${created_at}
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
    update payments p set amount = new.amount, surplus = new.surplus,
      net = new.net, home_amount = new.home_amount, home_net = new.home_net
    from jsonb_to_recordset(${JSON.stringify(payments)}::jsonb)
      as new(id bigint, amount bigint, surplus bigint, net bigint, home_amount bigint, home_net bigint)
    where p.account_id = ${accountId} and p.invoice_id = ${invoiceId} and p.id = new.id
      and (p.amount, p.surplus, p.net, p.home_amount, p.home_net)
        is distinct from (new.amount, new.surplus, new.net, new.home_amount, new.home_net)`.execute(db)
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

export async function setAmount(db: Db, accountId: AccountId, id: number, amount: number): Promise<void> {
  await db
    .updateTable('payments')
    .set({ amount, surplus: 0 })
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

export const lockPayable = (db: Db, accountId: AccountId, invoiceId: number) =>
  db
    .selectFrom('invoices')
    .select([
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
    ])
    .where('account_id', '=', accountId)
    .where('id', '=', invoiceId)
    .forUpdate()
    .executeTakeFirst()

export async function setSettlement(
  db: Db,
  accountId: AccountId,
  invoiceId: number,
  { status, amount_paid, home_paid, overpaid, paid_on }: Settlement,
): Promise<void> {
  await db
    .updateTable('invoices')
    .set({ status, amount_paid, home_paid, overpaid, paid_on, version: nextVersion })
    .where('account_id', '=', accountId)
    .where('id', '=', invoiceId)
    .execute()
}
