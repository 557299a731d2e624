import { addDays, addMonths, type DateOnly, monthOf } from '#core/calendar.ts'
import { formatHundredths, formatMoney, formatMonth } from '#core/format.ts'
import type { Hundredths } from '#core/hundredths.ts'
import { type Cents, totalsOf } from '#core/money.ts'
import { foldCase } from '#core/text.ts'
import type { ActivityType } from '#features/activity/contract.ts'
import type { ExpenseCategory } from '#features/expenses/contract.ts'
import type { InvoiceStatus } from '#features/invoices/contract.ts'
import { invoiceNumber, withAmount } from '#features/invoices/rules.ts'
import type { ProjectStatus } from '#features/projects/contract.ts'

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

interface SampleClient {
  name: string
  email: string
  phone: string
  company: string
  address: string
  notes: string
  name_key: string
  search: string
  archived_at: string | null
  created_at: string
}

interface SampleProject {
  client: number | null
  name: string
  description: string
  hourly_rate: Cents | null
  estimated_hours: Hundredths | null
  status: ProjectStatus
  start_date: DateOnly
  end_date: DateOnly | null
  name_key: string
  search: string
  created_at: string
}

interface SampleTimeEntry {
  project: number
  description: string
  hours: Hundredths
  date: DateOnly
  is_billable: boolean
  search: string
  created_at: string
}

interface SampleItem {
  description: string
  quantity: Hundredths
  rate: Cents
  amount: Cents
}

export interface SampleInvoice {
  /** Counted from 1; in the account it follows the last number given. */
  number: number
  client: number
  client_name: string
  project: number | null
  project_name: string | null
  issue_date: DateOnly
  due_date: DateOnly
  tax_rate: Hundredths
  subtotal: Cents
  tax_amount: Cents
  total: Cents
  notes: string
  status: InvoiceStatus
  paid_on: DateOnly | null
  search: string
  created_at: string
  items: SampleItem[]
}

interface SampleExpense {
  project: number | null
  category: ExpenseCategory
  description: string
  amount: Cents
  date: DateOnly
  is_billable: boolean
  search: string
  created_at: string
}

export interface SampleActivity {
  type: ActivityType
  title: string
  description: string
  created_at: string
}

/** What stands at a place that another row names. */
export function placed<Item>(list: readonly Item[], place: number): Item {
  const item = list[place]
  if (item === undefined) throw new Error(`a sample names what is not there: ${place}`)
  return item
}

