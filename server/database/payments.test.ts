import { expect, test } from 'vitest'
import { migrationsBefore } from './fixtures/earlier-migrations.ts'
import { kinds, startBothKinds } from './fixtures/kinds.ts'
import { longTimeout } from './fixtures/scratch.ts'
import { MIGRATIONS, migrate } from './migrate.ts'

startBothKinds()

interface OldInvoice {
  status: string
  subtotal: number
  tax: number
  paidOn: string | null
}

const OLD_INVOICES: OldInvoice[] = [
  { status: 'paid', subtotal: 100_000, tax: 19_000, paidOn: '2026-10-20' },
  { status: 'paid', subtotal: 1, tax: 0, paidOn: '2026-10-21' },
  { status: 'paid', subtotal: 0, tax: 0, paidOn: '2026-10-22' },
  { status: 'paid', subtotal: 5_000, tax: 0, paidOn: null },
  { status: 'draft', subtotal: 7_000, tax: 0, paidOn: null },
  { status: 'sent', subtotal: 8_000, tax: 1_520, paidOn: null },
  { status: 'overdue', subtotal: 9_000, tax: 0, paidOn: null },
  { status: 'cancelled', subtotal: 9_500, tax: 0, paidOn: null },
]

test.each(kinds)(
  'on $kind, every paid invoice has a payment, and nothing comes to another sum',
  { timeout: longTimeout },
  async ({ openEmpty }) => {
    const database = await openEmpty()
    const { pool } = database
    await migrate(database, migrationsBefore('20261117T0100_add_currencies.sql'))
    await pool.query(`
      insert into accounts (email, email_verified, time_zone, created_at)
      values ('ada@example.com', true, 'UTC', now())`)
    await pool.query(`
      insert into clients (account_id, name, email, phone, company, address, notes, name_key, search, created_at)
      select id, 'North', '', '', '', '', '', 'north', 'north', now() from accounts`)
    for (const [index, { status, subtotal, tax, paidOn }] of OLD_INVOICES.entries()) {
      await pool.query(
        `insert into invoices (account_id, number, client_id, client_name, issue_date, tax_rate, subtotal, tax_amount,
           total, notes, status, paid_on, search, created_at)
         select account_id, $1, id, name, '2026-10-01', 1900, $2, $3, $2::bigint + $3::bigint, '', $4, $5, '', now()
         from clients`,
        [index + 1, subtotal, tax, status, paidOn],
      )
    }
    await pool.query(`
      insert into expenses (account_id, category, description, amount, date, is_billable, search, created_at)
      select id, 'Other', 'Fonts', 4990, '2026-10-02', false, '', now() from accounts`)
    const sums = `select status, sum(subtotal) as net, sum(total) as total from invoices group by 1 order by 1`
    const { rows: before } = await pool.query(sums)

    await migrate(database, MIGRATIONS)

    expect((await pool.query(sums)).rows).toEqual(before)
    const { rows: payments } = await pool.query(
      `select i.number, p.amount, p.net, p.home_amount, p.home_net, p.paid_on
       from payments p join invoices i on i.account_id = p.account_id and i.id = p.invoice_id order by 1`,
    )
    expect(payments).toEqual([
      paymentOf(1, 119_000, 100_000, '2026-10-20'),
      paymentOf(2, 1, 1, '2026-10-21'),
      paymentOf(4, 5_000, 5_000, '2026-10-01'),
    ])
    const { rows: invoices } = await pool.query(
      `select number, currency, exchange_rate, home_total = total as same, amount_paid, home_paid, paid_on
       from invoices order by number`,
    )
    expect(invoices).toEqual(
      OLD_INVOICES.map(({ status, subtotal, tax, paidOn }, index) => {
        const paid = status === 'paid' ? subtotal + tax : 0
        const paid_on = status === 'paid' ? (paidOn ?? '2026-10-01') : null
        const unchanged = { number: index + 1, currency: 'USD', exchange_rate: null, same: true }
        return { ...unchanged, amount_paid: paid, home_paid: paid, paid_on }
      }),
    )
    const { rows: expenses } = await pool.query('select amount, currency, home_amount from expenses')
    expect(expenses).toEqual([{ amount: 4990, currency: 'USD', home_amount: 4990 }])
  },
)

const paymentOf = (number: number, amount: number, net: number, paid_on: string) => ({
  number,
  amount,
  net,
  home_amount: amount,
  home_net: net,
  paid_on,
})
