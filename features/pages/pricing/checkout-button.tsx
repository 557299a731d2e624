import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { createCheckout } from '#features/foundation/subscription/client.ts'
import type { SoldPlanId } from '#features/foundation/subscription/contract.ts'
import { ApiError, InvalidResponse } from '#web/data/api-error.ts'
import { logFailure } from '#web/data/log.ts'
import { Button, type ButtonProps } from '#web/ui/button.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import type { ConfirmQuestion } from '#web/ui/confirm-dialog.tsx'

type CheckoutButtonProps = Pick<ButtonProps, 'variant' | 'children'> & {
  planId: SoldPlanId
  /** The question to ask before checkout, if any. */
  confirmFirst(): Promise<ConfirmQuestion | null>
}

const FAILED = 'Failed to create checkout session'
const NO_ADDRESS = `${FAILED}. Please try again.`
const failureOf = ({ error }: ApiError['body']) => `Error: ${error || FAILED}`

/** Goes to the payment provider's page, or explains why it cannot. */
export function CheckoutButton({ planId, confirmFirst, ...button }: CheckoutButtonProps) {
  const [leaving, setLeaving] = useState(false)
  const ask = useConfirm()
  const navigate = useNavigate()

  const say = (title: string, consequences?: ReactNode) =>
    ask({ title, consequences, confirmLabel: 'OK', cancelLabel: null, tone: 'primary' })

  async function offerSetup(body: ApiError['body']) {
    const yes = await ask({
      title: failureOf(body),
      consequences: `${body.details ? `${body.details} ` : ''}Would you like to open the payment setup page?`,
      confirmLabel: 'Open Setup',
      tone: 'primary',
    })
    if (yes) await navigate('/stripe-setup')
  }

  async function explain(error: unknown) {
    logFailure(error)
    if (!(error instanceof ApiError)) {
      await say('Network error. Please check your connection and try again.')
    } else if (error instanceof InvalidResponse) {
      await say(NO_ADDRESS)
    } else if (error.body.setupRequired) {
      await offerSetup(error.body)
    } else {
      await say(failureOf(error.body), error.body.details)
    }
  }

  async function checkOut() {
    setLeaving(true)
    const question = await confirmFirst()
    if (question && !(await ask(question))) return setLeaving(false)
    try {
      const { url } = await createCheckout(planId)
      if (!url) await say(NO_ADDRESS)
      else if (!navigateTo(url))
        await say('Please open this address to continue to checkout:', <Address url={url} />)
    } catch (error) {
      await explain(error)
    }
    setLeaving(false)
  }

  return <Button {...button} pending={leaving} onClick={() => void checkOut()} className="w-full" />
}

function Address({ url }: { url: string }) {
  return (
    <a href={url} target="_blank" rel="noreferrer" className="break-all text-ink underline">
      {url}
    </a>
  )
}

/** In a frame the top window has to navigate. If that is blocked, a new window opens. */
function navigateTo(url: string): boolean {
  try {
    const whole = window.top ?? window
    whole.location.href = url
    return true
  } catch {
    return window.open(url, '_blank') !== null
  }
}
