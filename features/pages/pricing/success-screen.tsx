import { CircleAlert, CircleCheck, Clock } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Navigate, useNavigate, useSearchParams } from 'react-router'
import { countOf, formatInstantLongDate } from '#core/format.ts'
import { useIsDemo, useSession } from '#features/foundation/account/client.ts'
import { goToSignIn } from '#features/foundation/sign-in/client.ts'
import { usePurchase } from '#features/foundation/subscription/client.ts'
import type { ShownEntitlement } from '#features/foundation/subscription/contract.ts'
import { hasEverything, LIMITED, limitText } from '#features/foundation/subscription/rules.ts'
import { ApiError } from '#web/data/api-error.ts'
import { arePlansSold } from '#web/data/plans-sold.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'

/**
 * The payment provider redirects here after payment. Anyone can open this page, so it checks the purchase first, and leads on
 * to the dashboard whatever it finds.
 */
export function SuccessScreen() {
  const { status } = useSession()
  const [search] = useSearchParams()
  const isSold = arePlansSold()
  const { data, error, isFetching, refetch } = usePurchase(
    search.get('session_id'),
    isSold && status === 'signed-in',
  )
  if (!isSold) return <Navigate to="/dashboard" replace />
  if (status === 'signed-out') return <SignedOut />
  if (data?.purchase === 'activated') return <Activated {...data} />
  if (data?.purchase === 'processing') return <Processing />
  if (data || isNoPurchase(error)) return <NotActivated />
  if (error) return <LookupFailed retrying={isFetching} onRetry={() => void refetch()} />
  return (
    <Result
      icon={<span className="spinner size-12" />}
      title="One moment..."
      text="We are looking up your subscription."
    />
  )
}

/** There is no such checkout of this account. Any other refusal says nothing about the purchase. */
const isNoPurchase = (error: Error | null): boolean =>
  error instanceof ApiError && (error.status === 400 || error.status === 404)

function Activated(entitlement: ShownEntitlement) {
  const { billing_starts_at } = entitlement
  return (
    <Result
      icon={<CircleCheck className="size-12 text-green-ink" strokeWidth={1.5} />}
      title="Welcome to Daybook!"
      text={
        <>
          Your subscription is activated. {describePlan(entitlement)}
          {billing_starts_at && ` Your first payment is due on ${formatInstantLongDate(billing_starts_at)}.`}
        </>
      }
    />
  )
}

function describePlan({ plan, next_plan }: ShownEntitlement): string {
  if (!plan) return ''
  if (next_plan) return `Your ${plan.name} trial continues, and ${next_plan.name} begins when it ends.`
  if (hasEverything(plan)) return 'You now have access to all premium features.'
  const [clients, projects, invoices] = LIMITED.map((kind) => limitText(plan, kind))
  return `You now have ${plan.name}: ${clients}, ${projects} and ${invoices}.`
}

function Processing() {
  return (
    <Result
      icon={<Clock className="size-12 text-blue-ink" strokeWidth={1.5} />}
      title="Your payment is being processed"
      text="Your plan starts as soon as the payment has gone through. You do not have to wait here."
    />
  )
}

function NotActivated() {
  return (
    <Result
      icon={<CircleAlert className="size-12 text-yellow-ink" strokeWidth={1.5} />}
      title="Your subscription was not activated"
      text="We have not received a payment. You can try again from the pricing page."
    >
      <ButtonLink to="/pricing" variant="primary" size="lg">
        See Plans
      </ButtonLink>
    </Result>
  )
}

function LookupFailed({ retrying, onRetry }: { retrying: boolean; onRetry(): void }) {
  return (
    <Result
      icon={<CircleAlert className="size-12 text-yellow-ink" strokeWidth={1.5} />}
      title="We could not look up your subscription"
      text="If you have paid, your plan starts automatically as soon as the payment is confirmed."
    >
      <Button variant="primary" size="lg" pending={retrying} onClick={onRetry}>
        Try again
      </Button>
    </Result>
  )
}

function SignedOut() {
  const [leaving, setLeaving] = useState(false)
  const signIn = () => {
    setLeaving(true)
    goToSignIn(location.pathname + location.search).catch(() => setLeaving(false))
  }
  return (
    <Result
      icon={<CircleAlert className="size-12 text-yellow-ink" strokeWidth={1.5} />}
      title="Please sign in"
      text="Then you can see the status of your payment."
      leaving={leaving}
    >
      <Button variant="primary" size="lg" pending={leaving} onClick={signIn}>
        Sign In
      </Button>
    </Result>
  )
}

type ResultProps = {
  icon: ReactNode
  title: string
  text: ReactNode
  /** The page is being left for another one. */
  leaving?: boolean
  children?: ReactNode
}

function Result({ icon, title, text, leaving = false, children }: ResultProps) {
  return (
    <main className="flex min-h-dvh items-center justify-center p-6">
      <title>{`${title} · Daybook`}</title>
      <div className="flex w-full max-w-md flex-col items-center text-center">
        {useIsDemo() && <Badge className="mb-5">Demo</Badge>}
        <span aria-hidden="true">{icon}</span>
        <div role="status">
          <h1 className="mt-5 text-title font-semibold tracking-tight text-balance">{title}</h1>
          <p className="mt-2 text-lead text-balance text-muted">{text}</p>
        </div>
        <div className="mt-8 flex flex-wrap items-center justify-center gap-3">
          {children}
          <ButtonLink to="/dashboard" variant={children ? 'secondary' : 'primary'} size="lg">
            Go to Dashboard
          </ButtonLink>
          {!leaving && <Countdown />}
        </div>
      </div>
    </main>
  )
}

const SECONDS = 5

function Countdown() {
  const navigate = useNavigate()
  const [left, setLeft] = useState(SECONDS)
  useEffect(() => {
    const ticking = setInterval(() => setLeft((seconds) => Math.max(0, seconds - 1)), 1000)
    return () => clearInterval(ticking)
  }, [])
  useEffect(() => {
    if (left === 0) void navigate('/dashboard', { replace: true })
  }, [left, navigate])
  return (
    <p className="w-full text-meta text-muted tabular-nums">
      Redirecting automatically in {countOf(left, 'second')}...
    </p>
  )
}
