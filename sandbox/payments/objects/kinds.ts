import type { Account, AccountLink } from './account.ts'
import type { Price, Product } from './catalogue.ts'
import type { CheckoutSession } from './checkout-session.ts'
import type { Card, Customer } from './customer.ts'
import type { SandboxEvent } from './event.ts'
import type { Invoice } from './invoice.ts'
import type { Charge, Dispute, PaymentIntent, Refund } from './payment.ts'
import type { PortalConfiguration, PortalSession } from './portal.ts'
import type { Subscription } from './subscription.ts'

export interface Kinds {
  account: Account
  account_link: AccountLink
  payment_intent: PaymentIntent
  charge: Charge
  refund: Refund
  dispute: Dispute
  product: Product
  price: Price
  customer: Customer
  payment_method: Card
  checkout_session: CheckoutSession
  subscription: Subscription
  invoice: Invoice
  portal_session: PortalSession
  portal_configuration: PortalConfiguration
  event: SandboxEvent
}
