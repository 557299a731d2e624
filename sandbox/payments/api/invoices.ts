import { z } from 'zod'
import { collect, wouldPay } from '../billing/collection.ts'
import { pendingCharges } from '../billing/invoices.ts'
import { planChange } from '../billing/plan-change.ts'
import { nextPeriod, renewalCharges } from '../billing/renewal.ts'
import type { Context } from '../context.ts'
import { randomText } from '../objects/ids.ts'
import { type BillingReason, type Charge, type Invoice, newInvoice } from '../objects/invoice.ts'
import { currentPeriod, isLive, type Period, type Subscription } from '../objects/subscription.ts'
import { endpoint } from './endpoint.ts'
import { ApiError, cardDeclined, invalid } from './errors.ts'
import { found, foundCustomer, foundInvoice, foundSubscription } from './found.ts'
import { inRange, listed, pageOf } from './lists.ts'
import { expand, flag, id, oneOf, paging, parameters, range, timestamp } from './params.ts'
import { changeOf, itemChange, prorationBehavior, prorationDate } from './subscriptions.ts'

const retrieve = endpoint('GET', '/v1/invoices/:id', parameters({ expand }), (context, _, invoiceId) =>
  foundInvoice(context, invoiceId),
)

const lines = endpoint('GET', '/v1/invoices/:id/lines', parameters(paging), (context, query, invoiceId) => {
  const invoice = foundInvoice(context, invoiceId)
  return pageOf(invoice.lines.data, 'line_item', invoice.lines.url, query)
})

const list = endpoint(
  'GET',
  '/v1/invoices',
  parameters(
    {
      collection_method: oneOf('charge_automatically', 'send_invoice').optional(),
      created: range.optional(),
      customer: id.optional(),
      status: oneOf('draft', 'open', 'paid', 'uncollectible', 'void').optional(),
      subscription: id.optional(),
      ...paging,
    },
    ['customer_account', 'due_date'],
  ),
  (context, query) => {
    if (query.customer !== undefined) found(context, 'customer', query.customer, 'customer')
    if (query.subscription !== undefined) found(context, 'subscription', query.subscription, 'subscription')
    return listed(
      context.store,
      'invoice',
      '/v1/invoices',
      query,
      (invoice) =>
        (query.customer === undefined || invoice.customer === query.customer) &&
        (query.status === undefined || invoice.status === query.status) &&
        (query.subscription === undefined ||
          invoice.parent.subscription_details.subscription === query.subscription) &&
        query.collection_method !== 'send_invoice' &&
        inRange(invoice.created, query.created),
    )
  },
)

const pay = endpoint(
  'POST',
  '/v1/invoices/:id/pay',
  parameters({ off_session: flag.optional(), expand }, [
    'forgive',
    'mandate',
    'paid_out_of_band',
    'payment_method',
    'source',
  ]),
  (context, _, invoiceId) => {
    const invoice = foundInvoice(context, invoiceId)
    requireOpen(invoice, 'pay')
    const result = collect(context, invoice)
    if (result.status !== 'paid') throw cardDeclined(true)
    return result
  },
)

const voidInvoice = endpoint(
  'POST',
  '/v1/invoices/:id/void',
  parameters({ expand }),
  (context, _, invoiceId) => {
    const invoice = foundInvoice(context, invoiceId)
    requireOpen(invoice, 'void')
    const voided: Invoice = {
      ...invoice,
      status: 'void',
      auto_advance: false,
      next_payment_attempt: null,
      status_transitions: { ...invoice.status_transitions, voided_at: context.now },
    }
    context.store.save('invoice', voided)
    context.emit('invoice.voided', voided)
    return voided
  },
)

function requireOpen(invoice: Invoice, verb: string): void {
  if (invoice.status === 'open') return
  throw invalid(
    invoice.status === 'paid'
      ? 'Invoice is already paid'
      : `You cannot ${verb} an invoice that is ${invoice.status}.`,
  )
}

