import { useQuery } from '@tanstack/react-query'
import { formatCount, formatMoney } from '#core/format.ts'
import { useToday } from '#features/account/client.ts'
import type { FilterLink } from '#web/navigation/filter-link.ts'
import { Figure, Figures } from '#web/ui/figures.tsx'
import { type Filter, sumsQuery } from './client.ts'

type InvoiceSumsProps = { q: string; filter: Filter; searchFor: FilterLink['searchFor'] }

/** What is left to pay and what was paid, of the invoices that the list shows. */
export function InvoiceSums({ q, filter, searchFor }: InvoiceSumsProps) {
  const { data, isError: failed } = useQuery(sumsQuery(q, filter))
  const year = useToday().slice(0, 4)
  return (
    <Figures>
      <Figure
        label={withCount('Outstanding', data?.outstanding_count)}
        value={data && formatMoney(data.outstanding, data.currency)}
        failed={failed}
        search={searchFor({ status: 'unpaid' })}
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
        label={`Paid in ${year}`}
        value={data && formatMoney(data.paid_this_year, data.currency)}
        failed={failed}
      />
    </Figures>
  )
}

const withCount = (label: string, count = 0): string =>
  count === 0 ? label : `${label} (${formatCount(count)})`
