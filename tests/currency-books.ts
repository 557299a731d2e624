import fc from 'fast-check'
import { addDays } from '#core/calendar.ts'
import type { Currency } from '#core/currency.ts'
import { netOf, totalsOf } from '#core/document-lines.ts'
import { exchange } from '#core/exchange.ts'
import { toMinorUnits } from '#core/money.ts'
import { apportion } from '#features/billing/payments/rules/ledger.ts'
import { accountApi } from '#features/foundation/account/contract.ts'
import { ExpenseCategory } from '#features/work/expenses/contract.ts'
import { setClock, sharedApp, signIn } from './app.ts'
import type { Person } from './people.ts'

export const TODAY = '2026-11-16'

export interface Invoice {
  client: number
  project: number | null
  issue_date: string
  due_date: string | null
  tax_rate: number
  currency: Currency
  rate: number
  subtotal: number
  /** The lines of the subtotal. Without any, all of it belongs to the invoice's project. */
  lines?: { project: number | null; amount: number }[]
  discount_percent: number | null
  /** The paid amount, as parts of the total in thousandths, and the days. Less than before is a refund. */
  payments: { until: number; paid_on: string }[]
}

interface Expense {
  project: number | null
  category: ExpenseCategory
  currency: Currency
  rate: number
  amount: number
  date: string
}

export interface CurrencyBooks {
  home: Currency
  invoices: Invoice[]
  expenses: Expense[]
}

/** The books as they are stored: with everything in the home currency too. */
function stored({ home, invoices, expenses }: CurrencyBooks) {
  const rateOf = ({ currency, rate }: { currency: Currency; rate: number }) =>
    currency === home ? null : rate
  const inHome = (amount: number, document: { currency: Currency; rate: number }) =>
    document.currency === home
      ? amount
      : exchange(amount, { from: document.currency, to: home, rate: document.rate })
  return {
    invoices: invoices.map((invoice, index) => {
      const { subtotal, tax_rate, currency, discount_percent } = invoice
      const totals = totalsOf([subtotal], tax_rate, { discount_percent, discount_amount: 0 })
      const { total } = totals
      const exchange_rate = rateOf(invoice)
      const ends = invoice.payments.map(({ until, paid_on }) => ({
        end: Math.floor((total * until) / 1000),
        paid_on,
      }))
      const amounts = ends
        .map(({ end, paid_on }, place) => ({ amount: end - (ends[place - 1]?.end ?? 0), paid_on }))
        .filter(({ amount }) => amount !== 0)
      const payments = apportion({ ...totals, currency, exchange_rate }, amounts, home)
      const sum = (of: 'amount' | 'home_amount') =>
        payments.reduce((before, payment) => before + payment[of], 0)
      const amount_paid = sum('amount')
      return {
        ...invoice,
        number: index + 1,
        ...totals,
        exchange_rate,
        home_total: inHome(total, invoice),
        home_net: inHome(netOf(totals), invoice),
        amount_paid,
        home_paid: sum('home_amount'),
        status: amount_paid === total ? 'paid' : 'sent',
        lines: invoice.lines ?? [],
        payments,
      }
    }),
    expenses: expenses.map((expense) => ({
      ...expense,
      exchange_rate: rateOf(expense),
      home_amount: inHome(expense.amount, expense),
    })),
  }
}

type Stored = ReturnType<typeof stored>