const preview = endpoint(
  'POST',
  '/v1/invoices/create_preview',
  parameters(
    {
      customer: id.optional(),
      subscription: id.optional(),
      subscription_details: z
        .strictObject({
          items: z.array(itemChange).optional(),
          proration_behavior: prorationBehavior.optional(),
          proration_date: timestamp.optional(),
          cancel_at_period_end: flag.optional(),
        })
        .optional(),
      preview_mode: oneOf('next').optional(),
      expand,
    },
    [
      'automatic_tax',
      'currency',
      'customer_account',
      'customer_details',
      'discounts',
      'invoice_items',
      'issuer',
      'on_behalf_of',
      'schedule',
      'schedule_details',
    ],
  ),
  (context, given) => {
    const subscription = previewed(context, given.customer, given.subscription)
    const details = given.subscription_details
    if (!details?.items) {
      return upcoming(
        context,
        subscription,
        details?.cancel_at_period_end ?? subscription.cancel_at_period_end,
      )
    }
    const to = changeOf(context, subscription, details.items, 'subscription_details[items]')
    const at = prorationDate(context, subscription, details.proration_date)
    const change = planChange(
      context,
      subscription,
      to,
      details.proration_behavior ?? 'create_prorations',
      at,
    )
    if (change.invoicedNow) {
      return previewInvoice(
        context,
        change.after,
        'subscription_update',
        { start: at, end: at },
        change.charges,
        at,
      )
    }
    const next = [
      ...pendingCharges(context, subscription.id),
      ...change.charges,
      ...renewalOf(context, change.after),
    ]
    return previewInvoice(context, change.after, 'upcoming', currentPeriod(subscription), next, at)
  },
)

function previewed(context: Context, customer: string | undefined, subscription: string | undefined) {
  if (customer !== undefined) foundCustomer(context, customer, 'customer')
  if (subscription !== undefined) {
    const known = foundSubscription(context, subscription, 'subscription')
    if (!isLive(known)) throw none(known.customer)
    return known
  }
  if (customer === undefined) {
    throw invalid('Missing required param: customer.', 'customer', 'parameter_missing')
  }
  const live = context.store.all('subscription').find((known) => known.customer === customer && isLive(known))
  if (!live) throw none(customer)
  return live
}

function upcoming(context: Context, subscription: Subscription, ending: boolean): Invoice {
  if (ending) throw none(subscription.customer)
  const period = { start: currentPeriod(subscription).start, end: nextPeriod(subscription).start }
  return previewInvoice(context, subscription, 'upcoming', period, renewalCharges(context, subscription))
}

function none(customer: string): ApiError {
  return new ApiError(404, {
    type: 'invalid_request_error',
    code: 'invoice_upcoming_none',
    message: `No upcoming invoices for customer: ${customer}`,
  })
}

/** Without pending items, which the caller adds first. */
function renewalOf(context: Context, subscription: Subscription): Charge[] {
  const pending = pendingCharges(context, subscription.id).length
  return renewalCharges(context, subscription).slice(pending)
}

function previewInvoice(
  context: Context,
  subscription: Subscription,
  reason: BillingReason,
  period: Period,
  charges: Charge[],
  prorationDate?: number,
): Invoice {
  const customer = foundCustomer(context, subscription.customer)
  const invoice = newInvoice(context.now, {
    id: `upcoming_in_1${randomText(23)}`,
    customer,
    subscription,
    currency: subscription.currency,
    reason,
    period,
    charges,
    prorationDate,
  })
  const owed = Math.max(0, invoice.total + customer.balance)
  return {
    ...invoice,
    amount_due: owed,
    amount_remaining: owed,
    starting_balance: customer.balance,
    ending_balance: invoice.total + customer.balance - owed,
    next_payment_attempt: wouldPay(context, subscription) ? period.end : null,
  }
}

export const invoiceEndpoints = [preview, retrieve, lines, list, pay, voidInvoice]
