import { addDays, type DateOnly, monthOf } from '#core/calendar.ts'
import type { Currency } from '#core/currency.ts'
import { formatDate, formatMoney } from '#core/format.ts'
import { fromMinorUnits, type MinorUnits, percentage, percentOf } from '#core/money.ts'
import type { Hundredths, Seconds } from '#core/units.ts'
import type {
  GroupBy,
  Unbilled,
  UnbilledProject,
  WorkKind,
} from '#features/billing/billable-work/contract.ts'
import {
  inEachCurrency,
  sumsOf,
  WITHOUT_PROJECT,
  type WorkOfProject,
} from '#features/billing/billable-work/rules.ts'
import type { InvoiceForm } from '#features/billing/invoices/contract/input.ts'

/** The days that are billed. An open end is undefined. */
export interface Period {
  from: DateOnly | undefined
  to: DateOnly | undefined
}

export function periodChoices(today: DateOnly): (Period & { label: string })[] {
  const thisMonth = monthOf(today)
  const lastMonth = monthOf(addDays(thisMonth.first, -1))
  return [
    { label: 'All', from: undefined, to: undefined },
    { label: 'Last month', from: lastMonth.first, to: lastMonth.last },
    { label: 'This month', from: thisMonth.first, to: thisMonth.last },
  ]
}

/** Something unbilled that can be ticked. */
export interface BillableItem {
  /** "time 12" */
  key: string
  kind: Exclude<WorkKind, 'fixed_fee'>
  text: string
  date: DateOnly | null
  hours: Seconds | null
  /** Null for time without a rate. */
  amount: MinorUnits | null
}

/** The rest of a project's fixed fee. */
export interface FixedFee {
  /** "fixed_fee 3" */
  key: string
  total: MinorUnits
  rest: MinorUnits
}

/** The unbilled work of a project in one currency, or expenses of a client without a project. */
export interface ProjectWork {
  /** Null for expenses without a project. */
  id: number | null
  name: string
  currency: Currency
  items: BillableItem[]
  fee: FixedFee | null
  source: WorkOfProject
}

/** The unbilled work of one client, or what has no client yet. */
export interface ClientWork {
  id: number | null
  name: string
  projects: ProjectWork[]
  /** In each currency, the largest first. */
  amounts: { currency: Currency; amount: MinorUnits }[]
}

export function clientsOf({ projects }: Unbilled): ClientWork[] {
  const byClient = Map.groupBy(projects, ({ client_id }) => client_id)
  return [...byClient]
    .map(([id, found]) => {
      const amounts = inEachCurrency(found.flatMap(({ sums }) => sums))
        .map(({ currency, amount }) => ({ currency, amount }))
        .toSorted((a, b) => b.amount - a.amount)
      return { id, name: found[0]?.client_name ?? '', projects: found.flatMap(worksOf), amounts }
    })
    .toSorted((a, b) => a.name.localeCompare(b.name))
}

const itemsFor = ({ projects }: ClientWork) => projects.flatMap(({ items }) => items)

export const hoursOf = (client: ClientWork): Seconds =>
  itemsFor(client).reduce((sum, { hours }) => sum + (hours ?? 0), 0)

/** The day of the oldest work; undefined if all of it is a fixed fee. */
export const oldestOf = (client: ClientWork): DateOnly | undefined =>
  itemsFor(client)
    .flatMap(({ date }) => date ?? [])
    .toSorted()
    .at(0)

export type BilledClient = ClientWork & { id: number }

/** The client whose work is billed, unless there are several to choose from. */
export function clientToBill(clients: readonly ClientWork[]): BilledClient | undefined {
  const [client, ...others] = clients
  return client && hasId(client) && others.length === 0 ? client : undefined
}

const hasId = (client: ClientWork): client is BilledClient => client.id !== null

/** One for each currency: expenses may be in another one than the project. */
function worksOf(project: UnbilledProject): ProjectWork[] {
  return project.sums.map(({ currency }) => {
    const isOwn = currency === project.currency
    const source: WorkOfProject = {
      ...project,
      time: isOwn ? project.time : [],
      expenses: project.expenses.filter((expense) => expense.currency === currency),
      fees: isOwn ? project.fees : [],
    }
    return {
      id: project.project_id,
      name: project.project_name ?? WITHOUT_PROJECT,
      currency,
      items: itemsOf(source),
      fee: fixedFeeOf(source),
      source,
    }
  })
}

