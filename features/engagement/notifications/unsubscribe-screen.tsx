import { useQuery } from '@tanstack/react-query'
import { CircleCheck, Link2Off, Mail } from 'lucide-react'
import { useParams } from 'react-router'
import { ApiError } from '#web/data/api-error.ts'
import { LoadingScreen } from '#web/layout/loading-screen.tsx'
import { MessageScreen } from '#web/layout/message-screen.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { subscriptionQuery, useChangeSubscription } from './client.ts'
import type { MailSubscription } from './contract/unsubscription.ts'

/** The page of the link below an email. Opening it changes nothing, since mail servers open links, too. */
export function UnsubscribeScreen() {
  const { code = '' } = useParams()
  const { data, error, isFetching, refetch } = useQuery(subscriptionQuery(code))
  if (data) return <Subscription code={code} subscription={data} />
  if (!error) return <LoadingScreen />
  if (error instanceof ApiError && error.status < 500) {
    return (
      <MessageScreen
        icon={<Link2Off />}
        title="This link does not work"
        text="Please use the link from the email as it is."
      />
    )
  }
  return (
    <MessageScreen icon={<Link2Off />} title="The page could not be loaded" text="Please try again.">
      <Button variant="primary" size="lg" pending={isFetching} onClick={() => void refetch()}>
        Try Again
      </Button>
    </MessageScreen>
  )
}

type SubscriptionProps = { code: string; subscription: MailSubscription }

function Subscription({ code, subscription: { sender, unsubscribed_at } }: SubscriptionProps) {
  const change = useChangeSubscription(code)
  const isUnsubscribed = unsubscribed_at !== null
  const isResubscribed = !isUnsubscribed && change.data !== undefined
  return (
    <MessageScreen
      icon={isUnsubscribed || isResubscribed ? <CircleCheck /> : <Mail />}
      title={titleOf(isUnsubscribed, isResubscribed)}
      text={
        isUnsubscribed
          ? `You get no more emails about deliverables and comments from ${sender}. Invoices are still sent to you.`
          : `${sender} lets you know by email about deliverables to approve and new comments. Invoices are sent in any case.`
      }
    >
      {change.error && (
        <Alert tone="error" live className="w-full text-left" title="That did not work. Please try again." />
      )}
      <Button
        variant={isUnsubscribed || isResubscribed ? 'secondary' : 'primary'}
        size="lg"
        pending={change.isPending}
        onClick={() => change.mutate(isUnsubscribed ? 'resubscribe' : 'unsubscribe')}
      >
        {isUnsubscribed ? 'Get Emails Again' : 'Unsubscribe'}
      </Button>
    </MessageScreen>
  )
}

function titleOf(isUnsubscribed: boolean, isResubscribed: boolean): string {
  if (isUnsubscribed) return 'You are unsubscribed'
  return isResubscribed ? 'You get emails again' : 'Unsubscribe from emails?'
}
