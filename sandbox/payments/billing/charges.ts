import type { Charge } from '../objects/invoice.ts'
import type { Price } from '../objects/price.ts'
import type { Period, Subscription, SubscriptionItem } from '../objects/subscription.ts'
import type { Seconds } from '../objects/wire.ts'
import type { Store } from '../state/store.ts'

export function productName(store: Store, price: Price): string {
  return store.find('product', price.product)?.name ?? price.product
}

export function fullPeriodCharge(
  store: Store,
  subscription: Subscription,
  item: SubscriptionItem,
  period: Period,
): Charge {
  const { price, quantity } = item
  return {
    amount: price.unit_amount * quantity,
    description: `${quantity} × ${productName(store, price)} (at ${dollars(price)} / ${price.recurring?.interval ?? 'month'})`,
    price,
    quantity,
    period,
    proration: false,
    subscription: subscription.id,
    subscriptionItem: item.id,
  }
}

export function trialCharge(
  store: Store,
  subscription: Subscription,
  item: SubscriptionItem,
  period: Period,
): Charge {
  return {
    ...fullPeriodCharge(store, subscription, item, period),
    amount: 0,
    description: `Trial period for ${productName(store, item.price)}`,
  }
}

export interface Change {
  price: Price
  quantity: number
}

/** The credit for the time paid and not used, and the charge for the rest of the period at the new price. */
export function prorations(
  store: Store,
  subscription: Subscription,
  item: SubscriptionItem,
  to: Change,
  at: Seconds,
): Charge[] {
  return [unusedTime(store, subscription, item, at), remainingTime(store, subscription, item, to, at)]
}

export function unusedTime(
  store: Store,
  subscription: Subscription,
  item: SubscriptionItem,
  at: Seconds,
): Charge {
  return {
    amount: -share(item.price.unit_amount * item.quantity, item, at),
    description: `Unused time on ${named(store, item)} after ${dayOf(at)}`,
    price: item.price,
    quantity: item.quantity,
    period: { start: at, end: item.current_period_end },
    proration: true,
    subscription: subscription.id,
    subscriptionItem: item.id,
  }
}

function remainingTime(
  store: Store,
  subscription: Subscription,
  item: SubscriptionItem,
  to: Change,
  at: Seconds,
): Charge {
  return {
    amount: share(to.price.unit_amount * to.quantity, item, at),
    description: `Remaining time on ${named(store, to)} after ${dayOf(at)}`,
    price: to.price,
    quantity: to.quantity,
    period: { start: at, end: item.current_period_end },
    proration: true,
    subscription: subscription.id,
    subscriptionItem: item.id,
  }
}

/** To the second, rounded half up to the cent. */
export function share(amount: number, item: SubscriptionItem, at: Seconds): number {
  const whole = item.current_period_end - item.current_period_start
  const left = Math.min(whole, Math.max(0, item.current_period_end - at))
  return Math.floor((2 * amount * left + whole) / (2 * whole))
}

function named(store: Store, { price, quantity }: Change): string {
  const name = productName(store, price)
  return quantity === 1 ? name : `${quantity} × ${name}`
}

function dollars(price: Price): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency: price.currency }).format(
    price.unit_amount / 100,
  )
}

function dayOf(at: Seconds): string {
  const date = new Date(at * 1000)
  return new Intl.DateTimeFormat('en-GB', {
    day: '2-digit',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(date)
}
