import { useQuery } from '@tanstack/react-query'
import { CreditCard, ExternalLink, Unplug } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { formatInstantDate } from '#core/format.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { buttonStyle } from '#web/ui/button-style.ts'
import { Panel } from '#web/ui/card.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { connectionQuery, useConnect, useDisconnect } from './client.ts'
import type { PaymentConnection } from './contract.ts'

/** Connects the freelancer's own Stripe account, into which clients pay online. */
export function ConnectionPanel() {
  const [search] = useSearchParams()
  const { data: connection, isError, refetch } = useQuery(connectionQuery(search.has('connected')))
  return (
    <Panel
      title="Online payments"
      description="Clients pay invoices by card or bank debit in the client portal."
      actions={connection?.status === 'ready' && <Badge tone="green">Connected</Badge>}
    >
      {!connection && !isError && (
        <Loading>
          <Skeleton className="h-24" />
        </Loading>
      )}
      {!connection && isError && <LoadFailed what="Your Stripe connection" retry={() => void refetch()} />}
      {connection && <Connection connection={connection} />}
    </Panel>
  )
}

function Connection({ connection }: { connection: PaymentConnection }) {
  if (connection.status === 'none') {
    return connection.is_configured ? <NotConnected /> : <NotSetUp />
  }
  return (
    <div className="flex flex-col items-start gap-4">
      {connection.status === 'incomplete' && (
        <Alert tone="warning" title="Stripe still needs some details" className="w-full">
          Until you have answered them, clients cannot pay online.
        </Alert>
      )}
      {connection.status === 'restricted' && (
        <Alert tone="info" title="Stripe is checking your details" className="w-full">
          Clients can pay online as soon as Stripe allows it. You can see there whether something is missing.
        </Alert>
      )}
      {connection.status === 'ready' && (
        <p className="max-w-prose">
          Your clients can pay. The portal shows <em>Pay</em> on every open invoice, the money goes to your
          Stripe account, and the payment is recorded here by itself. Refunds made in Stripe update the
          invoice.
        </p>
      )}
      <p className="text-meta text-muted wrap-anywhere">
        Account {connection.provider_account_id}
        {connection.connected_at && `, connected on ${formatInstantDate(connection.connected_at)}`}
      </p>
      <div className="flex flex-wrap gap-2">
        {connection.status === 'incomplete' && <ConnectButton label="Continue with Stripe" />}
        {connection.status !== 'incomplete' && (
          <a
            href={connection.dashboard_url}
            target="_blank"
            rel="noopener noreferrer"
            className={buttonStyle()}
          >
            <ExternalLink aria-hidden /> Open Stripe <span className="sr-only">(opens in a new tab)</span>
          </a>
        )}
        <DisconnectButton />
      </div>
    </div>
  )
}

function NotConnected() {
  return (
    <div className="flex flex-col items-start gap-4">
      <p className="max-w-prose">
        Connect your Stripe account, or create one on the way. Clients then pay straight into it: Daybook
        takes no cut and never sees a card. Stripe’s own fees apply.
      </p>
      <ConnectButton label="Connect Stripe" />
    </div>
  )
}

function NotSetUp() {
  return (
    <p className="max-w-prose text-muted">
      Online payments are not set up on this Daybook. Clients pay by bank transfer, with the payment details
      of your business profile.
    </p>
  )
}

function ConnectButton({ label }: { label: string }) {
  const connect = useConnect()
  return (
    <Button variant="primary" pending={connect.isPending} onClick={() => connect.mutate()}>
      <CreditCard aria-hidden /> {label}
    </Button>
  )
}

function DisconnectButton() {
  const confirm = useConfirm()
  const disconnect = useDisconnect()
  const askAndDisconnect = async () => {
    const sure = await confirm({
      title: 'Disconnect Stripe?',
      consequences:
        'Clients can no longer pay online. What was paid stays, and later refunds are still followed. Your Stripe account is not closed.',
      confirmLabel: 'Disconnect',
    })
    if (sure) disconnect.mutate()
  }
  return (
    <Button disabled={disconnect.isPending} onClick={askAndDisconnect}>
      <Unplug aria-hidden /> Disconnect
    </Button>
  )
}
