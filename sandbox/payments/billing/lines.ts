import type { Price } from '../objects/catalogue.ts'
import type { InvoiceLine } from '../objects/invoice.ts'
import type { Period, SubscriptionItem } from '../objects/subscription.ts'
import type { Seconds } from '../objects/wire.ts'
import type { Store } from '../state/store.ts'

export function productName(store: Store, { product }: Price): string {
  return store.find('product', product)?.name ?? product
}

export function monthLine(store: Store, price: Price, period: Period): InvoiceLine {
  return { amount: price.unit_amount, description: productName(store, price), period }
}

export function trialLine(store: Store, price: Price, period: Period): InvoiceLine {
  return { amount: 0, description: `Trial period for ${productName(store, price)}`, period }
}

/** The credit for time that was paid and not used. */
export function unusedTime(store: Store, item: SubscriptionItem, at: Seconds): InvoiceLine {
  return {
    amount: -share(item.price.unit_amount, item, at),
    description: `Unused time on ${productName(store, item.price)} after ${dayOf(at)}`,
    period: { start: at, end: item.current_period_end },
  }
}

/** The charge for the rest of the period at the new price. */
export function remainingTime(store: Store, item: SubscriptionItem, to: Price, at: Seconds): InvoiceLine {
  return {
    amount: share(to.unit_amount, item, at),
    description: `Remaining time on ${productName(store, to)} after ${dayOf(at)}`,
    period: { start: at, end: item.current_period_end },
  }
}

type Term = Pick<SubscriptionItem, 'current_period_start' | 'current_period_end'>

/** To the second, rounded half up to the cent. */
export function share(amount: number, term: Term, at: Seconds): number {
  const whole = term.current_period_end - term.current_period_start
  const left = Math.min(whole, Math.max(0, term.current_period_end - at))
  return Math.floor((2 * amount * left + whole) / (2 * whole))
}

const dayFormat = new Intl.DateTimeFormat('en-GB', {
  day: '2-digit',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

const dayOf = (at: Seconds): string => dayFormat.format(at * 1000)
