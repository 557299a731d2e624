import { useQuery } from '@tanstack/react-query'
import { CircleCheck, Link2Off, Mail } from 'lucide-react'
import { useParams } from 'react-router'
import type { AddressChange } from '#features/engagement/contacts/contract/confirmation.ts'
import { ApiError } from '#web/data/api-error.ts'
import { LoadingScreen } from '#web/layout/loading-screen.tsx'
import { MessageScreen } from '#web/layout/message-screen.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { addressChangeQuery, useConfirmAddress } from './client.ts'

/**
 * The page of the link in the email to a new address. Opening it confirms nothing, since mail servers open links, too.
 */
export function ConfirmEmailScreen() {
  const { code = '' } = useParams()
  const { data, error, isFetching, refetch } = useQuery(addressChangeQuery(code))
  if (data) return <Confirmation code={code} change={data} />
  if (!error) return <LoadingScreen />
  if (isRefused(error)) return <InvalidConfirmation />
  return (
    <MessageScreen icon={<Link2Off />} title="The page could not be loaded" text="Please try again.">
      <Button variant="primary" size="lg" pending={isFetching} onClick={() => void refetch()}>
        Try Again
      </Button>
    </MessageScreen>
  )
}

const isRefused = (error: Error | null): boolean => error instanceof ApiError && error.status === 404

function InvalidConfirmation() {
  return (
    <MessageScreen
      icon={<Link2Off />}
      title="This link does not work anymore"
      text="The address may have been changed since, or the link is too old. Open your portal to enter the address again."
    />
  )
}

type ConfirmationProps = { code: string; change: AddressChange }

function Confirmation({ code, change: { sender, email, confirmed_at } }: ConfirmationProps) {
  const confirm = useConfirmAddress(code)
  if (isRefused(confirm.error)) return <InvalidConfirmation />
  if (confirmed_at !== null) {
    return (
      <MessageScreen
        icon={<CircleCheck />}
        title="Your address is confirmed"
        text={`Emails from ${sender} now go to ${email}.`}
      />
    )
  }
  return (
    <MessageScreen
      icon={<Mail />}
      title="Confirm your email address?"
      text={`Emails from ${sender} will go to ${email}.`}
    >
      {confirm.error && (
        <Alert tone="error" live className="w-full text-left" title="That did not work. Please try again." />
      )}
      <Button variant="primary" size="lg" pending={confirm.isPending} onClick={() => confirm.mutate()}>
        Confirm Address
      </Button>
    </MessageScreen>
  )
}
