import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatMoney, formatMonth } from '#core/format.ts'
import { cx } from '#web/ui/cx.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { NotAvailable } from '#web/ui/stat-card.tsx'
import { thisMonthQuery } from './client.ts'

/** This month's expenses so far, and how much of them is billable. */
export function MonthTotal() {
  const { data, isError } = useQuery(thisMonthQuery)
  const missing = isError ? <NotAvailable /> : <Skeleton className="h-5 w-20" />
  return (
    <dl className="mb-6 flex flex-wrap items-end gap-x-6 gap-y-3">
      <Figure label={data ? formatMonth(data.month) : 'This month'} large>
        {data ? formatMoney(data.total, data.currency) : missing}
      </Figure>
      <Figure label="Billable">{data ? formatMoney(data.billable, data.currency) : missing}</Figure>
      <Figure label="Business">
        {data ? formatMoney(data.total - data.billable, data.currency) : missing}
      </Figure>
    </dl>
  )
}

function Figure({ label, large = false, children }: { label: string; large?: boolean; children: ReactNode }) {
  return (
    <div className={large ? 'min-w-44 max-sm:w-full' : 'min-w-28'}>
      <dt className="text-meta text-muted">{label}</dt>
      <dd
        className={cx(
          'flex min-h-lh items-center tabular-nums',
          large ? 'text-figure font-semibold tracking-tight' : 'text-lead',
        )}
      >
        {children}
      </dd>
    </div>
  )
}
