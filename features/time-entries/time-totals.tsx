import { useQuery } from '@tanstack/react-query'
import { CalendarDays, Clock } from 'lucide-react'
import { formatHundredths, formatWeekday } from '#core/format.ts'
import { useToday } from '#features/account/client.ts'
import { StatCard } from '#web/ui/stat-card.tsx'
import { timeSummaryQuery } from './client.ts'

export function TimeTotals() {
  const { data, isError: failed } = useQuery(timeSummaryQuery)
  const today = useToday()
  return (
    <div className="mb-6 grid grid-cols-2 gap-3 md:max-w-2xl md:gap-4">
      <StatCard
        label="Today"
        value={data && `${formatHundredths(data.today)} h`}
        failed={failed}
        icon={<Clock />}
        hint={formatWeekday(today)}
      />
      <StatCard
        label="This week"
        value={data && `${formatHundredths(data.week)} h`}
        failed={failed}
        icon={<CalendarDays />}
        hint="Monday to Sunday"
      />
    </div>
  )
}
