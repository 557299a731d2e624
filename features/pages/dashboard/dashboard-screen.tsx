import { useQuery } from '@tanstack/react-query'
import { Clock, FileText, FolderKanban, HandCoins, Plus, Users } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { monthOf } from '#core/calendar.ts'
import { formatCount, formatDecimal, formatMoney, formatWeekday } from '#core/format.ts'
import { fromSeconds } from '#core/units.ts'
import { lateQuery } from '#features/billing/invoices/client.ts'
import { useSession, useTimeZone, useToday } from '#features/foundation/account/client.ts'
import { Checklist } from '#features/pages/checklist/checklist.tsx'
import { checklistQuery } from '#features/pages/checklist/client.ts'
import { moneyQuery } from '#features/pages/money/client.ts'
import { MoneyStrip } from '#features/pages/money/money-strip.tsx'
import { hasMoney } from '#features/pages/money/rules.ts'
import { billPath } from '#features/work/billing-status/rules.ts'
import { useServerTime } from '#web/data/server-clock.ts'
import { Alert } from '#web/ui/alert.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { cx } from '#web/ui/cx.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { StatCard } from '#web/ui/stat-card.tsx'
import { statsQuery } from './client.ts'
import { QuickActions } from './quick-actions.tsx'
import { RecentActivity } from './recent-activity.tsx'
import { firstName, greeting } from './rules.ts'

const ApprovalProblems = lazy(async () => ({
  default: (await import('#features/billing/invoice-on-approval/approval-problems.tsx')).ApprovalProblems,
}))
const LatePanel = lazy(async () => ({ default: (await import('./late-panel.tsx')).LatePanel }))

export function DashboardScreen() {
  const { isPending: checklistUnknown } = useQuery(checklistQuery)
  return (
    <>
      <PageHeader
        title="Dashboard"
        description={<Greeting />}
        actions={
          <>
            <ButtonLink to="/time-tracking">
              <Clock aria-hidden /> Track Time
            </ButtonLink>
            <ButtonLink to={billPath()}>
              <HandCoins aria-hidden /> Bill
            </ButtonLink>
            <ButtonLink to="/invoices" variant="primary">
              <Plus aria-hidden /> New Invoice
            </ButtonLink>
          </>
        }
      />
      <Checklist />
      {/* Loads at once but stays hidden until it is known what is shown above it, so that nothing moves. */}
      <div className={cx(checklistUnknown && 'invisible')}>
        <Stats />
        <BelowStats />
      </div>
    </>
  )
}

/** Stays hidden in the same way until it is known where the money is and what is late. The code of what is late is loaded only where something is. */
function BelowStats() {
  const stats = useQuery(statsQuery)
  const hasLate = (stats.data?.overdueInvoicesCount ?? 0) > 0
  const late = useQuery({ ...lateQuery(), enabled: hasLate })
  const money = useQuery(moneyQuery())
  const unknown = isAwaited(stats) || isAwaited(money) || (hasLate && isAwaited(late))
  return (
    <Suspense fallback={null}>
      <div className={cx('mt-6 grid gap-6', unknown && 'invisible')}>
        {(money.isError || (money.data && hasMoney(money.data))) && (
          <MoneyStrip
            unbilledPath={billPath()}
            listPath={(status) => `/invoices?status=${status}`}
            isDetailed
          />
        )}
        <WaitingInvoices />
        <Suspense fallback={null}>
          <ApprovalProblems />
        </Suspense>
        {hasLate && late.data && late.data.length > 0 && <LatePanel invoices={late.data} />}
        <div className="grid min-w-0 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_18rem]">
          <RecentActivity />
          <QuickActions />
        </div>
      </div>
    </Suspense>
  )
}

/** Not after a first failure, which may be repeated for a while. */
const isAwaited = ({ isPending, failureCount }: { isPending: boolean; failureCount: number }): boolean =>
  isPending && failureCount === 0

function Greeting() {
  const session = useSession()
  const timeZone = useTimeZone()
  const salutation = useServerTime((now) => greeting(now, timeZone))
  const name = session.status === 'signed-in' ? firstName(session.user.google_user_data.name) : ''
  return `${salutation}${name && `, ${name}`}. It is ${formatWeekday(useToday())}.`
}

/** Recurring invoices that the plan has no room for. */
function WaitingInvoices() {
  const count = useQuery(statsQuery).data?.waitingInvoicesCount ?? 0
  if (count === 0) return null
  return (
    <Alert
      tone="warning"
      title={
        count === 1
          ? 'A recurring invoice was not made: limit reached'
          : `${formatCount(count)} recurring invoices were not made: limit reached`
      }
      action={
        <ButtonLink to="/recurring-invoices" size="sm">
          Show
        </ButtonLink>
      }
    >
      {count === 1 ? 'It is' : 'They are'} made as soon as your plan has room: next month, or when you
      upgrade.
    </Alert>
  )
}

function Stats() {
  const { data, isError: failed } = useQuery(statsQuery)
  const { first, last } = monthOf(useToday())
  return (
    <div className="grid grid-cols-2 gap-3 md:gap-4 xl:grid-cols-4">
      <StatCard
        label="Active Clients"
        value={data && formatCount(data.clientsCount)}
        failed={failed}
        icon={<Users aria-hidden />}
        to="/clients"
      />
      <StatCard
        label="Active Projects"
        value={data && formatCount(data.projectsCount)}
        failed={failed}
        icon={<FolderKanban aria-hidden />}
        to="/projects?status=active"
      />
      <StatCard
        label="Hours This Month"
        value={data && formatDecimal(fromSeconds(data.thisMonthHours), { least: 1, most: 1 })}
        failed={failed}
        icon={<Clock aria-hidden />}
        to={`/time-tracking?from=${first}&to=${last}`}
      />
      <StatCard
        label="Pending Invoices"
        value={data && formatMoney(data.pendingInvoicesTotal, data.currency)}
        failed={failed}
        icon={<FileText aria-hidden />}
        to="/invoices?status=unpaid"
      />
    </div>
  )
}
