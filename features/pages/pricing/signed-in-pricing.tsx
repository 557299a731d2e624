import { useIsDemo } from '#features/foundation/account/client.ts'
import { useAwaitsPlan, usePlan } from '#features/foundation/subscription/client.ts'
import { isAdminPlan } from '#features/foundation/subscription/rules.ts'
import { LoadingScreen } from '#web/layout/loading-screen.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmProvider } from '#web/ui/confirm.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { CheckoutButton } from './checkout-button.tsx'
import { useDowngradeQuestion } from './downgrade-question.tsx'
import { type PlanButtonProps, PricingPage } from './pricing-page.tsx'

export function SignedInPricing() {
  const { plan, trial } = usePlan()
  const bought = useBoughtPlan()
  const isDemo = useIsDemo()
  if (useAwaitsPlan()) return <LoadingScreen />
  return (
    <ConfirmProvider>
      <PricingPage
        home={{ path: '/dashboard', name: 'Dashboard' }}
        mark={isDemo ? 'Demo' : null}
        bought={bought}
        tried={trial ? plan : undefined}
        banner={trial && <TrialBanner daysLeft={trial.daysLeft} />}
        actions={
          <TextLink to="/subscription/manage" className="flex items-center touch:-my-2 touch:min-h-11">
            Manage Subscription
          </TextLink>
        }
        button={PlanButton}
      />
    </ConfirmProvider>
  )
}

/** A trial is not a purchase, so its plan can be bought like the others. */
function useBoughtPlan() {
  const { plan, nextPlan, trial } = usePlan()
  return trial ? undefined : (nextPlan ?? plan)
}

function TrialBanner({ daysLeft }: { daysLeft: number }) {
  return (
    <Alert
      tone={daysLeft > 3 ? 'info' : 'warning'}
      className="mb-6"
      title={`${daysLeft} ${daysLeft === 1 ? 'day' : 'days'} left in your Professional trial`}
    >
      Choose a plan to keep what you use: the first payment is due when the trial ends. Without one you move
      to Free, and nothing is deleted.
    </Alert>
  )
}

function PlanButton({ plan, planId, variant }: PlanButtonProps) {
  const { plan: present, trial } = usePlan()
  const bought = useBoughtPlan()
  const askFirst = useDowngradeQuestion(plan)
  if (bought?.id === planId) {
    return (
      <Button disabled className="w-full">
        Current Plan
      </Button>
    )
  }
  if (bought && isAdminPlan(bought)) {
    return (
      <Button disabled className="w-full">
        Included in {bought.name}
      </Button>
    )
  }
  const compared = bought ?? present
  const isSmaller = compared !== undefined && plan.price_monthly < compared.price_monthly
  return (
    <CheckoutButton planId={planId} variant={variant} confirmFirst={askFirst}>
      {isSmaller ? `${trial ? 'Choose' : 'Change to'} ${plan.name}` : `Upgrade to ${plan.name}`}
    </CheckoutButton>
  )
}
