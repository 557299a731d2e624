import { addDays, addMonths, type DateOnly, monthOf } from '#core/calendar.ts'
import type { Currency } from '#core/currency.ts'
import { type TaxCategory, totalsOf, type Unit, withAmount } from '#core/document-lines.ts'
import type { ExchangeRate } from '#core/exchange.ts'
import { formatLongDate, formatMonth } from '#core/format.ts'
import { type MinorUnits, percentOf } from '#core/money.ts'
import type { SeededRandom } from '#core/seeded-random.ts'
import { foldCase } from '#core/text.ts'
import {
  HOUR,
  type Hundredths,
  hoursAsQuantity,
  ONE,
  type TenThousandths,
  type Thousandths,
} from '#core/units.ts'
import type { InvoiceStatus } from '#features/billing/invoices/contract/invoice.ts'
import { invoiceNumber } from '#features/billing/invoices/rules/status.ts'
import type { PaymentMethod } from '#features/billing/payments/contract.ts'
import { apportion, type Parts } from '#features/billing/payments/rules/ledger.ts'
import { type DemoClient, EURO_CLIENT, PAYMENT_TERMS_DAYS, PORTAL_CLIENT, UNASKED_CLIENT } from './clients.ts'
import { inHome, rateOn } from './exchange.ts'
import { type At, priceIn } from './units.ts'
import { BILLED_FEES, type DemoProject, type DemoTimeEntry } from './work.ts'

/**
 * The work of a line: entries of time, by their index, a part of the project's fixed fee, or the fee of a deliverable.
 */
type DemoWork =
  | { kind: 'time'; entries: number[] }
  | { kind: 'fixed_fee' }
  | { kind: 'deliverable'; title: string }

interface DemoItem {
  description: string
  quantity: TenThousandths
  unit: Unit
  rate: MinorUnits
  amount: MinorUnits
  work: DemoWork | null
}

export interface DemoInvoice {
  /** Counted from 1; in the account it follows the last number of the series. */
  number: number
  client: number
  client_name: string
  project: number | null
  project_name: string | null
  issue_date: DateOnly
  due_date: DateOnly
  service_from: DateOnly | null
  service_to: DateOnly | null
  tax_category: TaxCategory
  tax_rate: Thousandths
  currency: Currency
  exchange_rate: ExchangeRate | null
  subtotal: MinorUnits
  discount_percent: Hundredths | null
  discount_amount: MinorUnits
  tax_amount: MinorUnits
  total: MinorUnits
  home_total: MinorUnits
  amount_paid: MinorUnits
  home_paid: MinorUnits
  notes: string
  status: InvoiceStatus
  paid_on: DateOnly | null
  search: string
  created_at: string
  items: DemoItem[]
  payments: DemoPayment[]
}

interface DemoPayment extends Parts {
  amount: MinorUnits
  paid_on: DateOnly
  method: PaymentMethod
  reference: string
  provider_payment_id: string | null
  provider_id: string | null
  created_at: string
}

const RETAINER_CLIENT = 4
const RETAINER = 60_000
const TAX: Partial<Record<number, Thousandths>> = { 0: 8625, 3: 10_250, 5: 8250 }
const MIN_HOURS = 4 * HOUR
/** The discount of retainers. */
const DISCOUNT: Partial<Record<number, Hundredths>> = { [RETAINER_CLIENT]: 500 }

type Draft = Pick<DemoInvoice, 'client' | 'project' | 'issue_date' | 'service_from' | 'service_to' | 'items'>

/** Each month what was worked on a project, and a retainer that belongs to none. Between them, what an approval made. */
export function demoInvoices(
  today: DateOnly,
  at: At,
  clients: DemoClient[],
  projects: DemoProject[],
  time: DemoTimeEntry[],
  chance: SeededRandom,
  home: Currency,
): DemoInvoice[] {
  const drafts = Array.from({ length: 12 }, (_, index) =>
    addMonths(monthOf(today).first, index - 12),
  ).flatMap((month) => monthlyDrafts(month, today, projects, time, clients, home))
  const inOrder = [
    ...drafts,
    ...approvedDrafts(today, clients, projects),
    ...draftOfThisMonth(today, projects, time),
  ].toSorted((a, b) => (a.issue_date < b.issue_date ? -1 : a.issue_date > b.issue_date ? 1 : 0))
  const fates = fatesOf(inOrder, today)
  return inOrder.map((draft, index) =>
    finish(draft, index, fates.get(index), { today, at, clients, projects, chance, home }),
  )
}