const itemsOf = ({ time, expenses, fees }: WorkOfProject): BillableItem[] => [
  ...time.map(({ id, date, description, hours, amount }) => ({
    key: `time ${id}`,
    kind: 'time' as const,
    text: description || 'No description',
    date,
    hours,
    amount,
  })),
  ...expenses.map(({ id, date, description, amount }) => ({
    key: `expense ${id}`,
    kind: 'expense' as const,
    text: description,
    date,
    hours: null,
    amount,
  })),
  ...fees.flatMap(({ kind, id, date, description, amount }) =>
    kind === 'fixed_fee'
      ? []
      : [{ key: `${kind} ${id}`, kind, text: description, date, hours: null, amount }],
  ),
]

function fixedFeeOf({ fees, fixed_fee }: WorkOfProject): FixedFee | null {
  const fee = fees.find(({ kind }) => kind === 'fixed_fee')
  return fee ? { key: `fixed_fee ${fee.id}`, total: fixed_fee ?? fee.amount, rest: fee.amount } : null
}

/** The freelancer's choices; everything else is as it was found. */
export interface Choices {
  ticked: ReadonlyMap<string, boolean>
  /** The amounts of fixed fees to bill; null while the typed amount cannot be billed. */
  fees: ReadonlyMap<string, MinorUnits | null>
}

export const NO_CHOICES: Choices = { ticked: new Map(), fees: new Map() }

/** Ticks nothing but this work, of all that is unbilled. */
export function tickOnly(projects: readonly ProjectWork[], only: readonly string[]): Choices {
  const wanted = new Set(only)
  return { ...NO_CHOICES, ticked: new Map(projects.flatMap(keysOf).map((key) => [key, wanted.has(key)])) }
}

/** Everything is ticked but time without a rate, which would be billed for nothing. */
export const isTicked = (
  { ticked }: Choices,
  { key, amount }: Pick<BillableItem, 'key' | 'amount'>,
): boolean => ticked.get(key) ?? amount !== null

export const isFeeTicked = ({ ticked }: Choices, { key }: FixedFee): boolean => ticked.get(key) ?? true

/** The amount of a fixed fee to bill; null while it is unknown. */
export const feeToBill = ({ fees }: Choices, { key, rest }: FixedFee): MinorUnits | null => {
  const entered = fees.get(key)
  if (entered === undefined) return rest
  return entered !== null && entered <= rest ? entered : null
}

/** The percentage of the whole fee that an amount is. */
export const percentOfFee = (amount: MinorUnits, { total }: FixedFee): Hundredths => percentage(amount, total)

/** The amount of a percentage of the whole fee: the rest if it is the same but for rounding. */
export const feeAtPercent = (percent: Hundredths, fee: FixedFee): MinorUnits =>
  percent === percentOfFee(fee.rest, fee) ? fee.rest : percentOf(percent, fee.total)

const keysOf = ({ items, fee }: ProjectWork): string[] => [
  ...items.map(({ key }) => key),
  ...(fee ? [fee.key] : []),
]

export function tickProject(choices: Choices, project: ProjectWork, isOn: boolean): Choices {
  const ticked = new Map(choices.ticked)
  for (const key of keysOf(project)) ticked.set(key, isOn)
  return { ...choices, ticked }
}

export const tickOne = (choices: Choices, key: string, isOn: boolean): Choices => ({
  ...choices,
  ticked: new Map(choices.ticked).set(key, isOn),
})

export const enterFee = (choices: Choices, { key }: FixedFee, amount: MinorUnits | null): Choices => ({
  ticked: new Map(choices.ticked).set(key, true),
  fees: new Map(choices.fees).set(key, amount),
})

/** The chosen amount of a project, and the number of its chosen items. */
export function chosenOf(choices: Choices, project: ProjectWork) {
  const { items, fee } = project
  const ticked = items.filter((item) => isTicked(choices, item)).length
  const billsFee = fee !== null && isFeeTicked(choices, fee)
  const [sum] = sumsOf([chosenIn(choices, project)])
  return { amount: sum?.amount ?? 0, count: ticked + (billsFee ? 1 : 0), of: keysOf(project).length }
}

