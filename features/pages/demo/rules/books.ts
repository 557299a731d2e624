import type { DateOnly } from '#core/calendar.ts'
import { DEFAULT_CURRENCY } from '#core/currency.ts'
import { SeededRandom } from '#core/seeded-random.ts'
import { invoiceNumber } from '#features/billing/invoices/rules/status.ts'
import type { RecordedEvent } from '#features/foundation/activity/rules/events.ts'
import { type DemoClient, type DemoContact, demoClients, demoContacts } from './clients.ts'
import {
  type DemoExpense,
  type DemoRecurringExpense,
  demoExpenses,
  demoRecurringExpenses,
} from './expenses.ts'
import { type DemoInvoice, demoInvoices } from './invoices.ts'
import { type DemoRecurringInvoice, demoRecurringInvoices } from './recurring-invoices.ts'
import { byInstant, clockUntil } from './units.ts'
import { type DemoProject, type DemoTimeEntry, demoProjects, demoTime, withBudget } from './work.ts'

/**
 * A realistic year of a design studio that ends today, the same for the same day and seed. Demos, tests, benchmarks and screenshots
 * use it. Rows refer to each other by their index.
 */
export interface DemoBooks {
  clients: DemoClient[]
  contacts: DemoContact[]
  projects: DemoProject[]
  timeEntries: DemoTimeEntry[]
  invoices: DemoInvoice[]
  recurringInvoices: DemoRecurringInvoice[]
  recurringExpenses: DemoRecurringExpense[]
  expenses: DemoExpense[]
  activities: DemoActivity[]
}

export interface DemoActivity {
  actor: 'user' | 'client'
  event: RecordedEvent
  created_at: string
  /** The record has no name by which it could be found. */
  work?: { type: 'time_entry' | 'expense'; place: number }
}

/** The item at an index that another row refers to. */
export function at<Item>(list: readonly Item[], place: number): Item {
  const item = list[place]
  if (item === undefined) throw new Error(`a row of the demo refers to a missing one: ${place}`)
  return item
}

/** `now` is the instant, `today` the day on the account's calendar. */
export function demoBooks(today: DateOnly, now: Date, currency = DEFAULT_CURRENCY, seed = 7): DemoBooks {
  const chance = new SeededRandom(seed)
  const at = clockUntil(now)
  const clients = demoClients(today, at, currency)
  const projects = demoProjects(today, at, clients, currency)
  const timeEntries = demoTime(today, at, projects, chance)
  const invoices = demoInvoices(today, at, clients, projects, timeEntries, chance, currency)
  const { recurring: recurringExpenses, expenses } = demoRecurringExpenses(
    demoExpenses(today, at, projects, chance, currency),
    today,
  )
  return {
    clients,
    contacts: demoContacts(today, at),
    projects: withBudget(projects, timeEntries),
    timeEntries,
    invoices,
    recurringInvoices: demoRecurringInvoices(today, at, clients),
    recurringExpenses,
    expenses,
    activities: demoActivities(clients, projects, timeEntries, invoices, recurringExpenses, expenses),
  }
}

/** The activity that these records would have caused. */
function demoActivities(
  clients: DemoClient[],
  projects: DemoProject[],
  time: DemoTimeEntry[],
  invoices: DemoInvoice[],
  recurringExpenses: DemoRecurringExpense[],
  expenses: DemoExpense[],
): DemoActivity[] {
  const record = (event: RecordedEvent, created_at: string, work?: DemoActivity['work']): DemoActivity => ({
    actor: 'user',
    event,
    created_at,
    ...(work && { work }),
  })
  const lines = [
    ...clients.map(({ name, created_at }) =>
      record({ type: 'client.created', client: { name } }, created_at),
    ),
    ...projects.map(({ name, created_at }) =>
      record({ type: 'project.created', project: { name } }, created_at),
    ),
    ...newest(time, 60).map(({ row: { project, hours, created_at }, place }) => {
      const name = projects[project]?.name ?? ''
      const event = { type: 'time_entry.created', time_entry: { hours }, project: { name } } as const
      return record(event, created_at, { type: 'time_entry', place })
    }),
    ...invoices.flatMap(({ number, client_name, created_at, payments, paid_on }) => {
      const invoice = { invoice_number: invoiceNumber(number), client_name }
      return [
        record({ type: 'invoice.created', invoice }, created_at),
        ...payments.map((payment) =>
          record(
            {
              type: payment.paid_on === paid_on ? 'invoice.marked_paid' : 'invoice.payment_recorded',
              invoice,
            },
            payment.created_at,
          ),
        ),
      ]
    }),
    ...recurringExpenses.map(({ description, amount, currency, created_at }) =>
      record(
        { type: 'recurring_expense.created', recurring_expense: { description, amount, currency } },
        created_at,
      ),
    ),
    ...newest(expenses, 20).map(({ row: { description, amount, currency, created_at }, place }) =>
      record({ type: 'expense.created', expense: { description, amount, currency } }, created_at, {
        type: 'expense',
        place,
      }),
    ),
  ]
  return lines.toSorted(byInstant)
}

const newest = <Row>(rows: readonly Row[], count: number): { row: Row; place: number }[] =>
  rows.map((row, place) => ({ row, place })).slice(-count)
