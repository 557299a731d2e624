import { useQuery } from '@tanstack/react-query'
import { monthOf } from '#core/calendar.ts'
import { formatCount, formatDecimal, formatMoney, formatMonth } from '#core/format.ts'
import { fromSeconds } from '#core/units.ts'
import { useToday } from '#features/foundation/account/client.ts'
import { moneyQuery } from '#features/pages/money/client.ts'
import { FigureCell } from '#web/ui/figure-cells.tsx'
import { Section } from '#web/ui/section.tsx'
import { statsQuery } from './client.ts'
import { billableShare, nearBudget } from './rules.ts'

/** The figures of the month, each with a few words and the list that it sums up. */
export function MonthStats() {
  const { data, isError: failed } = useQuery(statsQuery)
  const paid = useQuery(moneyQuery()).data?.paid_this_month
  const today = useToday()
  const { first, last } = monthOf(today)
  return (
    <Section title={formatMonth(today.slice(0, 7))}>
      <div className="grid grid-cols-2 gap-px overflow-hidden rounded border border-hairline bg-hairline xl:grid-cols-4">
        <FigureCell
          compact
          label="Active Clients"
          value={data && formatCount(data.clientsCount)}
          failed={failed}
          hint={data && data.newClientsCount > 0 && `${formatCount(data.newClientsCount)} new`}
          muted={data?.clientsCount === 0}
          to="/clients"
        />
        <FigureCell
          compact
          label="Active Projects"
          value={data && formatCount(data.projectsCount)}
          failed={failed}
          hint={data && nearBudget(data.nearBudgetCount)}
          muted={data?.projectsCount === 0}
          to="/projects?status=active"
        />
        <FigureCell
          compact
          label="Hours This Month"
          value={data && formatDecimal(fromSeconds(data.thisMonthHours), { least: 1, most: 1 })}
          failed={failed}
          hint={data && billableShare(data)}
          muted={data?.thisMonthHours === 0}
          to={`/time-tracking?from=${first}&to=${last}`}
        />
        <FigureCell
          compact
          label="Pending Invoices"
          value={data && formatMoney(data.pendingInvoicesTotal, data.currency)}
          failed={failed}
          hint={data && paid && paid.amount > 0 && `${formatMoney(paid.amount, data.currency)} paid so far`}
          muted={data?.pendingInvoicesTotal === 0}
          to="/invoices?status=unpaid"
        />
      </div>
    </Section>
  )
}