/** `now` is the instant, `today` the day on the account's calendar. */
export function sampleBooks(today: DateOnly, now: Date, seed = 7): SampleBooks {
  const chance = new Chance(seed)
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

export type At = (date: DateOnly, hour: number, minute?: number) => string

/** An hour of a day, but nothing that has not happened yet. */
export const clockUntil =
  (now: Date): At =>
  (date, hour, minute = 0) => {
    const time = `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
    const instant = new Date(`${date}T${time}:00Z`)
    return (instant < now ? instant : now).toISOString()
  }

export const byInstant = (a: { created_at: string }, b: { created_at: string }): number =>
  a.created_at < b.created_at ? -1 : a.created_at > b.created_at ? 1 : 0

/** Chance that repeats itself: mulberry32. */
export class Chance {
  #state: number

  constructor(seed: number) {
    this.#state = seed
  }

  /** 0 or more, below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1))
  }

  oneOf<Item>(items: readonly Item[]): Item {
    const item = items[Math.floor(this.next() * items.length)]
    if (item === undefined) throw new Error('nothing to choose from')
    return item
  }

  happens(percent: number): boolean {
    return this.next() * 100 < percent
  }
}

// ── Clients

const CLIENTS = [
  [
    'Harbor & Pine',
    'Harbor & Pine Coffee Roasters',
    'maya',
    'harborandpine',
    '+1 415 555 0134',
    'San Francisco, CA',
  ],
  [
    'Northwind Outdoor',
    'Northwind Outdoor Co.',
    'j.lindqvist',
    'northwindoutdoor',
    '+1 503 555 0118',
    'Portland, OR',
  ],
  ['Atelier Moreau', 'Atelier Moreau SARL', 'camille', 'ateliermoreau', '+33 1 70 18 55 02', 'Paris, France'],
  [
    'Brightwell Clinic',
    'Brightwell Family Clinic',
    'office',
    'brightwellclinic',
    '+1 312 555 0176',
    'Chicago, IL',
  ],
  [
    'Juniper Software',
    'Juniper Software GmbH',
    'thomas.keller',
    'junipersoftware',
    '+49 30 5550 1420',
    'Berlin, Germany',
  ],
  ['Casa Verde', 'Casa Verde Interiors', 'lucia', 'casaverde', '+1 512 555 0191', 'Austin, TX'],
  [
    'The Reading Room',
    'The Reading Room Festival',
    'hello',
    'readingroomfest',
    '+44 20 7946 0321',
    'London, UK',
  ],
  ['Oakline Realty', 'Oakline Realty Group', 'dana.wu', 'oaklinerealty', '+1 206 555 0147', 'Seattle, WA'],
] as const

const ARCHIVED_CLIENT = 7
/** Who has a portal link. */
export const PORTAL_CLIENT = 1

function sampleClients(today: DateOnly, at: At): SampleClient[] {
  return CLIENTS.map(([name, company, mailbox, domain, phone, address], index) => {
    const email = `${mailbox}@${domain}.example`
    const archived = index === ARCHIVED_CLIENT
    return {
      name,
      company,
      email,
      phone,
      address,
      notes: index === 0 ? 'Prefers short calls on Tuesday mornings. Invoices go to accounts payable.' : '',
      name_key: foldCase(name),
      search: foldCase([name, email, company].join('\n')),
      archived_at: archived ? at(addDays(today, -120), 16) : null,
      created_at: at(addDays(today, -364 + index * 9), 9, 30),
    }
  })
}

// ── Projects: client, name, description, rate, estimate, status, first and last day as days before today, weight

type Cast = [
  client: number | null,
  name: string,
  description: string,
  rate: Cents | null,
  estimate: Hundredths | null,
  status: ProjectStatus,
  from: number,
  to: number | null,
  /** How often she works on it. */
  weight: number,
]

const PROJECTS: Cast[] = [
  [
    0,
    'Harbor & Pine rebrand',
    'Identity, packaging and signage for three roasteries.',
    11_000,
    18_000,
    'completed',
    362,
    190,
    5,
  ],
  [
    0,
    'Seasonal packaging',
    'Four limited editions a year, from sketch to print.',
    11_500,
    9_000,
    'active',
    150,
    null,
    3,
  ],
  [
    1,
    'Northwind online shop',
    'Shop design and a component library for the new storefront.',
    12_500,
    26_000,
    'active',
    230,
    null,
    6,
  ],
  [
    1,
    'Trail guide illustrations',
    'Twelve maps and forty spot illustrations.',
    9_500,
    8_000,
    'completed',
    330,
    255,
    3,
  ],
  [
    2,
    'Lookbook spring/summer',
    'Art direction and layout of the printed lookbook.',
    10_500,
    7_500,
    'completed',
    300,
    232,
    3,
  ],
  [2, 'Atelier Moreau website', 'Portfolio site in two languages.', 12_000, 14_000, 'active', 110, null, 4],
  [
    3,
    'Patient portal redesign',
    'Research, wireframes and interface design.',
    13_500,
    20_000,
    'completed',
    260,
    95,
    5,
  ],
  [
    3,
    'Wayfinding system',
    'Signs and floor plans for the new building.',
    11_000,
    6_000,
    'on_hold',
    140,
    75,
    2,
  ],
  [
    4,
    'Juniper design system',
    'Tokens, components and documentation for the product team.',
    14_000,
    30_000,
    'active',
    200,
    null,
    6,
  ],
  [5, 'Casa Verde catalogue', '96 pages, photography included.', 9_000, 10_000, 'completed', 345, 270, 3],
  [6, 'Festival identity', 'Posters, programme and social media kit.', 10_000, 12_000, 'active', 80, null, 4],
  [7, 'Listing templates', 'Brochure and window card templates.', 9_500, 5_000, 'cancelled', 310, 280, 2],
  [null, 'Studio', 'Own website, pitches and administration.', null, null, 'active', 364, null, 2],
]

function sampleProjects(today: DateOnly, at: At): SampleProject[] {
  return PROJECTS.map(([client, name, description, hourly_rate, estimated_hours, status, from, to]) => {
    const start_date = addDays(today, -from)
    return {
      client,
      name,
      description,
      hourly_rate,
      estimated_hours,
      status,
      start_date,
      end_date: to === null ? null : addDays(today, -to),
      name_key: foldCase(name),
      search: foldCase([name, description].join('\n')),
      created_at: at(start_date, 8, 45),
    }
  })
}

// ── Time

const TASKS = [
  'Concept sketches',
  'Moodboards and references',
  'Layout refinements',
  'Review call and notes',
  'Typography and grid',
  'Icon set',
  'Print files and proofs',
  'Component states',
  'Prototype for user tests',
  'Illustration, second round',
  'Copy and layout corrections',
  'Handover documentation',
  'Colour studies',
  'Photo selection and retouching',
]
const STUDIO_TASKS = ['Bookkeeping', 'Pitch deck', 'Own website', 'Portfolio update', 'Mail and planning']

/** Her holidays, as days before today. */
const HOLIDAYS = [
  [322, 312],
  [118, 105],
] as const

const isHoliday = (daysAgo: number) => HOLIDAYS.some(([from, to]) => daysAgo <= from && daysAgo >= to)
const isWeekend = (date: DateOnly) => [0, 6].includes(new Date(`${date}T00:00:00Z`).getUTCDay())

function sampleTime(today: DateOnly, at: At, projects: SampleProject[], chance: Chance): SampleTimeEntry[] {
  const entries: SampleTimeEntry[] = []
  for (let daysAgo = 363; daysAgo >= 0; daysAgo -= 1) {
    const date = addDays(today, -daysAgo)
    if (isHoliday(daysAgo) || (isWeekend(date) && !chance.happens(6))) continue
    const running = runningOn(date, projects)
    let left = isWeekend(date) ? 250 : chance.between(22, 32) * 25
    for (let hour = 9; left >= 50 && hour < 18; hour += 3) {
      const project = chance.oneOf(running)
      const own = projects[project]?.client === null
      const hours = Math.min(left, chance.between(4, 16) * 25)
      left -= hours
      const description = chance.oneOf(own ? STUDIO_TASKS : TASKS)
      entries.push({
        project,
        description,
        hours,
        date,
        is_billable: !own && chance.happens(93),
        search: foldCase(description),
        created_at: at(date, hour, chance.between(0, 59)),
      })
    }
  }
  return entries
}

/** The projects of a day, each as often as it weighs. */
const runningOn = (date: DateOnly, projects: SampleProject[]): number[] =>
  projects.flatMap(({ start_date, end_date }, index) =>
    start_date <= date && (end_date === null || date <= end_date)
      ? Array.from({ length: PROJECTS[index]?.[8] ?? 0 }, () => index)
      : [],
  )

// ── Invoices: each month what was worked on a project, and a retainer that belongs to none

const RETAINER_CLIENT = 4
const RETAINER = 60_000
const TAX: Partial<Record<number, Hundredths>> = { 0: 862, 3: 1025, 5: 825 }
const FEWEST_HOURS = 400

type Draft = Pick<SampleInvoice, 'client' | 'project' | 'issue_date' | 'items'>

function sampleInvoices(
  today: DateOnly,
  at: At,
  clients: SampleClient[],
  projects: SampleProject[],
  time: SampleTimeEntry[],
  chance: Chance,
): SampleInvoice[] {
  const drafts = Array.from({ length: 12 }, (_, index) =>
    addMonths(monthOf(today).first, index - 12),
  ).flatMap((month) => monthlyDrafts(month, today, projects, time))
  const inOrder = [...drafts, ...draftOfThisMonth(today, projects, time)].toSorted((a, b) =>
    a.issue_date < b.issue_date ? -1 : a.issue_date > b.issue_date ? 1 : 0,
  )
  const fates = fatesOf(inOrder, today)
  return inOrder.map((draft, index) =>
    finish(draft, index, fates.get(index), { today, at, clients, projects, chance }),
  )
}

function monthlyDrafts(
  month: DateOnly,
  today: DateOnly,
  projects: SampleProject[],
  time: SampleTimeEntry[],
): Draft[] {
  const { first, last } = monthOf(month)
  const issue_date = earlier(addDays(last, 1), today)
  const worked = projects.flatMap((project, index): Draft[] => {
    const items = workedItems(project, index, time, { first, last })
    return project.client === null || items.length === 0
      ? []
      : [{ client: project.client, project: index, issue_date, items }]
  })
  const retainer: Draft = {
    client: RETAINER_CLIENT,
    project: null,
    issue_date,
    items: [
      withAmount({
        description: `Brand support, ${formatMonth(month.slice(0, 7))}`,
        quantity: 100,
        rate: RETAINER,
      }),
    ],
  }
  return month >= addMonths(monthOf(today).first, -6) ? [...worked, retainer] : worked
}

function draftOfThisMonth(today: DateOnly, projects: SampleProject[], time: SampleTimeEntry[]): Draft[] {
  const month = monthOf(today)
  const since = addDays(today, -30)
  const index = projects.findIndex(({ status, client }) => status === 'active' && client === PORTAL_CLIENT)
  const project = projects[index]
  if (!project || project.client === null) return []
  const period = { first: since < month.first ? month.first : since, last: today }
  const items = workedItems(project, index, time, period)
  const start = withAmount({ description: 'Component library, second phase', quantity: 100, rate: 240_000 })
  return [
    { client: project.client, project: index, issue_date: today, items: items.length > 0 ? items : [start] },
  ]
}

const earlier = (a: DateOnly, b: DateOnly): DateOnly => (a < b ? a : b)

/** The billable hours of a project, by what was done; small work is put together. */
function workedItems(
  { hourly_rate }: SampleProject,
  project: number,
  time: SampleTimeEntry[],
  { first, last }: { first: DateOnly; last: DateOnly },
): SampleItem[] {
  if (hourly_rate === null) return []
  const hours = new Map<string, Hundredths>()
  for (const entry of time) {
    if (entry.project !== project || !entry.is_billable || entry.date < first || entry.date > last) continue
    hours.set(entry.description, (hours.get(entry.description) ?? 0) + entry.hours)
  }
  const byHours = [...hours].toSorted((a, b) => b[1] - a[1])
  const large = byHours.slice(0, 3)
  const small = byHours.slice(3).reduce((sum, [, count]) => sum + count, 0)
  if (byHours.reduce((sum, [, count]) => sum + count, 0) < FEWEST_HOURS) return []
  const lines: [string, Hundredths][] = small > 0 ? [...large, ['Further design work', small]] : large
  return lines.map(([description, quantity]) => withAmount({ description, quantity, rate: hourly_rate }))
}

interface Surroundings {
  today: DateOnly
  at: At
  clients: SampleClient[]
  projects: SampleProject[]
  chance: Chance
}

function finish(
  draft: Draft,
  index: number,
  fate: InvoiceStatus | undefined,
  around: Surroundings,
): SampleInvoice {
  const { today, at, clients, projects, chance } = around
  const number = index + 1
  const client_name = clients[draft.client]?.name ?? ''
  const tax_rate = TAX[draft.client] ?? 0
  const amounts = draft.items.map(({ amount }) => amount)
  const payment = addDays(
    draft.issue_date,
    chance.happens(45) ? chance.between(1, 9) : chance.between(10, 36),
  )
  const status = fate ?? (payment <= today ? 'paid' : 'sent')
  return {
    ...draft,
    number,
    client_name,
    project_name: draft.project === null ? null : (projects[draft.project]?.name ?? null),
    due_date: dueOf(draft),
    tax_rate,
    ...totalsOf(amounts, tax_rate),
    notes: 'Thank you for your business. Payment by bank transfer within 30 days.',
    status,
    paid_on: status === 'paid' ? payment : null,
    search: foldCase([invoiceNumber(number), client_name].join('\n')),
    created_at: at(draft.issue_date, 9, index % 60),
  }
}

const dueOf = ({ issue_date }: Draft): DateOnly => addDays(issue_date, 30)

/**
 * Most are paid; one was called off, two are late, the last is still being written, and two wait for what the client
 * with the portal link says.
 */
function fatesOf(drafts: Draft[], today: DateOnly): Map<number, InvoiceStatus> {
  const lastDue = drafts.findLastIndex((draft) => dueOf(draft) < today)
  const fates = new Map<number, InvoiceStatus>([
    [lastDue, 'overdue'],
    [lastDue - 2, 'sent'],
    [Math.floor(drafts.length / 3), 'cancelled'],
    [drafts.length - 1, 'draft'],
  ])
  const waiting = [...drafts.keys()].filter(
    (index) => drafts[index]?.client === PORTAL_CLIENT && !fates.has(index),
  )
  for (const index of waiting.slice(-2)) fates.set(index, 'sent')
  return fates
}

// ── Expenses

type Spending = [category: ExpenseCategory, description: string, least: Cents, most: Cents]

/** The day of the month on which it is charged. */
const MONTHLY: [number, ...Spending][] = [
  [2, 'Software & Tools', 'Figma, professional seat', 1_600, 1_600],
  [5, 'Software & Tools', 'Adobe Creative Cloud', 5_999, 5_999],
  [9, 'Software & Tools', 'Hosting and domains', 2_400, 3_900],
  [1, 'Professional Services', 'Desk at the coworking space', 32_000, 32_000],
  [18, 'Office Supplies', 'Paper, toner and postage', 1_850, 7_400],
]

const NOW_AND_THEN: Spending[] = [
  ['Travel', 'Train to the client', 3_200, 18_400],
  ['Travel', 'Taxi from the airport', 2_100, 5_800],
  ['Meals & Entertainment', 'Lunch with the client', 2_450, 9_800],
  ['Meals & Entertainment', 'Coffee at the workshop', 900, 3_200],
  ['Office Supplies', 'Sketchbooks and markers', 1_200, 6_400],
  ['Professional Services', 'Proofreading', 8_000, 26_000],
  ['Professional Services', 'Photographer, half a day', 45_000, 68_000],
  ['Marketing', 'Printed portfolio', 9_900, 24_000],
  ['Marketing', 'Postage for mailing', 2_200, 8_600],
  ['Equipment', 'Cables and adapters', 1_900, 8_900],
  ['Training & Education', 'Online course', 4_900, 24_900],
  ['Other', 'Bank fees', 450, 2_300],
  ['Software & Tools', 'Typeface licence', 6_000, 32_000],
]

const ONCE: [daysAgo: number, ...Spending][] = [
  [287, 'Equipment', 'Display, 27 inches', 89_900, 89_900],
  [176, 'Training & Education', 'Type design conference', 54_000, 54_000],
  [64, 'Equipment', 'Graphics tablet', 37_900, 37_900],
]

function sampleExpenses(today: DateOnly, at: At, projects: SampleProject[], chance: Chance): SampleExpense[] {
  const expenses: SampleExpense[] = []
  const spend = (date: DateOnly, [category, description, least, most]: Spending, project: number | null) => {
    expenses.push({
      project,
      category,
      description,
      amount: chance.between(least, most),
      date,
      is_billable: project !== null && chance.happens(70),
      search: foldCase([description, category].join('\n')),
      created_at: at(date, 18, chance.between(0, 59)),
    })
  }
  for (let daysAgo = 363; daysAgo >= 0; daysAgo -= 1) {
    const date = addDays(today, -daysAgo)
    for (const [day, ...charge] of MONTHLY) if (Number(date.slice(8)) === day) spend(date, charge, null)
    for (const [when, ...purchase] of ONCE) if (when === daysAgo) spend(date, purchase, null)
    if (isHoliday(daysAgo) || !chance.happens(17)) continue
    const running = runningOn(date, projects).filter((index) => projects[index]?.client !== null)
    const forProject = running.length > 0 && chance.happens(55)
    spend(date, chance.oneOf(NOW_AND_THEN), forProject ? chance.oneOf(running) : null)
  }
  return expenses
}

// ── Activity: what those records would have left in the log

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
