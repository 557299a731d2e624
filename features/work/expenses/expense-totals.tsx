import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { formatCount, formatMoney, formatMonth } from '#core/format.ts'
import type { MinorUnits } from '#core/money.ts'
import { isNarrowed } from '#web/navigation/filter-link.ts'
import { Figure, Figures } from '#web/ui/figures.tsx'
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
  return <Sums label={data ? formatMonth(data.month) : 'This month'} sums={data} failed={isError} />
}

function ShownTotal({ q, filter }: ExpenseTotalsProps) {
  const { data, isError } = useQuery(expenseTotalsQuery(q, filter))
  return <Sums label={data ? describeCount(data.count) : 'Shown'} sums={data} failed={isError} />
}

const describeCount = (count: number): string =>
  count === 1 ? '1 expense' : `${formatCount(count)} expenses`

interface SumsProps {
  label: string
  sums: Pick<Totals, 'currency' | 'total' | 'billable'> | undefined
  failed: boolean
}

function Sums({ label, sums, failed }: SumsProps) {
  const money = (amount: MinorUnits | undefined) =>
    sums && amount !== undefined ? formatMoney(amount, sums.currency) : undefined
  return (
    <Figures>
      <Figure label={label} value={money(sums?.total)} failed={failed} large />
      <Figure label="Billable" value={money(sums?.billable)} failed={failed} />
      <Figure label="Business" value={money(sums && sums.total - sums.billable)} failed={failed} />
    </Figures>
  )
}
