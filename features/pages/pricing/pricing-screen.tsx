import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Navigate } from 'react-router'
import { TRIAL_DAYS } from '#features/foundation/subscription/rules.ts'
import { arePlansSold } from '#web/data/plans-sold.ts'
import { LoadingScreen } from '#web/layout/loading-screen.tsx'
import { SignInNeedsScripts } from '#web/layout/sign-in-needs-scripts.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { visitorQuery } from './client.ts'
import { type PlanButtonProps, PricingPage } from './pricing-page.tsx'

const SignedInPricing = lazy(async () => ({
  default: (await import('./signed-in-pricing.tsx')).SignedInPricing,
}))

export function PricingScreen() {
  const { data: user, isPending } = useQuery(visitorQuery)
  const hydrated = useHydrated()
  if (hydrated && !arePlansSold()) return <Navigate to="/" replace />
  if (isPending) return <LoadingScreen />
  return user ? (
    <Suspense fallback={<LoadingScreen />}>
      <SignedInPricing />
    </Suspense>
  ) : (
    <PricingPage
      home={{ path: '/', name: 'Home' }}
      banner={
        <>
          <Alert
            tone="info"
            className="mb-6"
            title={`Every account starts with ${TRIAL_DAYS} free days of Professional.`}
          >
            No card needed. Afterwards you choose a plan, or stay on Free.
          </Alert>
          <SignInNeedsScripts className="mb-6 block" />
        </>
      }
      button={StartTrialButton}
    />
  )
}

function StartTrialButton({ variant }: PlanButtonProps) {
  const [leaving, setLeaving] = useState(false)
  const leave = () => {
    setLeaving(true)
    import('#features/foundation/sign-in/client.ts')
      .then(({ goToSignIn }) => goToSignIn())
      .catch(() => {
        setLeaving(false)
        toast.error('Sign-in failed', 'Please try again.')
      })
  }
  return (
    <Button variant={variant} pending={leaving} onClick={leave} className="w-full">
      Start Free Trial
    </Button>
  )
}
