import { useQuery } from '@tanstack/react-query'
import { formatCount, formatMoney, formatPeriod } from '#core/format.ts'
import { listStatusLabel, listSum } from '#features/billing/invoices/rules/status.ts'
import { useToday } from '#features/foundation/account/client.ts'
import { RATE_MISSING } from '#features/foundation/currencies/rules.ts'
import type { FilterLink } from '#web/navigation/filter-link.ts'
import { Figure, Figures } from '#web/ui/figures.tsx'
import { type Filter, figuresQuery } from './client.ts'

type InvoiceSumsProps = { q: string; filter: Filter; searchFor: FilterLink['searchFor'] }

/** The balances and payments of the searched invoices. */
export function InvoiceSums({ q, filter, searchFor }: InvoiceSumsProps) {
  const { data, isError: failed } = useQuery(figuresQuery(q, filter))
  const year = useToday().slice(0, 4)
  const { paid_from, paid_to } = filter
  const listed = OWN_SUMS.find((status) => status === filter.status) ?? 'unpaid'
  const sum = data && listSum(data, listed)
  return (
    <Figures>
      <Figure
        label={withCount(listStatusLabel[listed], sum?.count)}
        value={data && sum && formatMoney(sum.amount, data.currency)}
        failed={failed}
        search={searchFor({ status: listed })}
        hint={data && !data.is_complete && listed === 'draft' ? RATE_MISSING : undefined}
        large
      />
      <Figure
        label={withCount('Overdue', data?.overdue_count)}
        value={data && formatMoney(data.overdue, data.currency)}
        failed={failed}
        search={searchFor({ status: 'overdue' })}
        alarming={data !== undefined && data.overdue > 0}
      />
      <Figure
        label={paid_from && paid_to ? `Paid ${formatPeriod(paid_from, paid_to)}` : `Paid in ${year}`}
        value={data && formatMoney(data.paid, data.currency)}
        failed={failed}
      />
    </Figures>
  )
}

/** Lists whose sum is not called outstanding. */
const OWN_SUMS = ['draft', 'awaiting_approval', 'awaiting_payment'] as const

const withCount = (label: string, count = 0): string =>
  count === 0 ? label : `${label} (${formatCount(count)})`
