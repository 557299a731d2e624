import type { DateOnly } from '#core/calendar.ts'
import { DEFAULT_CURRENCY } from '#core/currency.ts'
import { SeededRandom } from '#core/seeded-random.ts'
import { invoiceNumber } from '#features/billing/invoices/rules.ts'
import type { RecordedEvent } from '#features/foundation/activity/rules.ts'
import {
  type SampleExpense,
  type SampleInvoice,
  type SampleRecurringExpense,
  sampleExpenses,
  sampleInvoices,
  sampleRecurringExpenses,
} from './money.ts'
import { type SampleRecurringInvoice, sampleRecurringInvoices } from './recurring-invoices.ts'
import {
  byInstant,
  clockUntil,
  type SampleClient,
  type SampleContact,
  type SampleProject,
  type SampleTimeEntry,
  sampleClients,
  sampleContacts,
  sampleProjects,
  sampleTime,
  withBudget,
} from './work.ts'

/**
 * A realistic year of a design studio that ends today, the same for the same day and seed. An empty account can be filled
 * with it, and tests, benchmarks and screenshots use it. Rows refer to each other by their index.
 */
export interface SampleBooks {
  clients: SampleClient[]
  contacts: SampleContact[]
  projects: SampleProject[]
  timeEntries: SampleTimeEntry[]
  invoices: SampleInvoice[]
  recurringInvoices: SampleRecurringInvoice[]
  recurringExpenses: SampleRecurringExpense[]
  expenses: SampleExpense[]
  activities: SampleActivity[]
}

export interface SampleActivity {
  actor: 'user' | 'client'
  event: RecordedEvent
  created_at: string
}

/** The item at an index that another row refers to. */
export function at<Item>(list: readonly Item[], place: number): Item {
  const item = list[place]
  if (item === undefined) throw new Error(`a sample refers to a missing row: ${place}`)
  return item
}

/** `now` is the instant, `today` the day on the account's calendar. */
export function sampleBooks(today: DateOnly, now: Date, currency = DEFAULT_CURRENCY, seed = 7): SampleBooks {
  const chance = new SeededRandom(seed)
  const at = clockUntil(now)
  const clients = sampleClients(today, at, currency)
  const projects = sampleProjects(today, at, clients, currency)
  const timeEntries = sampleTime(today, at, projects, chance)
  const invoices = sampleInvoices(today, at, clients, projects, timeEntries, chance, currency)
  const { recurring: recurringExpenses, expenses } = sampleRecurringExpenses(
    sampleExpenses(today, at, projects, chance, currency),
    today,
  )
  return {
    clients,
    contacts: sampleContacts(today, at),
    projects: withBudget(projects, timeEntries),
    timeEntries,
    invoices,
    recurringInvoices: sampleRecurringInvoices(today, at, clients),
    recurringExpenses,
    expenses,
    activities: sampleActivities(clients, projects, timeEntries, invoices, recurringExpenses, expenses),
  }
}

/** The activity that these records would have caused. */
function sampleActivities(
  clients: SampleClient[],
  projects: SampleProject[],
  time: SampleTimeEntry[],
  invoices: SampleInvoice[],
  recurringExpenses: SampleRecurringExpense[],
  expenses: SampleExpense[],
): SampleActivity[] {
  const record = (event: RecordedEvent, created_at: string): SampleActivity => ({
    actor: 'user',
    event,
    created_at,
  })
  const lines = [
    ...clients.map(({ name, created_at }) =>
      record({ type: 'client.created', client: { name } }, created_at),
    ),
    ...projects.map(({ name, created_at }) =>
      record({ type: 'project.created', project: { name } }, created_at),
    ),
    ...time.slice(-60).map(({ project, hours, created_at }) => {
      const name = projects[project]?.name ?? ''
      return record({ type: 'time_entry.created', time_entry: { hours }, project: { name } }, created_at)
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
    ...expenses
      .slice(-20)
      .map(({ description, amount, currency, created_at }) =>
        record({ type: 'expense.created', expense: { description, amount, currency } }, created_at),
      ),
  ]
  return lines.toSorted(byInstant)
}
