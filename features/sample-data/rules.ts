import type { DateOnly } from '#core/calendar.ts'
import { formatHundredths, formatMoney } from '#core/format.ts'
import { SeededRandom } from '#core/seeded-random.ts'
import type { ActivityType } from '#features/activity/contract.ts'
import { invoiceNumber } from '#features/invoices/rules.ts'
import {
  type SampleExpense,
  type SampleInvoice,
  sampleExpenses,
  sampleInvoices,
} from '#features/sample-money/rules.ts'
import {
  type At,
  byInstant,
  clockUntil,
  type SampleClient,
  type SampleProject,
  type SampleTimeEntry,
  sampleClients,
  sampleProjects,
  sampleTime,
} from '#features/sample-work/rules.ts'

/**
 * A believable year of a design studio that ends today, the same for the same day and seed. It is what an empty
 * account can be filled with, and what tests, benchmarks and screenshots are made of. Rows name one another by their
 * place in their list.
 */
export interface SampleBooks {
  clients: SampleClient[]
  projects: SampleProject[]
  timeEntries: SampleTimeEntry[]
  invoices: SampleInvoice[]
  expenses: SampleExpense[]
  activities: SampleActivity[]
}

export interface SampleActivity {
  type: ActivityType
  title: string
  description: string
  created_at: string
}

/** What stands at a place that another row names. */
export function at<Item>(list: readonly Item[], place: number): Item {
  const item = list[place]
  if (item === undefined) throw new Error(`a sample names what is not there: ${place}`)
  return item
}

/** `now` is the instant, `today` the day on the account's calendar. */
export function sampleBooks(today: DateOnly, now: Date, seed = 7): SampleBooks {
  const chance = new SeededRandom(seed)
  const at = clockUntil(now)
  const clients = sampleClients(today, at)
  const projects = sampleProjects(today, at)
  const timeEntries = sampleTime(today, at, projects, chance)
  const invoices = sampleInvoices(today, at, clients, projects, timeEntries, chance)
  const expenses = sampleExpenses(today, at, projects, chance)
  return {
    clients,
    projects,
    timeEntries,
    invoices,
    expenses,
    activities: sampleActivities(at, clients, projects, timeEntries, invoices, expenses),
  }
}

/** What those records would have left in the log. */
function sampleActivities(
  at: At,
  clients: SampleClient[],
  projects: SampleProject[],
  time: SampleTimeEntry[],
  invoices: SampleInvoice[],
  expenses: SampleExpense[],
): SampleActivity[] {
  const nameOf = (project: number) => projects[project]?.name ?? ''
  const lines: SampleActivity[] = [
    ...clients.map(({ name, created_at }) => ({
      type: 'client' as const,
      title: 'Client added',
      description: name,
      created_at,
    })),
    ...projects.map(({ name, created_at }) => ({
      type: 'project' as const,
      title: 'Project created',
      description: name,
      created_at,
    })),
    ...time.slice(-60).map(({ project, hours, created_at }) => ({
      type: 'time' as const,
      title: 'Time logged',
      description: `${formatHundredths(hours)} h on ${nameOf(project)}`,
      created_at,
    })),
    ...invoices.flatMap(({ number, client_name, created_at, paid_on }) => {
      const description = `${invoiceNumber(number)} for ${client_name}`
      return [
        { type: 'invoice' as const, title: 'Invoice created', description, created_at },
        ...(paid_on === null
          ? []
          : [
              {
                type: 'invoice' as const,
                title: 'Invoice marked as paid',
                description,
                created_at: at(paid_on, 10, number % 60),
              },
            ]),
      ]
    }),
    ...expenses.slice(-20).map(({ description, amount, created_at }) => ({
      type: 'expense' as const,
      title: 'Expense added',
      description: `${description}, ${formatMoney(amount)}`,
      created_at,
    })),
  ]
  return lines.toSorted(byInstant)
}
