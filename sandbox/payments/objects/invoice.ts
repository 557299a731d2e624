import type Stripe from 'stripe'
import type { Customer } from './customer.ts'
import { newId } from './ids.ts'
import type { Price } from './price.ts'
import type { Period } from './subscription.ts'
import { type List, listOf, type Metadata, type Replace, type Seconds } from './wire.ts'

export type BillingReason = 'subscription_create' | 'subscription_cycle' | 'subscription_update' | 'upcoming'
type InvoiceStatus = 'draft' | 'open' | 'paid' | 'uncollectible' | 'void'

interface InvoicePayment {
  id: string
  object: 'invoice_payment'
  amount_paid: number | null
  amount_requested: number
  created: Seconds
  currency: string
  invoice: string
  is_default: boolean
  livemode: false
  payment: { type: 'payment_intent'; payment_intent: string }
  status: 'open' | 'paid'
  status_transitions: { canceled_at: Seconds | null; paid_at: Seconds | null }
}

type InvoiceLine = Replace<
  Stripe.InvoiceLineItem,
  {
    discounts: string[]
    metadata: Metadata
    pricing: {
      type: 'price_details'
      price_details: { price: string; product: string }
      unit_amount_decimal: string
    }
    quantity: number
    quantity_decimal: string
    subscription: string | null
    taxes: never[]
  }
>

export type Invoice = Replace<
  Stripe.Invoice,
  {
    billing_reason: BillingReason
    customer: string
    default_payment_method: string | null
    discounts: string[]
    lines: List<InvoiceLine>
    metadata: Metadata
    parent: {
      type: 'subscription_details'
      quote_details: null
      subscription_details: {
        metadata: Metadata
        subscription: string
        subscription_proration_date?: number
      }
    }
    status: InvoiceStatus
    hosted_invoice_url: string | null
    payments: List<InvoicePayment>
  }
>

/** A charge or credit that is not on an invoice yet. */
export interface Charge {
  amount: number
  description: string
  price: Price
  quantity: number
  period: Period
  proration: boolean
  subscription: string
  subscriptionItem: string
}

export interface PendingItem extends Charge {
  id: string
  object: 'invoiceitem'
  customer: string
  date: Seconds
  invoice: string | null
}

export interface InvoiceFields {
  id?: string
  customer: Customer
  subscription: { id: string; metadata: Metadata; default_payment_method: string | null }
  currency: string
  reason: BillingReason
  period: Period
  charges: Charge[]
  prorationDate?: Seconds | undefined
}

export function newInvoice(now: Seconds, fields: InvoiceFields): Invoice {
  const id = fields.id ?? newId('invoice')
  const total = fields.charges.reduce((sum, charge) => sum + charge.amount, 0)
  return {
    id,
    object: 'invoice',
    account_country: 'US',
    account_name: 'Payment sandbox',
    account_tax_ids: null,
    amount_due: total,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: total,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: null,
    billing_reason: fields.reason,
    collection_method: 'charge_automatically',
    created: now,
    currency: fields.currency,
    custom_fields: null,
    customer: fields.customer.id,
    customer_account: null,
    customer_address: fields.customer.address,
    customer_email: fields.customer.email,
    customer_name: fields.customer.name,
    customer_phone: fields.customer.phone,
    customer_shipping: null,
    customer_tax_exempt: fields.customer.tax_exempt ?? 'none',
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: null,
    ending_balance: null,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: listOf(
      `/v1/invoices/${id}/lines`,
      fields.charges.map((charge) => newLine(id, fields.currency, charge)),
    ),
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: null,
    on_behalf_of: null,
    parent: {
      type: 'subscription_details',
      quote_details: null,
      subscription_details: {
        metadata: fields.subscription.metadata,
        subscription: fields.subscription.id,
        ...(fields.prorationDate === undefined ? {} : { subscription_proration_date: fields.prorationDate }),
      },
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    payments: listOf('/v1/invoice_payments', []),
    period_end: fields.period.end,
    period_start: fields.period.start,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: fields.customer.balance,
    statement_descriptor: null,
    status: 'draft',
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal: total,
    subtotal_excluding_tax: total,
    test_clock: null,
    total,
    total_discount_amounts: [],
    total_excluding_tax: total,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: null,
  }
}

function newLine(invoice: string, currency: string, charge: Charge): InvoiceLine {
  return {
    id: newId('invoice_line'),
    object: 'line_item',
    amount: charge.amount,
    currency,
    description: charge.description,
    discount_amounts: [],
    discountable: !charge.proration,
    discounts: [],
    invoice,
    livemode: false,
    metadata: {},
    parent: {
      type: 'subscription_item_details',
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: charge.proration,
        proration_details: { credited_items: null },
        subscription: charge.subscription,
        subscription_item: charge.subscriptionItem,
      },
    },
    period: charge.period,
    pretax_credit_amounts: [],
    pricing: {
      type: 'price_details',
      price_details: { price: charge.price.id, product: charge.price.product },
      unit_amount_decimal: charge.price.unit_amount_decimal,
    },
    quantity: charge.quantity,
    quantity_decimal: String(charge.quantity),
    subscription: charge.subscription,
    subtotal: charge.amount,
    taxes: [],
  }
}
