import { useQuery } from '@tanstack/react-query'
import { Link2Off } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { askedAddress } from '#features/foundation/email-codes/client.ts'
import { CodeForm } from '#features/foundation/email-codes/code-form.tsx'
import { EmailForm } from '#features/foundation/email-codes/email-form.tsx'
import { EmailLink } from '#features/foundation/email-codes/email-link.tsx'
import { codeIn } from '#features/foundation/email-codes/rules.ts'
import { PasskeySignIn } from '#features/foundation/passkeys/passkey-sign-in.tsx'
import { isPasskeyAlone } from '#features/foundation/passkeys/rules.ts'
import { goToProvider } from '#features/foundation/sign-in/client.ts'
import { Entrance } from '#web/layout/entrance.tsx'
import { LoadingScreen } from '#web/layout/loading-screen.tsx'
import { MessageScreen } from '#web/layout/message-screen.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { linkStyle } from '#web/ui/text-link.tsx'
import { signInOptionsQuery } from './client.ts'
import type { SignInOptions } from './contract.ts'
import { isOffered } from './rules.ts'

const RecoveryForm = lazy(async () => ({
  default: (await import('#features/foundation/passkeys/recovery-form.tsx')).RecoveryForm,
}))
const SignUpForm = lazy(async () => ({
  default: (await import('#features/foundation/passkeys/sign-up-form.tsx')).SignUpForm,
}))

const OTHER_PAGES = {
  recovery: { title: 'Use a recovery code', Form: RecoveryForm },
  signUp: { title: 'Create an account', Form: SignUpForm },
}
type OtherPage = keyof typeof OTHER_PAGES

/** Every way to sign in that this server offers. */
export function SignInScreen() {
  const { data, error, isFetching, refetch } = useQuery(signInOptionsQuery)
  const [address, setAddress] = useState(askedAddress)
  const [other, setOther] = useState<OtherPage>()
  const code = codeIn(useLocation().hash)
  const navigate = useNavigate()
  if (code) return <EmailLink code={code} onLeave={() => void navigate('/sign-in')} />
  if (data && address !== undefined && isOffered(data, 'email')) {
    return (
      <Entrance title="Check your email">
        <CodeForm
          address={address}
          outboxPath={data.outbox_path}
          isClosed={data.sign_up === 'closed'}
          onOtherAddress={() => setAddress(undefined)}
        />
      </Entrance>
    )
  }
  if (data && other !== undefined) {
    const { title, Form } = OTHER_PAGES[other]
    return (
      <Entrance title={title}>
        <div className="mt-6 flex flex-col gap-5">
          <Suspense>
            <Form />
          </Suspense>
          <QuietButton onClick={() => setOther(undefined)}>Back to all ways to sign in</QuietButton>
        </div>
      </Entrance>
    )
  }
  if (data) {
    return (
      <Entrance title="Sign in to Daybook">
        <Ways options={data} onAsked={setAddress} onOther={setOther} />
      </Entrance>
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

type WaysProps = {
  options: SignInOptions
  onAsked(address: string): void
  onOther(page: OtherPage): void
}

function Ways({ options, onAsked, onOther }: WaysProps) {
  const hasProvider = isOffered(options, 'oidc')
  const hasEmail = isOffered(options, 'email')
  const hasPasskey = isOffered(options, 'passkey')
  return (
    <>
      {options.sign_up === 'closed' && (
        <p className="mt-2 text-muted">For those who have an account. New ones cannot be created here.</p>
      )}
      <div className="mt-6 flex flex-col gap-5">
        {hasProvider && <ProviderButton name={options.provider_name} />}
        {hasProvider && (hasEmail || hasPasskey) && <Or />}
        {hasEmail && <EmailForm isFirst={!hasProvider} onAsked={onAsked} />}
        {hasPasskey && <PasskeySignIn isFirst={isPasskeyAlone(options.methods)} hasEmailField={hasEmail} />}
        {hasPasskey && (
          <div className="flex flex-wrap justify-between gap-x-4">
            {isPasskeyAlone(options.methods) && options.sign_up === 'open' && (
              <QuietButton onClick={() => onOther('signUp')}>Create an account</QuietButton>
            )}
            <QuietButton onClick={() => onOther('recovery')}>Use a recovery code</QuietButton>
          </div>
        )}
      </div>
    </>
  )
}

function QuietButton({ onClick, children }: { onClick(): void; children: ReactNode }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className={cx(linkStyle, 'min-h-8 self-start text-meta text-muted touch:min-h-11')}
    >
      {children}
    </button>
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
