import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { addDays } from '#core/calendar.ts'
import type { Currency } from '#core/currency.ts'
import { toMinorUnits } from '#core/money.ts'
import { billableWorkApi } from '#features/billing/billable-work/contract.ts'
import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import type { InvoiceListStatus } from '#features/billing/invoices/contract/list.ts'
import { recurringInvoicesApi } from '#features/billing/recurring-invoices/contract.ts'
import { sendingApi } from '#features/billing/sending/contract/sending.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { businessApi } from '#features/foundation/business/contract.ts'
import { clientPageApi } from '#features/pages/client-page/contract.ts'
import { dashboardApi } from '#features/pages/dashboard/contract.ts'
import { expensesApi } from '#features/work/expenses/contract.ts'
import { milestonesApi } from '#features/work/milestones/contract.ts'
import { timeEntriesApi } from '#features/work/time-entries/contract.ts'
import { setClock, signIn } from '#tests/app.ts'
import type { Person } from '#tests/people.ts'
import { type MoneyPart, moneyApi } from './contract.ts'

const TODAY = '2026-11-16'
const CURRENCIES = ['USD', 'EUR', 'JPY', 'KWD'] as const
const RATES = { USD: 1.0837, EUR: 0.9229, JPY: 0.00653, KWD: 3.2551 }

const currency = fc.constantFrom(...CURRENCIES)
const client = fc.nat(1)
const day = fc.integer({ min: -40, max: 20 }).map((days) => addDays(TODAY, days))
const whole = fc.integer({ min: 1, max: 5000 })

const work = fc.oneof(
  fc.record({
    kind: fc.constant('time' as const),
    client,
    currency,
    day,
    quarters: fc.integer({ min: 1, max: 40 }),
  }),
  fc.record({
    kind: fc.constantFrom('expense' as const, 'expense without a project' as const),
    client,
    currency,
    day,
    amount: whole,
    markup: fc.constantFrom(0, 7.5),
  }),
  fc.record({ kind: fc.constant('milestone' as const), client, currency, amount: whole }),
  fc.record({ kind: fc.constant('fixed fee' as const), client, currency, amount: whole }),
)

const invoice = fc.record({
  client,
  currency,
  amount: whole,
  tax: fc.constantFrom(0, 19),
  issued: fc.integer({ min: 0, max: 60 }).map((days) => addDays(TODAY, -days)),
  due: fc.option(fc.integer({ min: 0, max: 90 }), { nil: null }),
  step: fc.constantFrom('draft', 'sent', 'asked', 'partly paid', 'paid', 'cancelled'),
  paid: fc.integer({ min: 1, max: 99 }),
})

const recurring = fc.record({
  client,
  currency,
  amount: whole,
  start: fc.integer({ min: 1, max: 20 }).map((days) => addDays(TODAY, days)),
})

const books = fc.record({
  home: currency,
  terms: fc.option(fc.nat(20), { nil: null }),
  recurrings: fc.array(recurring, { maxLength: 3 }),
  works: fc.array(work, { maxLength: 8 }),
  invoices: fc.array(invoice, { minLength: 1, maxLength: 8 }),
})
type RandomBooks = typeof books extends fc.Arbitrary<infer Found> ? Found : never

async function write(ada: Person, random: RandomBooks): Promise<number[]> {
  const { home, terms, recurrings, works, invoices } = random
  await ada.call(businessApi.update, { body: { currency: home, payment_terms_days: terms } })
  const rateOf = (code: (typeof CURRENCIES)[number]) =>
    code === home ? {} : { currency: code, exchange_rate: RATES[code] }
  const clients: number[] = []
  for (const approval_required of [false, true])
    clients.push((await ada.call(clientsApi.create, { body: { name: 'Studio', approval_required } })).id)
  const clientId = (place: number) => clients[place] ?? 0
  for (const one of recurrings)
    await ada.call(recurringInvoicesApi.create, {
      body: {
        client_id: clientId(one.client),
        kind: 'fixed',
        currency: one.currency,
        items: [{ description: 'Hosting', quantity: 1, rate: one.amount }],
        frequency: 'week',
        start_date: one.start,
      },
    })
  for (const one of works) {
    const isFixed = one.kind === 'fixed fee'
    const project = await ada.call(projectsApi.create, {
      body: {
        name: one.kind,
        client_id: clientId(one.client),
        currency: one.currency,
        ...(isFixed ? { billing: 'fixed' as const, fixed_fee: one.amount } : { hourly_rate: 77 }),
      },
    })
    const params = { id: project.id }
    if (one.kind === 'time') {
      const body = { project_id: project.id, hours: one.quarters / 4, date: one.day }
      await ada.call(timeEntriesApi.create, { body })
    } else if (one.kind === 'expense' || one.kind === 'expense without a project') {
      await ada.call(expensesApi.create, {
        body: {
          ...(one.kind === 'expense' ? { project_id: project.id } : { client_id: clientId(one.client) }),
          description: 'Fonts',
          category: 'Other',
          date: one.day,
          amount: one.amount,
          is_billable: true,
          markup_percent: one.markup,
          ...rateOf(one.currency),
        },
      })
    } else if (one.kind === 'milestone') {
      const body = { title: 'Launch', status: 'completed' as const, fee: one.amount }
      await ada.call(milestonesApi.create, { params, body })
    }
  }
  for (const { client, currency: code, amount, tax, issued, due, step, paid } of invoices) {
    const { id, total } = await ada.call(invoicesApi.create, {
      body: {
        client_id: clientId(client),
        issue_date: issued,
        due_date: due === null ? null : addDays(issued, due),
        currency: code,
        tax_rate: tax,
        items: [{ description: 'Design', quantity: 1, rate: amount }],
        ...(code === home || step === 'draft' ? {} : { exchange_rate: RATES[code] }),
      },
    })
    const params = { id }
    if (step === 'asked') await ada.call(sendingApi.send, { params, body: { mail: false } })
    if (step === 'sent' || step === 'partly paid' || step === 'paid')
      await ada.call(invoicesApi.update, { params, body: { status: 'sent' } })
    if (step === 'partly paid')
      await ada.call(invoicesApi.recordPayment, {
        params,
        body: { amount: Math.max(1, Math.floor((total * paid) / 100)), paid_on: issued },
      })
    if (step === 'paid' || step === 'cancelled')
      await ada.call(invoicesApi.update, { params, body: { status: step } })
  }
  return clients
}

