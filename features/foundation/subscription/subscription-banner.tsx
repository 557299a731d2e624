import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { useBillingPortal, usePlan } from './client.ts'

/** Above every screen: what the freelancer needs to do to keep the plan. */
export function SubscriptionBanner() {
  const { subscription, trial } = usePlan()
  const { pathname } = useLocation()
  if (subscription?.status === 'past_due') return <PaymentFailed />
  // On wide screens the sidebar already shows it, and so does the subscription page.
  if (trial?.expiring && pathname !== '/subscription/manage') {
    const days = trial.daysLeft === 1 ? '1 day' : `${trial.daysLeft} days`
    return (
      <Banner className="lg:hidden">
        <Alert
          tone="warning"
          title={`Trial ending soon: ${days} left`}
          action={
            <ButtonLink to="/pricing" size="sm">
              Upgrade Now
            </ButtonLink>
          }
        />
      </Banner>
    )
  }
  return null
}

function PaymentFailed() {
  const portal = useBillingPortal()
  return (
    <Banner>
      <Alert
        tone="warning"
        title="Your last payment failed"
        action={
          <Button pending={portal.isPending} onClick={() => portal.mutate()}>
            Update Card
          </Button>
        }
      >
        We will try again over the next few days. Update your card to keep your plan.
      </Alert>
    </Banner>
  )
}

function Banner({ className = '', children }: { className?: string; children: ReactNode }) {
  return (
    <section
      aria-label="Subscription"
      className={`mx-auto w-full max-w-page px-4 pt-4 md:px-8 md:pt-6 print:hidden ${className}`}
    >
      {children}
    </section>
  )
}
