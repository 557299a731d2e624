import { z } from 'zod'
import type { Change } from '../billing/charges.ts'
import { wouldPay } from '../billing/collection.ts'
import { applyPlanChange, planChange } from '../billing/plan-change.ts'
import { renew } from '../billing/renewal.ts'
import { settle } from '../billing/settlement.ts'
import {
  cancelAtPeriodEnd,
  endSubscription,
  keepRunning,
  saveSubscription,
} from '../billing/subscriptions.ts'
import type { Context } from '../context.ts'
import { currentPeriod, firstItem, isLive, type Subscription } from '../objects/subscription.ts'
import { endpoint } from './endpoint.ts'
import { cardDeclined, invalid, noSuch } from './errors.ts'
import { found, foundPrice, foundSubscription } from './found.ts'
import { inRange, listed } from './lists.ts'
import { mergedMetadata } from './metadata.ts'
import {
  emptyable,
  expand,
  flag,
  id,
  integerBetween,
  MAX_QUANTITY,
  metadata,
  oneOf,
  paging,
  parameters,
  range,
  text,
  timestamp,
} from './params.ts'

export const itemChange = z.strictObject({
  id: id.optional(),
  price: id.optional(),
  quantity: integerBetween(0, MAX_QUANTITY).optional(),
})
export const prorationBehavior = oneOf('always_invoice', 'create_prorations', 'none')

const cancellationDetails = z.strictObject({
  comment: emptyable(text).optional(),
  feedback: emptyable(
    oneOf(
      'customer_service',
      'low_quality',
      'missing_features',
      'other',
      'switched_service',
      'too_complex',
      'too_expensive',
      'unused',
    ),
  ).optional(),
})

const retrieve = endpoint(
  'GET',
  '/v1/subscriptions/:id',
  parameters({ expand }),
  (context, _, subscriptionId) => foundSubscription(context, subscriptionId),
)

const statuses = oneOf(
  'active',
  'all',
  'canceled',
  'ended',
  'incomplete',
  'incomplete_expired',
  'past_due',
  'paused',
  'trialing',
  'unpaid',
)

const list = endpoint(
  'GET',
  '/v1/subscriptions',
  parameters(
    {
      created: range.optional(),
      current_period_end: range.optional(),
      current_period_start: range.optional(),
      customer: id.optional(),
      price: id.optional(),
      status: statuses.optional(),
      collection_method: oneOf('charge_automatically', 'send_invoice').optional(),
      ...paging,
    },
    ['automatic_tax', 'customer_account', 'plan', 'test_clock'],
  ),
  (context, query) => {
    if (query.customer !== undefined) found(context, 'customer', query.customer, 'customer')
    return listed(
      context.store,
      'subscription',
      '/v1/subscriptions',
      query,
      (subscription) =>
        hasStatus(subscription, query.status) &&
        (query.customer === undefined || subscription.customer === query.customer) &&
        (query.price === undefined || firstItem(subscription).price.id === query.price) &&
        query.collection_method !== 'send_invoice' &&
        inRange(subscription.created, query.created) &&
        inRange(currentPeriod(subscription).end, query.current_period_end) &&
        inRange(currentPeriod(subscription).start, query.current_period_start),
    )
  },
)

/** By default, canceled ones are left out. */
function hasStatus(subscription: Subscription, asked: z.infer<typeof statuses> | undefined): boolean {
  if (asked === undefined) return isLive(subscription)
  if (asked === 'all') return true
  return asked === 'ended' ? !isLive(subscription) : subscription.status === asked
}

const update = endpoint(
  'POST',
  '/v1/subscriptions/:id',
  parameters(
    {
      items: z.array(itemChange).optional(),
      proration_behavior: prorationBehavior.optional(),
      proration_date: timestamp.optional(),
      payment_behavior: oneOf('allow_incomplete', 'error_if_incomplete').optional(),
      cancel_at_period_end: flag.optional(),
      cancellation_details: cancellationDetails.optional(),
      default_payment_method: id.optional(),
      description: emptyable(text.max(500)).optional(),
      metadata: metadata.optional(),
      trial_end: z.literal('now').optional(),
      off_session: flag.optional(),
      expand,
    },
    [
      'add_invoice_items',
      'application_fee_percent',
      'automatic_tax',
      'billing_cycle_anchor',
      'billing_schedules',
      'billing_thresholds',
      'cancel_at',
      'collection_method',
      'days_until_due',
      'default_source',
      'default_tax_rates',
      'discounts',
      'invoice_settings',
      'on_behalf_of',
      'pause_collection',
      'payment_settings',
      'pending_invoice_item_interval',
      'transfer_data',
      'trial_from_plan',
      'trial_settings',
    ],
  ),
  (context, change, subscriptionId) => {
    const before = foundSubscription(context, subscriptionId)
    requireLive(before)
    const described = saveSubscription(context, before, withDetails(context, before, change))
    const trialed = change.trial_end === 'now' ? endTrial(context, described) : described
    if (change.items === undefined) return trialed
    const to = changeOf(context, trialed, change.items)
    const at = prorationDate(context, trialed, change.proration_date)
    const plan = planChange(context, trialed, to, change.proration_behavior ?? 'create_prorations', at)
    const total = plan.charges.reduce((sum, charge) => sum + charge.amount, 0)
    const strict = change.payment_behavior === 'error_if_incomplete'
    if (strict && plan.invoicedNow && total > 0 && !wouldPay(context, trialed)) throw cardDeclined()
    return applyPlanChange(context, plan)
  },
)

