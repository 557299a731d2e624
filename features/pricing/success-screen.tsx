import { CircleAlert, CircleCheck, Clock } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { formatInstantLongDate } from '#core/format.ts'
import { useSession } from '#features/account/client.ts'
import { goToSignIn } from '#features/sign-in/client.ts'
import { usePurchase } from '#features/subscription/client.ts'
import type { Entitlement } from '#features/subscription/contract.ts'
import { hasEverything } from '#features/subscription/rules.ts'
import { ApiError } from '#web/data/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'

/** Where the payment provider redirects after payment. Anyone can open this page, so it checks the purchase first. */
export function SuccessScreen() {
  const { status } = useSession()
  const [search] = useSearchParams()
  const { data, error, isFetching, refetch } = usePurchase(search.get('session_id'), status === 'signed-in')
  if (status === 'signed-out') return <SignedOut />
  if (data?.purchase === 'activated') return <Activated {...data} />
  if (data?.purchase === 'processing') return <Processing />
  if (data || (error instanceof ApiError && error.status < 500)) return <NotActivated />
  if (error) return <LookupFailed retrying={isFetching} onRetry={() => void refetch()} />
  return (
    <Result
      icon={<span className="spinner size-12" />}
      title="One moment..."
      text="We are looking up your subscription."
    />
  )
}

function Activated(entitlement: Entitlement) {
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
    >
      <ToDashboard />
      <Countdown />
    </Result>
  )
}

function describePlan({ plan, next_plan }: Entitlement): string {
  if (next_plan) return `Your ${plan.name} trial continues, and ${next_plan.name} begins when it ends.`
  if (hasEverything(plan)) return 'You now have access to all premium features.'
  const { name, max_clients, max_projects, max_invoices_per_month } = plan
  return `You now have ${name}: ${max_clients} clients, ${max_projects} projects and ${max_invoices_per_month} invoices a month.`
}

function Processing() {
  return (
    <Result
      icon={<Clock className="size-12 text-blue-ink" strokeWidth={1.5} />}
      title="Your payment is being processed"
      text="Your plan starts as soon as the payment has gone through. You do not have to wait here."
    >
      <ToDashboard />
      <Countdown />
    </Result>
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
      <ButtonLink to="/dashboard" size="lg">
        Go to Dashboard
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
      <ButtonLink to="/dashboard" size="lg">
        Go to Dashboard
      </ButtonLink>
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
    >
      <Button variant="primary" size="lg" pending={leaving} onClick={signIn}>
        Sign In
      </Button>
    </Result>
  )
}

type ResultProps = { icon: ReactNode; title: string; text: ReactNode; children?: ReactNode }

function Result({ icon, title, text, children }: ResultProps) {
  return (
    <main className="flex min-h-dvh items-center justify-center p-6">
      <title>{`${title} · Daybook`}</title>
      <div className="flex max-w-md flex-col items-center text-center">
        <span aria-hidden="true">{icon}</span>
        <div role="status">
          <h1 className="mt-5 text-title font-semibold tracking-tight">{title}</h1>
          <p className="mt-2 text-lead text-balance text-muted">{text}</p>
        </div>
        <div className="mt-8 flex flex-wrap items-center justify-center gap-3">{children}</div>
      </div>
    </main>
  )
}

function ToDashboard() {
  return (
    <ButtonLink to="/dashboard" variant="primary" size="lg">
      Go to Dashboard
    </ButtonLink>
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
    <p className="w-full text-meta text-muted tabular-nums">Redirecting automatically in {left} seconds...</p>
  )
}
