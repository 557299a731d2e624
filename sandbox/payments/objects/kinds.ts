import type { Account, AccountLink } from './account.ts'
import type { Charge } from './charge.ts'
import type { CheckoutSession } from './checkout-session.ts'
import type { Customer, DeletedCustomer } from './customer.ts'
import type { Dispute } from './dispute.ts'
import type { SandboxEvent } from './event.ts'
import type { Invoice, PendingItem } from './invoice.ts'
import type { PaymentIntent } from './payment-intent.ts'
import type { PaymentMethod } from './payment-method.ts'
import type { PortalConfiguration, PortalSession } from './portal.ts'
import type { Price } from './price.ts'
import type { Product } from './product.ts'
import type { Refund } from './refund.ts'
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
  customer: Customer | DeletedCustomer
  payment_method: PaymentMethod
  checkout_session: CheckoutSession
  subscription: Subscription
  invoice: Invoice
  invoice_item: PendingItem
  portal_session: PortalSession
  portal_configuration: PortalConfiguration
  event: SandboxEvent
}
