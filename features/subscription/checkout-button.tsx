import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError } from '#web/api-error.ts'
import { logFailure } from '#web/log.ts'
import { Button, type ButtonProps } from '#web/ui/button.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { createCheckout } from './client.ts'
import type { SoldPlanId } from './contract.ts'

type CheckoutButtonProps = Pick<ButtonProps, 'variant' | 'children'> & { planId: SoldPlanId }

/** Goes to the payment provider's page, or says why it cannot. */
export function CheckoutButton({ planId, ...button }: CheckoutButtonProps) {
  const [leaving, setLeaving] = useState(false)
  const ask = useConfirm()
  const navigate = useNavigate()

  const say = (title: string, consequences?: ReactNode) =>
    ask({ title, consequences, confirmLabel: 'OK', cancelLabel: null, tone: 'primary' })

  async function offerSetup({ error, details }: ApiError['body']) {
    const yes = await ask({
      title: `Error: ${error}`,
      consequences: `${details ? `${details} ` : ''}Would you like to open the payment setup page?`,
      confirmLabel: 'Open Setup',
      tone: 'primary',
    })
    if (yes) await navigate('/stripe-setup')
  }

  async function explain(error: unknown) {
    logFailure(error)
    if (!(error instanceof ApiError)) {
      await say('Network error. Please check your connection and try again.')
    } else if (error.body.setupRequired) {
      await offerSetup(error.body)
    } else {
      await say(`Error: ${error.body.error || 'Failed to create checkout session'}`, error.body.details)
    }
  }

  async function checkOut() {
    setLeaving(true)
    try {
      const { url } = await createCheckout(planId)
      if (!url) await say('Failed to create checkout session. Please try again.')
      else if (!leaveFor(url))
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

/** In a frame the whole window has to leave; where that is blocked, a new one opens. */
function leaveFor(url: string): boolean {
  try {
    const whole = window.top ?? window
    whole.location.href = url
    return true
  } catch {
    return window.open(url, '_blank') !== null
  }
}
