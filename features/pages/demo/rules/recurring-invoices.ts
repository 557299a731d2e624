import { addMonths, type DateOnly, monthOf } from '#core/calendar.ts'
import type { Currency } from '#core/currency.ts'
import { type DocumentLine, withAmount } from '#core/document-lines.ts'
import type { MinorUnits } from '#core/money.ts'
import { nextDate, type Recurrence } from '#core/recurrence.ts'
import { HOUR, ONE, type Seconds } from '#core/units.ts'
import type { GroupBy } from '#features/billing/billable-work/contract.ts'
import type { Covers, RecurringKind } from '#features/billing/recurring-invoices/contract.ts'
import type { DemoClient } from './clients.ts'
import { type At, priceIn } from './units.ts'

export interface DemoRecurringInvoice extends Recurrence {
  client: number
  kind: RecurringKind
  currency: Currency
  items: DocumentLine[]
  group_by: GroupBy
  included_hours: Seconds | null
  extra_rate: MinorUnits | null
  covers: Covers
  auto_send: boolean
  handled_until: DateOnly
  next_date: DateOnly | null
  created_at: string
}

/** One of each kind, since three months ago. */
export function demoRecurringInvoices(
  today: DateOnly,
  at: At,
  clients: DemoClient[],
): DemoRecurringInvoice[] {
  const start_date = addMonths(monthOf(today).first, -3)
  const monthly: Recurrence = { frequency: 'month', start_date, end_date: null }
  return KINDS.flatMap(({ name, item, extra_rate, ...kind }) => {
    const client = clients.findIndex((one) => one.name === name)
    const currency = clients[client]?.currency
    if (currency === undefined) return []
    const items = item
      ? [withAmount({ ...item, quantity: ONE, unit: '' as const, rate: priceIn(item.rate, currency) })]
      : []
    return [
      {
        ...monthly,
        ...kind,
        client,
        currency,
        items,
        extra_rate: extra_rate === null ? null : priceIn(extra_rate, currency),
        group_by: 'project',
        handled_until: today,
        next_date: nextDate(monthly, today),
        created_at: at(start_date, 9),
      },
    ]
  })
}

type Kind = Pick<DemoRecurringInvoice, 'kind' | 'covers' | 'auto_send' | 'included_hours' | 'extra_rate'> & {
  /** Name of the client. */
  name: string
  item: Pick<DocumentLine, 'description' | 'rate'> | null
}

const KINDS: Kind[] = [
  {
    name: 'Harbor & Pine',
    kind: 'retainer',
    item: { description: 'Design retainer, 25 hours a month', rate: 210_000 },
    included_hours: 25 * HOUR,
    extra_rate: 9_500,
    covers: 'past',
    auto_send: false,
  },
  {
    name: 'Brightwell Clinic',
    kind: 'fixed',
    item: { description: 'Website hosting and care', rate: 12_000 },
    included_hours: null,
    extra_rate: null,
    covers: 'coming',
    auto_send: true,
  },
  {
    name: 'Northwind Outdoor',
    kind: 'work',
    item: null,
    included_hours: null,
    extra_rate: null,
    covers: 'past',
    auto_send: false,
  },
]
