import { useQuery } from '@tanstack/react-query'
import { CreditCard } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useSession } from '#features/account/client.ts'
import { goToSignIn } from '#features/sign-in/client.ts'
import { plansQuery, useAwaitsPlan, usePlan } from '#features/subscription/client.ts'
import { type Plan, SoldPlanId } from '#features/subscription/contract.ts'
import { TRIAL_DAYS } from '#features/subscription/rules.ts'
import { LoadingScreen } from '#web/layout/loading-screen.tsx'
import { PageMeta } from '#web/layout/page-meta.tsx'
import { Wordmark } from '#web/layout/wordmark.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { BackLink } from '#web/ui/back-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ConfirmProvider } from '#web/ui/confirm.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { toast } from '#web/ui/toast.ts'
import { Toaster } from '#web/ui/toaster.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { CheckoutButton } from './checkout-button.tsx'
import { PlanCard } from './plan-card.tsx'
import { PlanComparison } from './plan-comparison.tsx'
import { PricingQuestions } from './pricing-questions.tsx'
import { useWhatGoesAway } from './what-goes-away.tsx'

const POPULAR = 'starter'

export function PricingScreen() {
  const session = useSession()
  const signedIn = session.status === 'signed-in'
  const awaitsPlan = useAwaitsPlan(signedIn)
  if (session.status === 'pending' || awaitsPlan) return <LoadingScreen />
  return (
    <ConfirmProvider>
      <Pricing signedIn={signedIn} />
      <Toaster />
    </ConfirmProvider>
  )
}

function Pricing({ signedIn }: { signedIn: boolean }) {
  const { data: plans, isPending, isError, isFetching, refetch } = useQuery(plansQuery)
  const { plan, nextPlan, trial } = usePlan(signedIn)
  const bought = trial ? undefined : (nextPlan ?? plan)
  const home = signedIn ? '/dashboard' : '/'
  return (
    <>
      <PageMeta
        title="Pricing · Daybook"
        description="What Daybook costs: free for ever for a few clients, one price a month for more, and fourteen days of everything to try it."
      />
      <header className="border-b border-hairline">
        <div className="mx-auto flex h-16 max-w-6xl items-center px-4 md:px-8">
          <Link to={home} aria-label="Daybook" className="flex h-11 items-center rounded">
            <Wordmark className="text-[1.375rem]" />
          </Link>
        </div>
      </header>
      <main className="mx-auto flex max-w-6xl flex-col gap-10 px-4 py-8 md:px-8 md:py-12">
        <div>
          <PageHeader
            title="Pricing"
            description="One price a month, no setup fee, and you can leave whenever you like."
            back={<BackLink to={home}>{signedIn ? 'Back to Dashboard' : 'Back to Home'}</BackLink>}
            actions={
              signedIn && (
                <TextLink to="/subscription/manage" className="flex items-center touch:-my-2 touch:min-h-11">
                  Manage Subscription
                </TextLink>
              )
            }
          />
          <TrialBanner signedIn={signedIn} daysLeft={trial?.daysLeft} />
          {plans ? (
            <div className="grid gap-5 md:grid-cols-3">
              {plans.map((offered) => (
                <PlanCard
                  key={offered.id}
                  plan={offered}
                  popular={offered.id === POPULAR}
                  current={bought?.id === offered.id}
                  action={<PlanButton plan={offered} bought={bought} signedIn={signedIn} />}
                />
              ))}
            </div>
          ) : isError ? (
            <PlansFailed onRetry={() => void refetch()} retrying={isFetching} />
          ) : (
            <PlansLoading />
          )}
        </div>
        {plans && <PlanComparison plans={plans} />}
        {!isPending && <PricingQuestions />}
      </main>
    </>
  )
}

function TrialBanner({ signedIn, daysLeft }: { signedIn: boolean; daysLeft: number | undefined }) {
  if (!signedIn) {
    return (
      <Alert
        tone="info"
        className="mb-6"
        title={`Every account starts with ${TRIAL_DAYS} days of Professional, free.`}
      >
        No card needed. Afterwards you choose a plan, or stay on Free.
      </Alert>
    )
  }
  if (daysLeft === undefined) return null
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

interface PlanButtonProps {
  plan: Plan
  /** A trial is not bought, so its plan is for sale like the others. */
  bought: Plan | undefined
  signedIn: boolean
}

function PlanButton({ plan, bought, signedIn }: PlanButtonProps) {
  const askFirst = useWhatGoesAway(plan)
  const { data: planId } = SoldPlanId.safeParse(plan.id)
  if (!planId) return <Disabled>Free Forever</Disabled>
  const variant = plan.id === POPULAR ? 'primary' : 'secondary'
  if (!signedIn) return <SignInButton variant={variant} />
  if (bought?.id === plan.id) return <Disabled>Current Plan</Disabled>
  const smaller = bought !== undefined && plan.price_monthly < bought.price_monthly
  return (
    <CheckoutButton planId={planId} variant={variant} beforehand={askFirst}>
      {smaller ? `Change to ${plan.name}` : `Upgrade to ${plan.name}`}
    </CheckoutButton>
  )
}

function Disabled({ children }: { children: string }) {
  return (
    <Button disabled className="w-full">
      {children}
    </Button>
  )
}

function SignInButton({ variant }: { variant: 'primary' | 'secondary' }) {
  const hydrated = useHydrated()
  const [leaving, setLeaving] = useState(false)
  const leave = () => {
    setLeaving(true)
    goToSignIn().catch(() => {
      setLeaving(false)
      toast.error('Signing in did not work', 'Please try again.')
    })
  }
  return (
    <Button variant={variant} pending={leaving} aria-disabled={!hydrated} onClick={leave} className="w-full">
      Start Free Trial
    </Button>
  )
}

function PlansFailed({ onRetry, retrying }: { onRetry(): void; retrying: boolean }) {
  return (
    <Card>
      <EmptyState
        icon={<CreditCard />}
        title="The plans could not be loaded"
        text="Please try again in a moment."
        action={
          <Button onClick={onRetry} pending={retrying}>
            Try again
          </Button>
        }
      />
    </Card>
  )
}

function PlansLoading() {
  return (
    <Loading>
      <div className="grid gap-5 md:grid-cols-3">
        <Skeleton className="h-105" />
        <Skeleton className="h-105" />
        <Skeleton className="h-105" />
      </div>
    </Loading>
  )
}
