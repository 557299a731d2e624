import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { formatCount, formatMoney, formatMonth } from '#core/format.ts'
import { isNarrowed } from '#web/navigation/filter-link.ts'
import { cx } from '#web/ui/cx.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { NotAvailable } from '#web/ui/stat-card.tsx'
import { expenseTotalsQuery, thisMonthQuery } from './client.ts'
import type { ExpenseFilter, ExpenseTotals as Totals } from './contract.ts'

interface ExpenseTotalsProps {
  q: string
  filter: z.input<typeof ExpenseFilter>
}

/** This month's expenses so far; of a narrowed list, the expenses that it shows. And how much of them is billable. */
export function ExpenseTotals({ q, filter }: ExpenseTotalsProps) {
  return isNarrowed(q, filter) ? <ShownTotal q={q} filter={filter} /> : <MonthTotal />
}

function MonthTotal() {
  const { data, isError } = useQuery(thisMonthQuery)
  return <Figures label={data ? formatMonth(data.month) : 'This month'} sums={data} failed={isError} />
}

function ShownTotal({ q, filter }: ExpenseTotalsProps) {
  const { data, isError } = useQuery(expenseTotalsQuery(q, filter))
  return <Figures label={data ? describeCount(data.count) : 'Shown'} sums={data} failed={isError} />
}

const describeCount = (count: number): string =>
  count === 1 ? '1 expense' : `${formatCount(count)} expenses`

interface FiguresProps {
  label: string
  sums: Pick<Totals, 'currency' | 'total' | 'billable'> | undefined
  failed: boolean
}

function Figures({ label, sums, failed }: FiguresProps) {
  const missing = failed ? <NotAvailable /> : <Skeleton className="h-5 w-20" />
  return (
    <dl className="mb-6 flex flex-wrap items-end gap-x-6 gap-y-3">
      <Figure label={label} large>
        {sums ? formatMoney(sums.total, sums.currency) : missing}
      </Figure>
      <Figure label="Billable">{sums ? formatMoney(sums.billable, sums.currency) : missing}</Figure>
      <Figure label="Business">
        {sums ? formatMoney(sums.total - sums.billable, sums.currency) : missing}
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