function monthlyDrafts(
  month: DateOnly,
  today: DateOnly,
  projects: DemoProject[],
  time: DemoTimeEntry[],
  clients: DemoClient[],
  home: Currency,
): Draft[] {
  const { first, last } = monthOf(month)
  const issue_date = earlier(addDays(last, 1), today)
  const worked = projects.flatMap((project, index): Draft[] => {
    const items = [
      ...workedItems(project, index, time, { first, last }),
      ...(project.invoice_on_approval === 'off'
        ? approvedItems(project, clients, today, { first, last })
        : []),
    ]
    return project.client === null || items.length === 0
      ? []
      : [{ client: project.client, project: index, issue_date, service_from: first, service_to: last, items }]
  })
  const retainer: Draft = {
    client: RETAINER_CLIENT,
    project: null,
    issue_date,
    service_from: first,
    service_to: last,
    items: [
      withAmount({
        description: `Brand support, ${formatMonth(month.slice(0, 7))}`,
        quantity: ONE,
        unit: '',
        rate: priceIn(RETAINER, home),
        work: null,
      }),
    ],
  }
  return month >= addMonths(monthOf(today).first, -6) ? [...worked, retainer] : worked
}

/** Leaves what was worked in the last week unbilled. */
function draftOfThisMonth(today: DateOnly, projects: DemoProject[], time: DemoTimeEntry[]): Draft[] {
  const month = monthOf(today)
  const index = projects.findIndex(({ status, client }) => status === 'active' && client === PORTAL_CLIENT)
  const project = projects[index]
  if (!project || project.client === null) return []
  const period = { first: month.first, last: addDays(today, -7) }
  const items = workedItems(project, index, time, period)
  const start = withAmount({
    description: 'Component library, second phase',
    quantity: ONE,
    unit: '' as const,
    rate: priceIn(240_000, project.currency),
    work: null,
  })
  return [
    {
      client: project.client,
      project: index,
      issue_date: today,
      service_from: month.first,
      service_to: items.length > 0 ? period.last : today,
      items: items.length > 0 ? items : [start],
    },
  ]
}

const earlier = (a: DateOnly, b: DateOnly): DateOnly => (a < b ? a : b)

/** The billable hours of a project by task; small tasks are combined. Half of a fixed fee is due at the start. */
function workedItems(
  { hourly_rate, fixed_fee, start_date }: DemoProject,
  project: number,
  time: DemoTimeEntry[],
  { first, last }: { first: DateOnly; last: DateOnly },
): DemoItem[] {
  if (fixed_fee !== null && first <= start_date && start_date <= last) {
    return [
      withAmount({
        description: 'First half of the fee',
        quantity: ONE,
        unit: '',
        rate: percentOf(5_000, fixed_fee),
        work: { kind: 'fixed_fee' },
      }),
    ]
  }
  if (hourly_rate === null) return []
  const tasks = new Map<string, number[]>()
  for (const [index, entry] of time.entries()) {
    if (entry.project !== project || !entry.is_billable || entry.date < first || entry.date > last) continue
    tasks.set(entry.description, [...(tasks.get(entry.description) ?? []), index])
  }
  const hoursOf = (entries: number[]) => entries.reduce((sum, index) => sum + (time[index]?.hours ?? 0), 0)
  const byHours = [...tasks].toSorted((a, b) => hoursOf(b[1]) - hoursOf(a[1]))
  const large = byHours.slice(0, 3)
  const small = byHours.slice(3).flatMap(([, entries]) => entries)
  if (hoursOf([...tasks.values()].flat()) < MIN_HOURS) return []
  const lines: [string, number[]][] = small.length > 0 ? [...large, ['Further design work', small]] : large
  return lines.map(([description, entries]) =>
    withAmount({
      description,
      quantity: hoursAsQuantity(hoursOf(entries)),
      unit: 'hours',
      rate: hourly_rate,
      work: { kind: 'time', entries },
    }),
  )
}

/** The invoices that approvals made by themselves. */
const approvedDrafts = (today: DateOnly, clients: DemoClient[], projects: DemoProject[]): Draft[] =>
  projects.flatMap((project, index): Draft[] => {
    const { client, invoice_on_approval } = project
    if (client === null || invoice_on_approval === 'off') return []
    return Object.values(BILLED_FEES).flatMap(({ approved }): Draft[] => {
      const issue_date = addDays(today, -approved)
      const items = approvedItems(project, clients, today, { first: issue_date, last: issue_date })
      const service = { service_from: issue_date, service_to: issue_date }
      return items.length === 0 ? [] : [{ client, project: index, issue_date, ...service, items }]
    })
  })

/** Fees that were billed after the client had approved the work. */
function approvedItems(
  { name, client, currency }: DemoProject,
  clients: DemoClient[],
  today: DateOnly,
  { first, last }: { first: DateOnly; last: DateOnly },
): DemoItem[] {
  return Object.values(BILLED_FEES).flatMap(({ project, title, approved, fee }): DemoItem[] => {
    const approvedOn = addDays(today, -approved)
    if (name !== project || client === null || approvedOn < first || approvedOn > last) return []
    const approval = `approved by ${clients[client]?.name} on ${formatLongDate(approvedOn)}`
    return [
      withAmount({
        description: `${title}, version 1, ${approval}`,
        quantity: ONE,
        unit: '',
        rate: priceIn(fee, currency),
        work: { kind: 'deliverable', title },
      }),
    ]
  })
}

interface Surroundings {
  today: DateOnly
  at: At
  clients: DemoClient[]
  projects: DemoProject[]
  chance: SeededRandom
  home: Currency
}

/** `partly` is a sent invoice of which a part has been paid. */
type Fate = InvoiceStatus | 'partly'

