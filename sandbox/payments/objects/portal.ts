import type { Metadata } from './wire.ts'

export interface PortalConfiguration {
  id: string
  object: 'billing_portal.configuration'
  active: boolean
  features: { subscription_update: { products: { product: string; prices: string[] }[] } }
  metadata: Metadata
}

export interface PortalSession {
  id: string
  object: 'billing_portal.session'
  configuration: string | null
  customer: string
  /** The change of plan that the app asks the customer to confirm. */
  flow: {
    after_completion: { redirect: { return_url: string } }
    subscription_update_confirm: { subscription: string; items: { price: string }[] }
  } | null
  return_url: string | null
  /** The last part of the URL. It authenticates the customer. */
  secret: string
  url: string
}
