import { Navigate } from 'react-router'
import { arePlansSold } from '#web/data/plans-sold.ts'
import { Alert } from '#web/ui/alert.tsx'
import { BackLink } from '#web/ui/back-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Panel } from '#web/ui/card.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { useBillingPortal, usePlan } from './client.ts'
import { CurrentPlan } from './current-plan.tsx'
import { UsageThisMonth } from './usage-this-month.tsx'

export function ManageScreen() {
  const { subscription, trial } = usePlan()
  if (!arePlansSold()) return <Navigate to="/dashboard" replace />
  return (
    <>
      <PageHeader
        title="Subscription"
        description="Your plan, usage and billing."
        back={<BackLink to="/dashboard">Back to Dashboard</BackLink>}
      />
      {trial?.expiring && (
        <Alert
          tone="warning"
          className="mb-6"
          title={`Your trial expires in ${trial.daysLeft} ${trial.daysLeft === 1 ? 'day' : 'days'}`}
          action={<ButtonLink to="/pricing">Upgrade Now</ButtonLink>}
        >
          Choose a plan to keep what you use. Nothing is deleted if you do not.
        </Alert>
      )}
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <CurrentPlan />
        <div className="grid gap-6">
          <UsageThisMonth />
          {subscription?.status === 'active' && <BillingHistory />}
        </div>
      </div>
    </>
  )
}

function BillingHistory() {
  const portal = useBillingPortal()
  return (
    <Panel title="Billing History">
      <p className="text-muted">
        Your billing history is in the customer portal, with every invoice to download.
      </p>
      <Button className="mt-4" pending={portal.isPending} onClick={() => portal.mutate()}>
        Open Billing Portal
      </Button>
    </Panel>
  )
}