function finish(draft: Draft, index: number, fate: Fate | undefined, around: Surroundings): DemoInvoice {
  const { today, at, clients, projects, chance, home } = around
  const number = index + 1
  const { name: client_name = '', currency = home } = clients[draft.client] ?? {}
  const tax_rate = TAX[draft.client] ?? 0
  const discount = { discount_percent: DISCOUNT[draft.client] ?? null, discount_amount: 0 }
  const exchange_rate = rateOn(draft.issue_date, currency, home)
  const totals = totalsOf(
    draft.items.map(({ amount }) => amount),
    tax_rate,
    discount,
  )
  const days = chance.happens(45) ? chance.between(1, 9) : chance.between(10, 36)
  const payment = isRetainer(draft) ? draft.issue_date : addDays(draft.issue_date, days)
  const settled = fate ?? (payment <= today ? 'paid' : 'sent')
  const payments = apportion(
    { ...totals, currency, exchange_rate },
    amountsPaid(settled, index, totals.total, draft.issue_date, payment).map(({ amount, paid_on }) => ({
      amount,
      paid_on,
      ...transferOf(draft.client, number, paid_on),
      created_at: at(paid_on, 10, number % 60),
    })),
    home,
  )
  const sum = (of: 'amount' | 'home_amount') => payments.reduce((total, paid) => total + paid[of], 0)
  return {
    ...draft,
    number,
    client_name,
    project_name: draft.project === null ? null : (projects[draft.project]?.name ?? null),
    due_date: dueOf(draft),
    tax_category: draft.client === EURO_CLIENT && currency !== home ? 'reverse_charge' : 'standard',
    tax_rate,
    currency,
    exchange_rate,
    ...discount,
    ...totals,
    home_total: inHome(totals.total, currency, exchange_rate, home),
    amount_paid: sum('amount'),
    home_paid: sum('home_amount'),
    notes: `Thank you for your business. Payment by bank transfer within ${PAYMENT_TERMS_DAYS} days.`,
    status: settled === 'partly' ? 'sent' : settled,
    paid_on: settled === 'paid' ? payment : null,
    search: foldCase([invoiceNumber(number), client_name].join('\n')),
    created_at: at(draft.issue_date, 9, index % 60),
    payments,
  }
}

/** A few are paid in two parts. */
function amountsPaid(
  fate: Fate,
  index: number,
  total: MinorUnits,
  issued: DateOnly,
  last: DateOnly,
): { amount: MinorUnits; paid_on: DateOnly }[] {
  const deposit = { amount: percentOf(4_000, total), paid_on: issued }
  if (fate === 'partly') return [deposit]
  if (fate !== 'paid') return []
  if (index % 9 !== 4) return [{ amount: total, paid_on: last }]
  return [deposit, { amount: total - deposit.amount, paid_on: last }]
}

/** The payment method of each client. */
const METHODS: PaymentMethod[] = [
  'bank_transfer',
  'online',
  'bank_transfer',
  'check',
  'bank_transfer',
  'paypal',
  'bank_transfer',
  'cash',
]

function transferOf(
  client: number,
  number: number,
  paidOn: DateOnly,
): Pick<DemoPayment, 'method' | 'reference' | 'provider_payment_id' | 'provider_id'> {
  const method = METHODS[client] ?? 'other'
  const provider = method === 'online' ? `demo_${number}_${paidOn}` : null
  const reference =
    method === 'bank_transfer' ? invoiceNumber(number) : method === 'check' ? `Check ${2_140 + number}` : ''
  return { method, reference, provider_payment_id: provider, provider_id: provider }
}

/** Is paid on the day it is issued, so that every month has begun with a payment. */
const isRetainer = ({ project }: Draft): boolean => project === null

const dueOf = ({ issue_date }: Draft): DateOnly => addDays(issue_date, PAYMENT_TERMS_DAYS)

/**
 * Most are paid; one is cancelled, two are overdue, one of them partly paid, the last is a draft, two wait for a decision
 * of the client with the portal link, and one that needs none is to be paid.
 */
function fatesOf(drafts: Draft[], today: DateOnly): Map<number, Fate> {
  const lastDue = drafts.findLastIndex((draft) => dueOf(draft) < today)
  const cancelled = drafts.findIndex(
    ({ items }, index) =>
      index >= Math.floor(drafts.length / 3) && items.every(({ work }) => work?.kind !== 'deliverable'),
  )
  const fates = new Map<number, Fate>([
    [lastDue, 'overdue'],
    [lastDue - 2, 'partly'],
    [cancelled, 'cancelled'],
    [drafts.length - 1, 'draft'],
  ])
  const waiting = [...drafts.keys()].filter(
    (index) => drafts[index]?.client === PORTAL_CLIENT && !fates.has(index),
  )
  for (const index of waiting.slice(-2)) fates.set(index, 'sent')
  const unpaid = drafts.findLastIndex((draft) => draft.client === UNASKED_CLIENT && !isRetainer(draft))
  if (!fates.has(unpaid)) fates.set(unpaid, 'sent')
  return fates
}
