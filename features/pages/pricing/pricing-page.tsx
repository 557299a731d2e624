import { useQuery } from '@tanstack/react-query'
import { CreditCard } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Plan, SoldPlanId } from '#features/foundation/subscription/contract.ts'
import { isSold } from '#features/foundation/subscription/rules.ts'
import { PageMeta } from '#web/layout/page-meta.tsx'
import { Wordmark } from '#web/layout/wordmark.tsx'
import { BackLink } from '#web/ui/back-link.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { Toaster } from '#web/ui/toaster.tsx'
import { plansQuery } from './client.ts'
import { InEveryPlan } from './in-every-plan.tsx'
import { PlanCard } from './plan-card.tsx'
import { PlanComparison } from './plan-comparison.tsx'
import { PricingQuestions } from './pricing-questions.tsx'

const POPULAR = 'starter'

export type PlanButtonProps = { plan: Plan; planId: SoldPlanId; variant: 'primary' | 'secondary' }

type PricingPageProps = {
  home: { path: string; name: string }
  /** Beside the name of the app. */
  mark?: string | null
  /** The plan that the account pays for. */
  bought?: Plan | undefined
  /** The plan that is tried. */
  tried?: Plan | undefined
  /** Above the plans. */
  banner: ReactNode
  actions?: ReactNode
  /** The button of a plan that is for sale. */
  button(props: PlanButtonProps): ReactNode
}

/** The plans and what they cost, for visitors and for freelancers. */
export function PricingPage(props: PricingPageProps) {
  const { home, mark, bought, tried, banner, actions, button: PlanButton } = props
  const { data: plans, isPending, isError, isFetching, refetch } = useQuery(plansQuery)
  return (
    <>
      <PageMeta
        title="Pricing · Daybook"
        description="Daybook pricing: free forever for a few clients, one monthly price for more, and a free 14-day trial of everything."
      />
      <header className="border-b border-hairline">
        <div className="mx-auto flex h-16 max-w-6xl items-center px-4 md:px-8">
          <Link to={home.path} aria-label="Daybook" className="flex h-11 items-center rounded">
            <Wordmark className="text-[1.375rem]" />
          </Link>
          {mark && <Badge className="ml-3">{mark}</Badge>}
        </div>
      </header>
      <main className="mx-auto flex max-w-6xl flex-col gap-10 px-4 py-8 md:px-8 md:py-12">
        <div>
          <PageHeader
            title="Pricing"
            description="One monthly price, no setup fee, cancel anytime."
            back={<BackLink to={home.path}>Back to {home.name}</BackLink>}
            actions={actions}
          />
          {banner}
          {plans ? (
            <div className="grid gap-5 md:grid-cols-3">
              {plans.map((plan) => (
                <PlanCard
                  key={plan.id}
                  plan={plan}
                  popular={plan.id === POPULAR}
                  mark={plan.id === bought?.id ? 'Your plan' : plan.id === tried?.id ? 'Your trial' : null}
                  action={
                    isSold(plan.id) ? (
                      <PlanButton
                        plan={plan}
                        planId={plan.id}
                        variant={plan.id === POPULAR ? 'primary' : 'secondary'}
                      />
                    ) : (
                      <Button disabled className="w-full">
                        Free Forever
                      </Button>
                    )
                  }
                />
              ))}
            </div>
          ) : isError ? (
            <PlansFailed onRetry={() => void refetch()} retrying={isFetching} />
          ) : (
            <PlansLoading />
          )}
        </div>
        <InEveryPlan />
        {plans && <PlanComparison plans={plans} />}
        {!isPending && <PricingQuestions />}
      </main>
      <Toaster />
    </>
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
