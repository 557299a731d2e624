import type { ReactNode } from 'react'
import { formatCount, formatInstantLongDate, formatWholeMoney } from '#core/format.ts'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Panel } from '#web/ui/card.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { useBillingPortal, usePlan } from './client.ts'
import type { Plan, Subscription } from './contract.ts'
import { isAdminPlan, PLAN_CURRENCY, UNLIMITED } from './rules.ts'
import { SubscriptionBadge } from './status-badge.tsx'

export function CurrentPlan() {
  const { plan, nextPlan, billingStartsAt, subscription, trial, isPending } = usePlan()
  const portal = useBillingPortal()
  if (isPending) {
    return (
      <Loading>
        <Skeleton className="h-96" />
      </Loading>
    )
  }
  const free = plan?.id === 'free'
  return (
    <Panel title="Current Plan" actions={<SubscriptionBadge status={subscription?.status} />}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <p className="text-figure font-semibold tracking-tight">{plan?.name ?? 'Unknown Plan'}</p>
        {plan && (
          <p className="text-lead tabular-nums">{nextPlan ? 'Free during your trial' : priceOf(plan)}</p>
        )}
      </div>
      {subscription && <Dates subscription={subscription} />}
      {plan && billingStartsAt && (
        <p className="mt-1 text-muted">
          {nextPlan
            ? `You have bought ${nextPlan.name} (${priceOf(nextPlan)}). It begins when your ${plan.name} trial ends.`
            : 'Until then your trial continues, and you pay nothing.'}
        </p>
      )}
      {plan && <Limits plan={plan} />}
      <div className="mt-6 flex flex-wrap gap-2">
        {(free || trial) && (
          <ButtonLink to="/pricing" variant="primary">
            {trial ? 'Upgrade Before Trial Ends' : 'Upgrade Plan'}
          </ButtonLink>
        )}
        {subscription && !trial && !free && (
          <Button pending={portal.isPending} onClick={() => portal.mutate()}>
            Manage Billing
          </Button>
        )}
        {plan && !trial && !free && !isAdminPlan(plan) && <ButtonLink to="/pricing">Change Plan</ButtonLink>}
      </div>
    </Panel>
  )
}

const priceOf = ({ price_monthly }: Plan) =>
  price_monthly === 0 ? 'Free' : `${formatWholeMoney(price_monthly, PLAN_CURRENCY)}/month`

function Dates({
  subscription: { status, trial_ends_at, current_period_end },
}: {
  subscription: Subscription
}) {
  if (status === 'trial' && trial_ends_at) return <Dated label="Trial ends" date={trial_ends_at} />
  if (!current_period_end) return null
  if (status === 'active') return <Dated label="Next billing date" date={current_period_end} />
  if (status === 'canceled') return <Dated label="Cancels on" date={current_period_end} />
  return null
}

function Dated({ label, date }: { label: string; date: Date }) {
  return (
    <p className="mt-1 text-muted">
      {label}: <span className="text-ink">{formatInstantLongDate(date)}</span>
    </p>
  )
}

function Limits({ plan }: { plan: Plan }) {
  return (
    <dl className="mt-5 divide-y divide-hairline border-y border-hairline">
      <Limit name="Clients">{limitOf(plan.max_clients)}</Limit>
      <Limit name="Projects">{limitOf(plan.max_projects)}</Limit>
      <Limit name="Monthly invoices">{limitOf(plan.max_invoices_per_month)}</Limit>
      <Limit name="Advanced reports">{plan.advanced_reports ? 'Yes' : 'No'}</Limit>
    </dl>
  )
}

const limitOf = (limit: number) => (limit === UNLIMITED ? 'Unlimited' : formatCount(limit))

function Limit({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4 py-2.5">
      <dt className="text-muted">{name}</dt>
      <dd className="font-medium tabular-nums">{children}</dd>
    </div>
  )
}
