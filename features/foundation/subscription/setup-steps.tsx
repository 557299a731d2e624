import { CopyButton } from '#web/ui/copy-button.tsx'
import { ExternalLink } from '#web/ui/text-link.tsx'
import { HANDLED_EVENTS, stripeApi } from './contract.ts'

export function KeysStep({ configured }: { configured: boolean | undefined }) {
  return (
    <div className="flex flex-col gap-3">
      {configured === false && (
        <p className="font-medium">
          Daybook has no Stripe keys yet, so nothing can be bought. Set both on the server and restart it:
        </p>
      )}
      <ul className="flex list-disc flex-col gap-1.5 pl-5 text-muted">
        <li>
          Create or open your account in the{' '}
          <ExternalLink href="https://dashboard.stripe.com">Stripe dashboard</ExternalLink>.
        </li>
        <li>
          Under Developers, API keys, copy the secret key into <Setting>STRIPE_SECRET_KEY</Setting>.
        </li>
        <li>
          Add the webhook endpoint of step 3 and copy its signing secret into{' '}
          <Setting>STRIPE_WEBHOOK_SECRET</Setting>.
        </li>
      </ul>
    </div>
  )
}

export function WebhookStep() {
  const address = `${location.origin}${stripeApi.webhook.path}`
  return (
    <div className="flex flex-col gap-3 text-muted">
      <p>In the Stripe dashboard, under Developers, Webhooks, add an endpoint with this address:</p>
      <p className="flex items-center gap-2 rounded border border-hairline bg-sunken py-1 pr-1 pl-3">
        <code className="min-w-0 flex-1 text-meta wrap-anywhere text-ink">{address}</code>
        <CopyButton text={address} label="Copy the address" />
      </p>
      <p>It needs these events:</p>
      <ul className="flex list-disc flex-col gap-1 pl-5">
        {HANDLED_EVENTS.map((event) => (
          <li key={event}>
            <Setting>{event}</Setting>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Setting({ children }: { children: string }) {
  return <code className="text-meta wrap-anywhere text-ink max-sm:text-micro">{children}</code>
}
