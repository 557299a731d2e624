import { useQuery } from '@tanstack/react-query'
import { Link2Off } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { askedAddress } from '#features/foundation/email-codes/client.ts'
import { CodeForm } from '#features/foundation/email-codes/code-form.tsx'
import { EmailForm } from '#features/foundation/email-codes/email-form.tsx'
import { EmailLink } from '#features/foundation/email-codes/email-link.tsx'
import { codeIn } from '#features/foundation/email-codes/rules.ts'
import { goToProvider } from '#features/foundation/sign-in/client.ts'
import { LoadingScreen } from '#web/layout/loading-screen.tsx'
import { MessageScreen } from '#web/layout/message-screen.tsx'
import { Wordmark } from '#web/layout/wordmark.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { signInOptionsQuery } from './client.ts'
import type { SignInOptions } from './contract.ts'
import { isOffered } from './rules.ts'

/** Every way to sign in that this server offers. */
export function SignInScreen() {
  const { data, error, isFetching, refetch } = useQuery(signInOptionsQuery)
  const [address, setAddress] = useState(askedAddress)
  const code = codeIn(useLocation().hash)
  const navigate = useNavigate()
  if (code) return <EmailLink code={code} onLeave={() => void navigate('/sign-in')} />
  if (data && address !== undefined && isOffered(data, 'email')) {
    return (
      <Frame title="Check your email">
        <CodeForm
          address={address}
          outboxPath={data.outbox_path}
          isClosed={data.sign_up === 'closed'}
          onOtherAddress={() => setAddress(undefined)}
        />
      </Frame>
    )
  }
  if (data) {
    return (
      <Frame title="Sign in to Daybook">
        <Ways options={data} onAsked={setAddress} />
      </Frame>
    )
  }
  if (!error) return <LoadingScreen />
  return (
    <MessageScreen icon={<Link2Off />} title="The page could not be loaded" text="Please try again.">
      <Button variant="primary" size="lg" pending={isFetching} onClick={() => void refetch()}>
        Try Again
      </Button>
    </MessageScreen>
  )
}

function Frame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="flex min-h-dvh flex-col items-center px-4 pt-[max(2rem,10vh)] pb-8">
      <title>{`${title} · Daybook`}</title>
      <meta name="robots" content="noindex" />
      <Link to="/" aria-label="Daybook" className="mb-6 flex h-11 items-center rounded px-2">
        <Wordmark className="text-[1.5rem]" />
      </Link>
      <div className="w-full max-w-sm rounded-lg border border-hairline bg-surface p-6 sm:p-8">
        <h1 className="font-serif text-title font-semibold tracking-tight text-balance">{title}</h1>
        {children}
      </div>
    </main>
  )
}

type WaysProps = { options: SignInOptions; onAsked(address: string): void }

function Ways({ options, onAsked }: WaysProps) {
  const hasProvider = isOffered(options, 'oidc')
  return (
    <>
      {options.sign_up === 'closed' && (
        <p className="mt-2 text-muted">For those who have an account. New ones cannot be created here.</p>
      )}
      <div className="mt-6 flex flex-col gap-5">
        {hasProvider && <ProviderButton name={options.provider_name} />}
        {hasProvider && isOffered(options, 'email') && <Or />}
        {isOffered(options, 'email') && <EmailForm isFirst={!hasProvider} onAsked={onAsked} />}
      </div>
    </>
  )
}

function Or() {
  return (
    <div className="flex items-center gap-3 text-meta text-faint before:h-px before:flex-1 before:bg-hairline after:h-px after:flex-1 after:bg-hairline">
      or
    </div>
  )
}

function ProviderButton({ name }: { name: string }) {
  const [state, setState] = useState<'leaving' | 'failed'>()
  const leave = () => {
    setState('leaving')
    goToProvider().catch(() => setState('failed'))
  }
  return (
    <>
      {state === 'failed' && (
        <Alert tone="error" live title={`${name} could not be reached. Please try again.`} />
      )}
      <Button
        variant="primary"
        size="lg"
        className="w-full whitespace-normal"
        pending={state === 'leaving'}
        onClick={leave}
      >
        Continue with {name}
      </Button>
    </>
  )
}