function requireLive(subscription: Subscription): void {
  if (isLive(subscription)) return
  throw invalid(
    'A canceled subscription can only update its cancellation_details and metadata.',
    undefined,
    'invalid_canceled_subscription_fields',
  )
}

interface Details {
  cancel_at_period_end?: boolean | undefined
  cancellation_details?: z.infer<typeof cancellationDetails> | undefined
  default_payment_method?: string | undefined
  description?: string | null | undefined
  metadata?: Record<string, string> | null | undefined
}

function withDetails(context: Context, before: Subscription, change: Details): Subscription {
  const card = change.default_payment_method
  if (card !== undefined) {
    const known = found(context, 'payment_method', card, 'default_payment_method')
    if (known.customer !== before.customer) throw noSuch('PaymentMethod', card, 'default_payment_method')
  }
  const described: Subscription = {
    ...before,
    default_payment_method: card ?? before.default_payment_method,
    description: change.description === undefined ? before.description : change.description,
    metadata: mergedMetadata(before.metadata, change.metadata),
  }
  return withReason(cancellationOf(context, described, change), change.cancellation_details)
}

function cancellationOf(context: Context, subscription: Subscription, change: Details): Subscription {
  if (change.cancel_at_period_end === true) return cancelAtPeriodEnd(context, subscription)
  if (change.cancel_at_period_end === false && subscription.cancel_at_period_end) {
    return keepRunning(subscription)
  }
  return subscription
}

function withReason(subscription: Subscription, reason: Details['cancellation_details']): Subscription {
  if (reason === undefined) return subscription
  const { comment, feedback } = reason
  return {
    ...subscription,
    cancellation_details: {
      ...subscription.cancellation_details,
      ...(comment === undefined ? {} : { comment }),
      ...(feedback === undefined ? {} : { feedback }),
    },
  }
}

function endTrial(context: Context, subscription: Subscription): Subscription {
  if (subscription.status !== 'trialing') return subscription
  const data = subscription.items.data.map((item) => ({ ...item, current_period_end: context.now }))
  renew(context, {
    ...subscription,
    trial_end: context.now,
    billing_cycle_anchor: context.now,
    items: { ...subscription.items, data },
  })
  return foundSubscription(context, subscription.id)
}

export function changeOf(
  context: Context,
  subscription: Subscription,
  items: z.infer<typeof itemChange>[],
  prefix = 'items',
): Change {
  const item = firstItem(subscription)
  const [change, ...more] = items
  if (!change) return { price: item.price, quantity: item.quantity }
  if (more.length > 0 || change.id === undefined) {
    throw invalid(
      'The payment sandbox keeps one item per subscription: name it by its id.',
      `${prefix}[0][id]`,
    )
  }
  if (change.id !== item.id) throw noSuch('subscription_item', change.id, `${prefix}[0][id]`)
  const param = `${prefix}[0][price]`
  const price = change.price === undefined ? item.price : foundPrice(context, change.price, param)
  if (!price.recurring) {
    throw invalid(
      `The price specified is set to \`type=one_time\` but this field only accepts prices with \`type=recurring\`.`,
      param,
    )
  }
  if (!price.active && price.id !== item.price.id) {
    throw invalid('The price specified is inactive. This field only accepts active prices.', param)
  }
  if (price.currency !== subscription.currency) {
    throw invalid('You cannot combine currencies on a single subscription.', param)
  }
  return { price, quantity: change.quantity ?? item.quantity }
}

export function prorationDate(
  context: Context,
  subscription: Subscription,
  given: number | undefined,
): number {
  if (given === undefined) return context.now
  const { start, end } = currentPeriod(subscription)
  if (given < start || given > end) {
    throw invalid(
      'Invalid timestamp: the proration date must be within the current billing period.',
      'proration_date',
    )
  }
  return given
}

const cancel = endpoint(
  'DELETE',
  '/v1/subscriptions/:id',
  parameters({
    cancellation_details: cancellationDetails.optional(),
    invoice_now: flag.optional(),
    prorate: flag.optional(),
    expand,
  }),
  (context, given, subscriptionId) => {
    const subscription = context.store.find('subscription', subscriptionId)
    if (!subscription || !isLive(subscription)) throw noSuch('subscription', subscriptionId)
    const settled = settle(context, subscription, given.prorate ?? false, given.invoice_now ?? false)
    const explained = withReason(settled, given.cancellation_details)
    return endSubscription(context, explained, 'cancellation_requested')
  },
)

export const subscriptionEndpoints = [retrieve, list, update, cancel]