const LISTS: Record<'drafts' | 'waiting' | 'unpaid' | 'overdue', InvoiceListStatus> = {
  drafts: 'draft',
  waiting: 'awaiting_approval',
  unpaid: 'awaiting_payment',
  overdue: 'overdue',
}

/** In each currency but the home currency, in minor units. */
function inOthers(
  sums: readonly { currency: Currency; amount: number }[],
  home: Currency,
): Map<Currency, number> {
  const found = new Map<Currency, number>()
  for (const { currency, amount } of sums)
    if (currency !== home) found.set(currency, (found.get(currency) ?? 0) + toMinorUnits(amount, currency))
  return found
}

beforeEach(() => setClock(`${TODAY}T12:00:00Z`))

describe('where the money is', () => {
  test('adds up to the lists, in any currency, and each invoice is in one part', async () => {
    await fc.assert(
      fc.asyncProperty(books, async (random) => {
        const ada = await signIn('Ada')
        const clients = await write(ada, random)
        const { home } = random
        const minor = (amount: number) => toMinorUnits(amount, home)
        const money = await ada.call(moneyApi.money)
        const listed: number[] = []

        for (const [name, status] of Object.entries(LISTS)) {
          const part = money[name as keyof typeof LISTS]
          const list = await ada.call(invoicesApi.list, { query: { status, limit: 500 } })
          listed.push(...list.map(({ id }) => id))
          expect(part.count).toBe(list.length)
          const balances = list.map(({ currency, balance }) => ({ currency, amount: balance }))
          expect(inOthers(part.originals, home)).toEqual(inOthers(balances, home))
          const sums = await ada.call(invoicesApi.summary, { query: { status } })
          expect(minor(part.amount)).toBe(minor(name === 'drafts' ? sums.drafts : sums.outstanding))
          expect(part.is_complete).toBe(sums.is_complete)
          const days = list.map(({ issue_date, due_date }) =>
            name === 'overdue' ? (due_date ?? issue_date) : issue_date,
          )
          expect(part.oldest).toBe(days.toSorted()[0] ?? null)
        }

        const open = (await ada.call(invoicesApi.list, { query: { limit: 500 } })).filter(
          ({ status }) => status !== 'paid' && status !== 'cancelled',
        )
        expect(listed.toSorted()).toEqual(open.map(({ id }) => id).toSorted())
        const { pendingInvoicesTotal } = await ada.call(dashboardApi.stats)
        expect(minor(money.waiting.amount) + minor(money.unpaid.amount) + minor(money.overdue.amount)).toBe(
          minor(pendingInvoicesTotal),
        )

        const { forecast } = money
        const upcoming = { due_by: forecast.to }
        const dueSums = await ada.call(invoicesApi.summary, { query: { ...upcoming, status: 'unpaid' } })
        expect(minor(forecast.due.amount)).toBe(minor(dueSums.outstanding))
        const draftSums = await ada.call(invoicesApi.summary, { query: { ...upcoming, status: 'draft' } })
        expect(minor(forecast.drafts.amount)).toBe(minor(draftSums.drafts))
        const paidSums = await ada.call(invoicesApi.summary, {
          query: { paid_from: forecast.from, paid_to: forecast.to },
        })
        expect(minor(money.paid_this_month.amount)).toBe(minor(paidSums.paid))
        expect(minor(forecast.amount)).toBe(
          minor(paidSums.paid) +
            minor(dueSums.outstanding) +
            minor(draftSums.drafts) +
            forecast.recurring.invoices.reduce((sum, { home_amount }) => sum + minor(home_amount ?? 0), 0),
        )

        const { sums } = await ada.call(billableWorkApi.unbilledSums)
        expect(inOthers(money.unbilled.originals, home)).toEqual(inOthers(sums, home))
        const overviews = await Promise.all(
          clients.map((id) => ada.call(clientPageApi.overview, { params: { id } })),
        )
        const projects = overviews.flatMap(({ unbilled_projects }) => unbilled_projects)
        const valued = projects.reduce((sum, { home_amount }) => sum + minor(home_amount ?? 0), 0)
        expect(minor(money.unbilled.amount)).toBe(valued)

        const ofClients = await Promise.all(
          clients.map((client_id) => ada.call(moneyApi.money, { query: { client_id } })),
        )
        for (const name of [
          'unbilled',
          'drafts',
          'waiting',
          'unpaid',
          'overdue',
          'paid_this_month',
        ] as const) {
          const sumOf = (of: (part: Pick<MoneyPart, 'amount' | 'count'>) => number) =>
            ofClients.reduce((sum, one) => sum + of(one[name]), 0)
          expect(
            sumOf(({ amount }) => minor(amount)),
            name,
          ).toBe(minor(money[name].amount))
          expect(
            sumOf(({ count }) => count),
            name,
          ).toBe(money[name].count)
        }
        expect(ofClients.reduce((sum, { forecast }) => sum + minor(forecast.amount), 0)).toBe(
          minor(money.forecast.amount),
        )
      }),
      { numRuns: 6 },
    )
  })
})