/** Written where it is read, with two clients and three projects. */
async function write(person: Person, home: Currency, { invoices, expenses }: Stored): Promise<void> {
  const { database } = await sharedApp()
  const { pool } = database
  const account = (await person.call(accountApi.me)).id
  await pool.query('update accounts set currency = $2 where id = $1', [account, home])
  const idsOf = async (statement: string): Promise<number[]> =>
    (await pool.query(statement, [account])).rows.map(({ id }) => Number(id)).toSorted((a, b) => a - b)
  const clients = await idsOf(
    `insert into clients (account_id, name, email, phone, company, address, notes, currency, name_key, search, created_at)
     select $1, 'Client ' || n, '', '', '', '', '', 'USD', n::text, '', now() from generate_series(0, 1) n returning id`,
  )
  const projects = await idsOf(
    `insert into projects (account_id, name, description, currency, status, name_key, search, created_at)
     select $1, 'Project ' || n, '', 'USD', 'active', n::text, '', now() from generate_series(0, 2) n returning id`,
  )
  const projectId = (project: number | null) => (project === null ? null : projects[project])
  const { rows } = await pool.query<{ id: number; number: number }>(
    `insert into invoices (account_id, number, client_id, client_name, project_id, issue_date, due_date, tax_rate, currency,
       exchange_rate, subtotal, discount_percent, discount_amount, tax_amount, total, home_total, amount_paid, home_paid, notes, status, search, created_at)
     select $1, number, client_id, '', project_id, issue_date, due_date, tax_rate, currency, exchange_rate, subtotal,
       discount_percent, discount_amount, tax_amount, total, home_total, amount_paid, home_paid, '', status, '', now()
     from jsonb_to_recordset($2) as r (number int, client_id bigint, project_id bigint, issue_date date, due_date date,
       tax_rate bigint, currency text, exchange_rate numeric, subtotal bigint, discount_percent bigint,
       discount_amount bigint, tax_amount bigint, total bigint,
       home_total bigint, amount_paid bigint, home_paid bigint, status text)
     returning id, number`,
    [
      account,
      JSON.stringify(
        invoices.map((invoice) => ({
          ...invoice,
          client_id: clients[invoice.client],
          project_id: projectId(invoice.project),
        })),
      ),
    ],
  )
  const ids = new Map(rows.map(({ id, number }) => [Number(number), Number(id)]))
  await pool.query(
    `insert into payments (account_id, invoice_id, amount, paid_on, kind, method, provider_id, reference, net, home_amount,
       home_net, created_at)
     select $1, invoice_id, amount, paid_on, case when amount < 0 then 'refund' else 'payment' end, 'online',
       gen_random_uuid(), '', net, home_amount, home_net, now()
     from jsonb_to_recordset($2) as r
       (invoice_id bigint, place int, amount bigint, paid_on date, net bigint, home_amount bigint, home_net bigint)
     order by place`,
    [
      account,
      JSON.stringify(
        invoices.flatMap(({ number, payments }) =>
          payments.map((payment, place) => ({ ...payment, place, invoice_id: ids.get(number) })),
        ),
      ),
    ],
  )
  await pool.query(
    `insert into invoice_items (account_id, invoice_id, description, quantity, rate, amount, project_id)
     select $1, invoice_id, '', 100, amount, amount, project_id
     from jsonb_to_recordset($2) as r (invoice_id bigint, amount bigint, project_id bigint)`,
    [
      account,
      JSON.stringify(
        invoices.flatMap(({ number, lines }) =>
          lines.map(({ project, amount }) => ({
            invoice_id: ids.get(number),
            amount,
            project_id: projectId(project),
          })),
        ),
      ),
    ],
  )
  await pool.query(
    `insert into expenses (account_id, project_id, category, description, amount, currency, exchange_rate, home_amount,
       date, is_billable, search, created_at)
     select $1, project_id, category, '', amount, currency, exchange_rate, home_amount, date, false, '', now()
     from jsonb_to_recordset($2) as r (project_id bigint, category text, amount bigint, currency text,
       exchange_rate numeric, home_amount bigint, date date)`,
    [
      account,
      JSON.stringify(expenses.map((expense) => ({ ...expense, project_id: projectId(expense.project) }))),
    ],
  )
}

const daysAgo = (min: number, max: number) => fc.integer({ min, max }).map((days) => addDays(TODAY, -days))

const currency = fc.constantFrom('USD', 'EUR', 'JPY', 'KWD')
const rate = fc.integer({ min: 1, max: 10 ** 6 }).map((scaled) => scaled / 10 ** 4)
const project = fc.option(fc.nat(2), { nil: null })

export const anyBooks: fc.Arbitrary<CurrencyBooks> = fc.record({
  home: currency,
  invoices: fc.array(
    fc
      .record({
        client: fc.nat(1),
        project,
        issue_date: daysAgo(0, 500),
        due_date: fc.option(daysAgo(-60, 200), { nil: null }),
        tax_rate: fc.constantFrom(0, 7000, 19_000, 8875),
        currency,
        rate,
        lines: fc.array(fc.record({ project, amount: fc.integer({ min: 1, max: 3_000_000 }) }), {
          minLength: 1,
          maxLength: 4,
        }),
        discount_percent: fc.option(fc.integer({ min: 1, max: 9_999 })),
        payments: fc.array(
          fc.record({
            until: fc.oneof(fc.constant(1000), fc.integer({ min: 1, max: 999 })),
            paid_on: daysAgo(0, 500),
          }),
          { maxLength: 4 },
        ),
      })
      .map((invoice) => ({
        ...invoice,
        subtotal: invoice.lines.reduce((sum, { amount }) => sum + amount, 0),
      })),
    { maxLength: 40 },
  ),
  expenses: fc.array(
    fc.record({
      project,
      category: fc.constantFrom(...ExpenseCategory.options),
      currency,
      rate,
      amount: fc.integer({ min: 1, max: 10_000_000 }),
      date: daysAgo(0, 500),
    }),
    { maxLength: 30 },
  ),
})

/** Ada with these books, on the day `TODAY`. */
export async function signInWith(books: CurrencyBooks, isWritten = (_: Stored['invoices'][number]) => true) {
  await setClock(`${TODAY}T12:00:00Z`)
  const ada = await signIn('Ada')
  const { invoices, expenses } = stored(books)
  const written = { invoices: invoices.filter(isWritten), expenses }
  await write(ada, books.home, written)
  return { ada, ...written, minor: (amount: number) => toMinorUnits(amount, books.home) }
}
