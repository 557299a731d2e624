import { useQuery } from '@tanstack/react-query'
import { Clock, ReceiptText, Wallet } from 'lucide-react'
import { formatDecimalHours, formatMoney, formatMonth } from '#core/format.ts'
import { useToday } from '#features/foundation/account/client.ts'
import { StatCard } from '#web/ui/stat-card.tsx'
import { monthTotalsQuery } from './client.ts'

/** The current month in three figures, for every plan. */
export function MonthTotals() {
  const { data, isError: failed } = useQuery(monthTotalsQuery)
  const month = useToday().slice(0, 7)
  return (
    <section aria-labelledby="month-totals">
      <h2 id="month-totals" className="mb-3 text-body font-semibold">
        Your totals for {formatMonth(data?.month ?? month)}
      </h2>
      <div className="grid grid-cols-2 gap-3 max-md:*:first:col-span-2 md:grid-cols-3 md:gap-4">
        <StatCard
          label="Revenue"
          value={data && formatMoney(data.revenue, data.currency)}
          failed={failed}
          icon={<Wallet aria-hidden />}
        />
        <StatCard
          label="Expenses"
          value={data && formatMoney(data.expenses, data.currency)}
          failed={failed}
          icon={<ReceiptText aria-hidden />}
        />
        <StatCard
          label="Hours"
          value={data && formatDecimalHours(data.hours)}
          failed={failed}
          icon={<Clock aria-hidden />}
        />
      </div>
    </section>
  )
}
