import type Stripe from 'stripe'
import { newId } from './ids.ts'
import type { Metadata, Replace, Seconds } from './wire.ts'

export type ProrationBehavior = 'always_invoice' | 'create_prorations' | 'none'

type PortalFeatures = Replace<
  Stripe.BillingPortal.Configuration['features'],
  {
    subscription_update: {
      billing_cycle_anchor: null
      default_allowed_updates: 'price'[]
      enabled: boolean
      products:
        | {
            product: string
            prices: string[]
            adjustable_quantity: { enabled: false; maximum: null; minimum: 1 }
          }[]
        | null
      proration_behavior: ProrationBehavior
      schedule_at_period_end: { conditions: never[] }
      trial_update_behavior: 'end_trial' | 'continue_trial'
    }
  }
>

export type PortalConfiguration = Replace<
  Stripe.BillingPortal.Configuration,
  { metadata: Metadata; features: PortalFeatures; application: null }
>

export type PortalSession = Replace<Stripe.BillingPortal.Session, { configuration: string }> & {
  /** The last part of the URL. It authenticates the customer. */
  secret: string
  expires: Seconds
}

export interface PortalConfigurationFields {
  isDefault: boolean
  active: boolean
  name: string | null
  metadata: Metadata
  default_return_url: string | null
  business_profile: {
    headline: string | null
    privacy_policy_url: string | null
    terms_of_service_url: string | null
  }
  invoiceHistory: boolean
  paymentMethodUpdate: boolean
  subscriptionCancel: boolean
  subscriptionCancelMode: 'at_period_end' | 'immediately'
  subscriptionUpdate: boolean
  products: { product: string; prices: string[] }[] | null
  prorationBehavior: ProrationBehavior
}

export function newPortalConfiguration(now: Seconds, fields: PortalConfigurationFields): PortalConfiguration {
  return {
    id: newId('portal_configuration'),
    object: 'billing_portal.configuration',
    active: fields.active,
    application: null,
    business_profile: fields.business_profile,
    created: now,
    default_return_url: fields.default_return_url,
    features: {
      customer_update: { allowed_updates: [], enabled: false },
      invoice_history: { enabled: fields.invoiceHistory },
      payment_method_update: { enabled: fields.paymentMethodUpdate, payment_method_configuration: null },
      subscription_cancel: {
        cancellation_reason: { enabled: false, feedback_options: null, options: [] },
        enabled: fields.subscriptionCancel,
        mode: fields.subscriptionCancelMode,
        proration_behavior: 'none',
      },
      subscription_pause: { duration: { interval_options: [], type: 'indefinite' }, enabled: false },
      subscription_update: {
        billing_cycle_anchor: null,
        default_allowed_updates: fields.subscriptionUpdate ? ['price'] : [],
        enabled: fields.subscriptionUpdate,
        products:
          fields.products?.map((offer) => ({
            ...offer,
            adjustable_quantity: { enabled: false, maximum: null, minimum: 1 },
          })) ?? null,
        proration_behavior: fields.prorationBehavior,
        schedule_at_period_end: { conditions: [] },
        trial_update_behavior: 'continue_trial',
      },
    },
    is_default: fields.isDefault,
    livemode: false,
    login_page: { enabled: false, url: null },
    metadata: fields.metadata,
    name: fields.name,
    updated: now,
  }
}
