import { useQuery } from '@tanstack/react-query'
import { Clock, HandCoins, Plus } from 'lucide-react'
import { formatWeekday } from '#core/format.ts'
import { useSession, useTimeZone, useToday } from '#features/foundation/account/client.ts'
import { AttentionPanel } from '#features/pages/attention/attention-panel.tsx'
import { attentionQuery } from '#features/pages/attention/client.ts'
import { Checklist } from '#features/pages/checklist/checklist.tsx'
import { checklistQuery } from '#features/pages/checklist/client.ts'
import { moneyQuery } from '#features/pages/money/client.ts'
import { MoneyStrip } from '#features/pages/money/money-strip.tsx'
import { describeConversion, hasMoney } from '#features/pages/money/rules.ts'
import { billPath } from '#features/work/billing-status/rules.ts'
import { useServerTime } from '#web/data/server-clock.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { cx } from '#web/ui/cx.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Section } from '#web/ui/section.tsx'
import { statsQuery } from './client.ts'
import { MonthStats } from './month-stats.tsx'
import { QuickActions } from './quick-actions.tsx'
import { RecentActivity } from './recent-activity.tsx'
import { firstName, greeting } from './rules.ts'

export function DashboardScreen() {
  const money = useQuery(moneyQuery())
  const stats = useQuery(statsQuery)
  /** Nothing is shown until it is known what stands above it, so that nothing moves. */
  const unknown = [useQuery(checklistQuery), useQuery(attentionQuery), money, stats].some(isAwaited)
  const isNew = money.data !== undefined && !hasMoney(money.data)
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
      <div className={cx('grid gap-6', unknown && 'invisible')}>
        <AttentionPanel limited={stats.data?.waitingInvoicesCount ?? 0} quiet={isNew} />
        {!isNew && (
          <Section title="Where the money is" aside={money.data && describeConversion(money.data)}>
            <MoneyStrip
              unbilledPath={billPath()}
              listPath={(status) => `/invoices?status=${status}`}
              isDetailed
            />
          </Section>
        )}
        <div className="grid min-w-0 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_18rem]">
          <MonthStats />
          <QuickActions />
          <RecentActivity />
        </div>
      </div>
    </>
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
