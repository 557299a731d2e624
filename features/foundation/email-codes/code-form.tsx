import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { linkStyle } from '#web/ui/text-link.tsx'
import { signInRefusal, useAskForCode, useEnterCode } from './client.ts'
import { CODE_MINUTES, digitsIn } from './rules.ts'

type CodeFormProps = {
  address: string
  /** The page that shows the mail, if no mail is sent. */
  outboxPath: string | null
  isClosed: boolean
  onOtherAddress(): void
}

/** Takes the six digits from the mail, and signs in as soon as they are there. */
export function CodeForm({ address, outboxPath, isClosed, onOtherAddress }: CodeFormProps) {
  const [code, setCode] = useState('')
  const [isIncomplete, setIncomplete] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const enter = useEnterCode()
  const ask = useAskForCode()

  useEffect(() => field.current?.focus(), [])

  const enterDigits = (digits: string) => {
    if (enter.isPending) return
    setIncomplete(digits.length < 6)
    if (digits.length === 6) enter.mutate(digits, { onError: () => field.current?.select() })
    else field.current?.focus()
  }
  const write = (written: string) => {
    const digits = digitsIn(written)
    setCode(digits)
    setIncomplete(false)
    if (digits.length === 6 && digits !== code) enterDigits(digits)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    enterDigits(code)
  }
  const askAgain = () => {
    setCode('')
    enter.reset()
    ask.mutate(address)
    field.current?.focus()
  }
  const refusal = enter.error ? signInRefusal(enter.error) : undefined

  return (
    <>
      <p className="mt-2 text-pretty wrap-anywhere text-muted">
        We sent a code to <strong className="font-medium text-ink">{address}</strong>. It is valid for{' '}
        {CODE_MINUTES} minutes, in this browser.
        {isClosed && ' Only addresses that have an account get one.'}
      </p>
      {outboxPath !== null && (
        <p className="mt-2 text-muted">
          This machine sends no mail:{' '}
          <a href={outboxPath} target="_blank" rel="noreferrer" className={linkStyle}>
            read it in the outbox<span className="sr-only"> (opens in a new tab)</span>
          </a>
          .
        </p>
      )}
      <form noValidate onSubmit={submit} className="mt-6 flex flex-col gap-4">
        <Field
          label="Six-digit code"
          id="sign-in-code"
          error={isIncomplete ? 'Please enter the six digits' : refusal}
        >
          <Input
            ref={field}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            value={code}
            onChange={(event) => write(event.target.value)}
            className="h-12 text-center text-[1.375rem]! tracking-[0.3em] tabular-nums"
          />
        </Field>
        <Button type="submit" variant="primary" size="lg" className="w-full" pending={enter.isPending}>
          Sign In
        </Button>
      </form>
      <div className="mt-4 -mb-2 flex flex-wrap justify-between gap-x-4 gap-y-1">
        <Button variant="ghost" className="-mx-3.5" pending={ask.isPending} onClick={askAgain}>
          Send a new code
        </Button>
        <Button variant="ghost" className="-mx-3.5" onClick={onOtherAddress}>
          Use another address
        </Button>
      </div>
      <div role="status" className="mt-2 text-meta text-muted empty:hidden">
        {ask.isSuccess && 'A new code is on its way. Earlier ones no longer work.'}
      </div>
      {ask.error && <Alert tone="error" live className="mt-2" title={signInRefusal(ask.error)} />}
    </>
  )
}
