import type Stripe from 'stripe'
import { newId, randomText } from './ids.ts'
import type { Metadata, Replace, Seconds } from './wire.ts'

export type WebhookEndpoint = Replace<
  Stripe.WebhookEndpoint,
  { metadata: Metadata; status: 'enabled' | 'disabled' }
> & {
  signing_secret: string
  removed: boolean
  /** Receives the events of connected accounts, not those of the platform. */
  connect: boolean
}

export interface WebhookEndpointFields {
  url: string
  enabled_events: string[]
  description: string | null
  metadata: Metadata
  api_version: string | null
  connect: boolean
}

export function newWebhookEndpoint(now: Seconds, fields: WebhookEndpointFields): WebhookEndpoint {
  return {
    id: newId('webhook_endpoint'),
    object: 'webhook_endpoint',
    api_version: fields.api_version,
    application: null,
    created: now,
    description: fields.description,
    enabled_events: fields.enabled_events,
    livemode: false,
    metadata: fields.metadata,
    signing_secret: `whsec_${randomText(32)}`,
    status: 'enabled',
    url: fields.url,
    removed: false,
    connect: fields.connect,
  }
}
