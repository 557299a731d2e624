import { useQuery } from '@tanstack/react-query'
import { Link2Off } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { LoadingScreen } from '#web/layout/loading-screen.tsx'
import { MessageScreen } from '#web/layout/message-screen.tsx'
import { Wordmark } from '#web/layout/wordmark.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { askedAddress, goToProvider, signInOptionsQuery, signInRefusal, useAskForCode } from './client.ts'
import { CodeForm } from './code-form.tsx'
import { EmailSignIn, type SignInOptions } from './contract.ts'
import { isOffered } from './rules.ts'

/** Every way to sign in that this server offers. */
export function SignInScreen() {
  const { data, error, isFetching, refetch } = useQuery(signInOptionsQuery)
  const [address, setAddress] = useState(askedAddress)
  if (data && address !== undefined && isOffered(data, 'email')) {
    return (
      <Frame title="Check your email">
        <CodeForm address={address} options={data} onOtherAddress={() => setAddress(undefined)} />
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

function EmailForm({ isFirst, onAsked }: { isFirst: boolean; onAsked(address: string): void }) {
  const [email, setEmail] = useState('')
  const [invalid, setInvalid] = useState<string>()
  const ask = useAskForCode()
  const error = invalid ?? (ask.error ? signInRefusal(ask.error) : undefined)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (ask.isPending) return
    const entered = EmailSignIn.safeParse({ email })
    setInvalid(entered.error?.issues[0]?.message)
    if (entered.success) ask.mutate(entered.data.email, { onSuccess: () => onAsked(entered.data.email) })
    else document.getElementById('sign-in-email')?.focus()
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <Field label="Email" id="sign-in-email" error={error}>
        <Input
          type="email"
          name="email"
          autoComplete="username webauthn"
          inputMode="email"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          className="h-11"
        />
      </Field>
      <Button
        type="submit"
        variant={isFirst ? 'primary' : 'secondary'}
        size="lg"
        className="w-full"
        pending={ask.isPending}
      >
        Email me a code
      </Button>
    </form>
  )
}