/** True if everything that is ticked can be billed as it was entered. */
export const isComplete = (choices: Choices, projects: readonly ProjectWork[]): boolean =>
  projects.every(({ fee }) => !fee || !isFeeTicked(choices, fee) || feeToBill(choices, fee) !== null)

/** The ticked work, as lines are made of it. Projects without any are left out. */
export const chosenWork = (choices: Choices, projects: readonly ProjectWork[]): WorkOfProject[] =>
  projects
    .filter((project) => chosenOf(choices, project).count > 0)
    .map((project) => chosenIn(choices, project))

/** The ticked work of a project. */
function chosenIn(choices: Choices, { source, items, fee }: ProjectWork): WorkOfProject {
  const chosen = new Set(items.filter((item) => isTicked(choices, item)).map(({ key }) => key))
  const fixedFee = fee && isFeeTicked(choices, fee) ? feeToBill(choices, fee) : null
  return {
    ...source,
    time: source.time.filter(({ id }) => chosen.has(`time ${id}`)),
    expenses: source.expenses.filter(({ id }) => chosen.has(`expense ${id}`)),
    fees: source.fees.flatMap((one) => {
      if (one.kind !== 'fixed_fee') return chosen.has(`${one.kind} ${one.id}`) ? [one] : []
      return fixedFee === null ? [] : [{ ...one, amount: fixedFee }]
    }),
  }
}

/** Ticked work that is no longer unbilled as it was, in words. */
export function goneSince(
  before: readonly ProjectWork[],
  choices: Choices,
  now: ClientWork | undefined,
): string[] {
  const present = new Map(
    now?.projects.flatMap(({ items, fee }) => [
      ...items.map(({ key, amount }) => [key, amount] as const),
      ...(fee ? [[fee.key, fee.rest] as const] : []),
    ]),
  )
  return before.flatMap(({ name, currency, items, fee }) => [
    ...items
      .filter((item) => isTicked(choices, item) && present.get(item.key) !== item.amount)
      .map(({ text, date, amount }) =>
        [text, date && formatDate(date), amount !== null && formatMoney(amount, currency)]
          .filter(Boolean)
          .join(', '),
      ),
    ...(fee && isFeeTicked(choices, fee) && present.get(fee.key) !== fee.rest
      ? [`Fixed fee of ${name}, ${formatMoney(fee.rest, currency)}`]
      : []),
  ])
}

/** The request to bill. The server composes the lines anew. */
export function bodyOf(
  client: { id: number },
  work: WorkOfProject[],
  groupBy: GroupBy,
  today: DateOnly,
): InvoiceForm {
  const feesOf = (kind: 'deliverable' | 'milestone') =>
    work.flatMap(({ fees }) => fees.filter((fee) => fee.kind === kind).map(({ id }) => id))
  const [project] = work
  return {
    client_id: client.id,
    project_id: onlyProject(work)?.project_id ?? null,
    issue_date: today,
    ...(project && { currency: currencyOf(project) }),
    bill: {
      time_entry_ids: work.flatMap(({ time }) => time.map(({ id }) => id)),
      expense_ids: work.flatMap(({ expenses }) => expenses.map(({ id }) => id)),
      deliverable_ids: feesOf('deliverable'),
      milestone_ids: feesOf('milestone'),
      fixed_fees: work.flatMap(({ fees, currency }) =>
        fees
          .filter(({ kind }) => kind === 'fixed_fee')
          .map(({ id, amount }) => ({ project_id: id, amount: fromMinorUnits(amount, currency) })),
      ),
      group_by: groupBy,
    },
  }
}

export const onlyProject = (work: WorkOfProject[]): WorkOfProject | undefined =>
  work.length === 1 ? work[0] : undefined

const currencyOf = ({ currency, time, fees, expenses }: WorkOfProject) =>
  time.length + fees.length > 0 ? currency : (expenses[0]?.currency ?? currency)

/** True if a small screen shows the invoice, not the work. */
export const isPreviewStep = (search: URLSearchParams): boolean => search.get('step') === 'preview'
