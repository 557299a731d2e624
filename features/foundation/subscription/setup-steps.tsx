import { ExternalLink } from '#web/ui/text-link.tsx'
import { HANDLED_EVENTS, stripeApi } from './contract.ts'

export function KeysStep({ configured }: { configured: boolean | undefined }) {
  return (
    <div className="flex flex-col gap-3">
      {configured ? (
        <p className="font-medium text-green-ink">The keys are set.</p>
      ) : (
        configured === false && (
          <p className="font-medium">
            Daybook has no Stripe keys yet, so nothing can be bought. Set both on the server and restart it:
          </p>
        )
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
  return (
    <div className="flex flex-col gap-3 text-muted">
      <p>In the Stripe dashboard, under Developers, Webhooks, add an endpoint with this address:</p>
      <p>
        <code className="block rounded border border-hairline bg-sunken px-3 py-2 text-meta break-all text-ink">
          {location.origin}
          {stripeApi.webhook.path}
        </code>
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
  return <code className="text-meta break-all text-ink">{children}</code>
}
