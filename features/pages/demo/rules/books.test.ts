import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isDateOnly } from '#core/calendar.ts'
import { netOf, totalsOf, withAmount } from '#core/document-lines.ts'
import { datesBetween } from '#core/recurrence.ts'
import { InvoiceStatus } from '#features/billing/invoices/contract/invoice.ts'
import { ClientInput } from '#features/engagement/clients/contract.ts'
import { ProjectStatus } from '#features/engagement/projects/contract.ts'
import { ExpenseCategory } from '#features/work/expenses/contract.ts'
import { demoBooks } from './books.ts'

const anyDay = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const booksOn = (today: string, seed?: number, home = 'USD') =>
  demoBooks(today, new Date(`${today}T15:00:00Z`), home, seed)
const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)

describe('a year of the demo', () => {
  test('is the same for the same day and seed, and another for another', () => {
    expect(booksOn('2026-11-15', 1)).toEqual(booksOn('2026-11-15', 1))
    expect(booksOn('2026-11-15', 2).timeEntries).not.toEqual(booksOn('2026-11-15', 1).timeEntries)
  })

  test('has a realistic size and every status, on any day', () => {
    fc.assert(
      fc.property(anyDay, (today) => {
        const { clients, projects, timeEntries, invoices, expenses, activities } = booksOn(today)
        expect(clients.length).toBe(8)
        expect(new Set(projects.map(({ status }) => status))).toEqual(new Set(ProjectStatus.options))
        expect(timeEntries.length).toBeGreaterThan(550)
        expect(timeEntries.length).toBeLessThan(800)
        expect(invoices.length).toBeGreaterThan(40)
        expect(invoices.length).toBeLessThan(75)
        expect(new Set(invoices.map(({ status }) => status))).toEqual(new Set(InvoiceStatus.options))
        expect(invoices.some(({ project }) => project === null)).toBe(true)
        expect(expenses.length).toBeGreaterThan(90)
        expect(expenses.length).toBeLessThan(160)
        expect(new Set(expenses.map(({ category }) => category)).size).toBe(ExpenseCategory.options.length)
        expect(activities.length).toBeGreaterThan(100)
      }),
      { numRuns: 30 },
    )
  })

  test('is paid for in parts and from abroad, to the last cent', () => {
    fc.assert(
      fc.property(anyDay, fc.nat(), (today, seed) => {
        const { invoices, expenses } = booksOn(today, seed)
        for (const invoice of invoices) {
          const { payments, status, total, home_total, amount_paid, home_paid, paid_on } = invoice
          expect(amount_paid).toBe(sum(payments.map(({ amount }) => amount)))
          expect(home_paid).toBe(sum(payments.map(({ home_amount }) => home_amount)))
          expect(amount_paid === total).toBe(status === 'paid')
          expect(payments.at(-1)?.paid_on).toBe(paid_on ?? payments.at(-1)?.paid_on)
          if (status !== 'paid') continue
          expect(sum(payments.map(({ net }) => net))).toBe(netOf(invoice))
          expect(home_paid).toBe(home_total)
        }
        expect(
          invoices.filter(({ status, amount_paid }) => status === 'sent' && amount_paid > 0).length,
        ).toBe(1)
        expect(invoices.some(({ payments }) => payments.length === 2)).toBe(true)
        for (const rows of [invoices, expenses]) {
          expect(new Set(rows.map(({ currency }) => currency))).toEqual(new Set(['USD', 'EUR']))
        }
      }),
      { numRuns: 20 },
    )
  })

  test('has added what recurs on each of its dates, on any day', () => {
    fc.assert(
      fc.property(anyDay, (today) => {
        const { recurringExpenses, expenses } = booksOn(today)
        expect(recurringExpenses.length).toBe(3)
        for (const [index, recurring] of recurringExpenses.entries()) {
          const added = expenses.filter((expense) => expense.recurring === index)
          expect(added.map(({ date }) => date)).toEqual(datesBetween(recurring, null, today))
          expect(new Set(added.map(({ amount }) => amount))).toEqual(new Set([recurring.amount]))
          expect(recurring.next_date && recurring.next_date > today).toBe(true)
        }
      }),
      { numRuns: 30 },
    )
  })

  test('is in the home currency alone where that is not the dollar', () => {
    const { clients, projects, invoices, expenses } = booksOn('2026-11-15', 7, 'JPY')
    const all = [...clients, ...projects, ...invoices, ...expenses]
    expect(new Set(all.map(({ currency }) => currency))).toEqual(new Set(['JPY']))
    expect(invoices.every(({ total, home_total }) => Number.isInteger(total) && total === home_total)).toBe(
      true,
    )
  })

  test('lies in the past and obeys the rules of the books', () => {
    fc.assert(
      fc.property(anyDay, fc.nat(), (today, seed) => {
        const now = new Date(`${today}T15:00:00Z`).toISOString()
        const { clients, projects, timeEntries, invoices, expenses, activities } = booksOn(today, seed)
        for (const { hourly_rate, ...client } of clients) {
          expect(ClientInput.safeParse(client).error).toBeUndefined()
          expect([client.address, client.city, client.country].every(Boolean)).toBe(true)
          expect(hourly_rate === null || Number.isInteger(hourly_rate)).toBe(true)
        }
        for (const { date } of [...timeEntries, ...expenses]) {
          expect(isDateOnly(date) && date <= today).toBe(true)
        }
        for (const row of [
          ...clients,
          ...projects,
          ...timeEntries,
          ...invoices,
          ...expenses,
          ...activities,
        ]) {
          expect(row.created_at <= now).toBe(true)
        }
        expect(activities.map(({ created_at }) => created_at)).toEqual(
          activities.map(({ created_at }) => created_at).toSorted(),
        )
        for (const [index, invoice] of invoices.entries()) {
          expect(invoice.number).toBe(index + 1)
          expect(invoice.issue_date <= today && invoice.issue_date <= invoice.due_date).toBe(true)
          expect(invoice.paid_on === null).toBe(invoice.status !== 'paid')
          expect((invoice.paid_on ?? today) <= today).toBe(true)
          expect(invoice.items.length).toBeGreaterThan(0)
          for (const item of invoice.items) expect(withAmount(item)).toEqual(item)
          expect(invoice).toMatchObject(
            totalsOf(
              invoice.items.map(({ amount }) => amount),
              invoice.tax_rate,
              invoice,
            ),
          )
          if (invoice.project !== null) expect(projects[invoice.project]?.client).toBe(invoice.client)
        }
        for (const { project, date } of timeEntries) {
          const { start_date = '', end_date = null } = projects[project] ?? {}
          expect(start_date <= date && (end_date === null || date <= end_date)).toBe(true)
        }
      }),
      { numRuns: 20 },
    )
  })
})
