import { addDays, type DateOnly } from '#core/calendar.ts'
import type { Currency } from '#core/currency.ts'
import type { MinorUnits } from '#core/money.ts'
import type { SeededRandom } from '#core/seeded-random.ts'
import { foldCase } from '#core/text.ts'
import { HOUR, type Hundredths, type Seconds } from '#core/units.ts'
import type { Billing, InvoiceOnApproval, ProjectStatus } from '#features/engagement/projects/contract.ts'
import type { DemoClient } from './clients.ts'
import { type At, priceIn } from './units.ts'

export interface DemoProject {
  client: number | null
  name: string
  description: string
  currency: Currency
  billing: Billing
  hourly_rate: MinorUnits | null
  fixed_fee: MinorUnits | null
  estimated_hours: Seconds | null
  budget_hours: Seconds | null
  invoice_on_approval: InvoiceOnApproval
  status: ProjectStatus
  start_date: DateOnly
  end_date: DateOnly | null
  name_key: string
  search: string
  created_at: string
}

export interface DemoTimeEntry {
  project: number
  description: string
  hours: Seconds
  date: DateOnly
  is_billable: boolean
  rate: MinorUnits | null
  search: string
  created_at: string
}

/** Fees that the client with the link approved so many days ago, and that are on an invoice. */
export const BILLED_FEES = {
  homepage: { project: 'Northwind online shop', title: 'Homepage design', approved: 93, fee: 160_000 },
  spots: { project: 'Trail guide illustrations', title: 'Spot illustrations', approved: 262, fee: 90_000 },
}

/** The first and the last day are days before today. */
type Cast = [
  client: number | null,
  name: string,
  description: string,
  rate: Hundredths | null,
  /** In hours. */
  estimate: number | null,
  status: ProjectStatus,
  from: number,
  to: number | null,
  /** The share of work on it. */
  weight: number,
]

const PROJECTS: Cast[] = [
  [
    0,
    'Harbor & Pine rebrand',
    'Identity, packaging and signage for three roasteries.',
    11_000,
    180,
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
    90,
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
    260,
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
    80,
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
    75,
    'completed',
    300,
    232,
    3,
  ],
  [2, 'Atelier Moreau website', 'Portfolio site in two languages.', 12_000, 140, 'active', 110, null, 4],
  [
    3,
    'Patient portal redesign',
    'Research, wireframes and interface design.',
    13_500,
    200,
    'completed',
    260,
    95,
    5,
  ],
  [3, 'Wayfinding system', 'Signs and floor plans for the new building.', 11_000, 60, 'on_hold', 140, 75, 2],
  [
    4,
    'Juniper design system',
    'Tokens, components and documentation for the product team.',
    14_000,
    300,
    'active',
    200,
    null,
    6,
  ],
  [5, 'Casa Verde catalogue', '96 pages, photography included.', 9_000, 100, 'completed', 345, 270, 3],
  [6, 'Festival identity', 'Posters, programme and social media kit.', null, 120, 'active', 80, null, 4],
  [7, 'Listing templates', 'Brochure and window card templates.', 9_500, 50, 'cancelled', 310, 280, 2],
  [null, 'Studio', 'Own website, pitches and administration.', null, null, 'active', 364, null, 2],
]

const FIXED_FEES: Partial<Record<string, MinorUnits>> = { 'Festival identity': 960_000 }
const INVOICED_ON_APPROVAL = BILLED_FEES.spots.project

export function demoProjects(today: DateOnly, at: At, clients: DemoClient[], home: Currency): DemoProject[] {
  return PROJECTS.map(([client, name, description, rate, estimate, status, from, to]) => {
    const start_date = addDays(today, -from)
    const currency = (client === null ? undefined : clients[client]?.currency) ?? home
    const priced = (cents: MinorUnits | null | undefined) => (cents ? priceIn(cents, currency) : null)
    const fixed_fee = priced(FIXED_FEES[name])
    return {
      client,
      name,
      description,
      currency,
      billing: fixed_fee === null ? 'hourly' : 'fixed',
      hourly_rate: priced(rate),
      fixed_fee,
      estimated_hours: estimate === null ? null : estimate * HOUR,
      budget_hours: null,
      invoice_on_approval: name === INVOICED_ON_APPROVAL ? 'sent' : 'off',
      status,
      start_date,
      end_date: to === null ? null : addDays(today, -to),
      name_key: foldCase(name),
      search: foldCase([name, description].join('\n')),
      created_at: at(start_date, 8, 45),
    }
  })
}

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

/** Holidays, as days before today. */
const HOLIDAYS = [
  [322, 312],
  [118, 105],
] as const

export const isHoliday = (daysAgo: number) => HOLIDAYS.some(([from, to]) => daysAgo <= from && daysAgo >= to)
const isWeekend = (date: DateOnly) => [0, 6].includes(new Date(`${date}T00:00:00Z`).getUTCDay())

export function demoTime(
  today: DateOnly,
  at: At,
  projects: DemoProject[],
  chance: SeededRandom,
): DemoTimeEntry[] {
  const entries: DemoTimeEntry[] = []
  for (let daysAgo = 363; daysAgo >= 0; daysAgo -= 1) {
    const date = addDays(today, -daysAgo)
    if (isHoliday(daysAgo) || (isWeekend(date) && !chance.happens(6))) continue
    const running = runningOn(date, projects)
    let left = isWeekend(date) ? 10 * QUARTER : chance.between(22, 32) * QUARTER
    for (let hour = 9; left >= 2 * QUARTER && hour < 18; hour += 3) {
      const project = chance.oneOf(running)
      const own = projects[project]?.client === null
      const hours = Math.min(left, chance.between(4, 16) * QUARTER)
      left -= hours
      const description = chance.oneOf(own ? STUDIO_TASKS : TASKS)
      entries.push({
        project,
        description,
        hours,
        date,
        is_billable: !own && chance.happens(93),
        rate: projects[project]?.hourly_rate ?? null,
        search: foldCase(description),
        created_at: at(date, hour, chance.between(0, 59)),
      })
    }
  }
  return entries
}

const QUARTER = HOUR / 4

const BUDGETED_PROJECT = 'Seasonal packaging'

/** Gives one of the projects a budget, of which about 85 % are used. */
export const withBudget = (projects: DemoProject[], time: DemoTimeEntry[]): DemoProject[] =>
  projects.map((project, index) => {
    if (project.name !== BUDGETED_PROJECT) return project
    const used = time.reduce((sum, entry) => sum + (entry.project === index ? entry.hours : 0), 0)
    return { ...project, budget_hours: Math.round(used / 0.85 / HOUR) * HOUR }
  })

/** The projects of a day, each repeated by its weight. */
export const runningOn = (date: DateOnly, projects: DemoProject[]): number[] =>
  projects.flatMap(({ start_date, end_date }, index) =>
    start_date <= date && (end_date === null || date <= end_date)
      ? Array.from({ length: PROJECTS[index]?.[8] ?? 0 }, () => index)
      : [],
  )
