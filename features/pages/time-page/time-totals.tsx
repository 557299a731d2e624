import { useQuery } from '@tanstack/react-query'
import { CalendarDays, Clock, ReceiptText, Sigma } from 'lucide-react'
import type { z } from 'zod'
import { formatCount, formatDecimalHours, formatMoney, formatWeekday } from '#core/format.ts'
import { useToday } from '#features/foundation/account/client.ts'
import { timeSummaryQuery, timeTotalsQuery } from '#features/work/time-entries/client.ts'
import type { TimeEntryFilter, TimeTotals as Totals } from '#features/work/time-entries/contract.ts'
import { weekLabel } from '#features/work/time-entries/rules.ts'
import { isNarrowed } from '#web/navigation/filter-link.ts'
import { StatCard } from '#web/ui/stat-card.tsx'

interface TimeTotalsProps {
  q: string
  filter: z.input<typeof TimeEntryFilter>
}

/** The hours of today and of this week; of a narrowed list, the hours that it shows. */
export function TimeTotals({ q, filter }: TimeTotalsProps) {
  return (
    <div className="mb-6 grid grid-cols-2 gap-3 md:max-w-2xl md:gap-4">
      {isNarrowed(q, filter) ? <ShownHours q={q} filter={filter} /> : <RecentHours />}
    </div>
  )
}

function RecentHours() {
  const { data, isError: failed } = useQuery(timeSummaryQuery)
  const today = useToday()
  return (
    <>
      <StatCard
        label="Today"
        value={data && `${formatDecimalHours(data.today)} h`}
        failed={failed}
        icon={<Clock />}
        hint={formatWeekday(today)}
      />
      <StatCard
        label="This week"
        value={data && `${formatDecimalHours(data.week)} h`}
        failed={failed}
        icon={<CalendarDays />}
        hint={weekLabel[data?.week_starts_on ?? 'monday']}
      />
    </>
  )
}

function ShownHours({ q, filter }: TimeTotalsProps) {
  const { data, isError: failed } = useQuery(timeTotalsQuery(q, filter))
  return (
    <>
      <StatCard
        label="Shown"
        value={data && `${formatDecimalHours(data.hours)} h`}
        failed={failed}
        icon={<Sigma />}
        hint={data ? describeCount(data.count) : ' '}
      />
      <StatCard
        label="Billable"
        value={data && `${formatDecimalHours(data.billable_hours)} h`}
        failed={failed}
        icon={<ReceiptText />}
        hint={data ? worthOf(data) : ' '}
      />
    </>
  )
}

const describeCount = (count: number): string =>
  count === 1 ? '1 time entry' : `${formatCount(count)} time entries`

/** The worth of the time or, without a rate, the hours that are not billable. */
const worthOf = ({ amounts, hours, billable_hours }: Totals): string =>
  amounts.map(({ amount, currency }) => formatMoney(amount, currency)).join(' + ') ||
  `${formatDecimalHours(hours - billable_hours)} h non-billable`
