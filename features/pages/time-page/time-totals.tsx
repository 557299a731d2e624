import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { formatCount, formatDecimalHours, formatMoney } from '#core/format.ts'
import { timeSummaryQuery, timeTotalsQuery } from '#features/work/time-entries/client.ts'
import type { TimeEntryFilter, TimeTotals as Totals } from '#features/work/time-entries/contract.ts'
import { weekLabel } from '#features/work/time-entries/rules.ts'
import { isNarrowed } from '#web/navigation/filter-link.ts'
import { Figure, Figures } from '#web/ui/figures.tsx'

interface TimeTotalsProps {
  q: string
  filter: z.input<typeof TimeEntryFilter>
}

/** The hours of today and of this week; of a narrowed list, the hours that it shows. */
export const TimeTotals = ({ q, filter }: TimeTotalsProps) => (
  <Figures>{isNarrowed(q, filter) ? <ShownHours q={q} filter={filter} /> : <RecentHours />}</Figures>
)

function RecentHours() {
  const { data, isError: failed } = useQuery(timeSummaryQuery)
  return (
    <>
      <Figure label="Today" value={data && `${formatDecimalHours(data.today)} h`} failed={failed} large />
      <Figure
        label={`This week, ${weekLabel[data?.week_starts_on ?? 'monday']}`}
        value={data && `${formatDecimalHours(data.week)} h`}
        failed={failed}
      />
    </>
  )
}

function ShownHours({ q, filter }: TimeTotalsProps) {
  const { data, isError: failed } = useQuery(timeTotalsQuery(q, filter))
  const hasWorth = data === undefined || data.amounts.length > 0
  return (
    <>
      <Figure
        label={data ? describeCount(data.count) : 'Shown'}
        value={data && `${formatDecimalHours(data.hours)} h`}
        failed={failed}
        large
      />
      <Figure
        label="Billable"
        value={data && `${formatDecimalHours(data.billable_hours)} h`}
        failed={failed}
      />
      <Figure label={hasWorth ? 'Worth' : 'Non-billable'} value={data && worthOf(data)} failed={failed} />
    </>
  )
}

const describeCount = (count: number): string =>
  count === 1 ? '1 time entry' : `${formatCount(count)} time entries`

/** The worth of the time or, without a rate, the hours that are not billable. */
const worthOf = ({ amounts, hours, billable_hours }: Totals): string =>
  amounts.map(({ amount, currency }) => formatMoney(amount, currency)).join(' + ') ||
  `${formatDecimalHours(hours - billable_hours)} h`
