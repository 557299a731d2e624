import type { Context } from '../context.ts'
import { currentPeriod, isLive, type Subscription } from '../objects/subscription.ts'
import type { Seconds } from '../objects/wire.ts'
import type { Store } from '../state/store.ts'
import { collect } from './collection.ts'
import { day } from './period.ts'
import { renew } from './renewal.ts'
import { endSubscription } from './subscriptions.ts'

/** Something that happens by itself at a certain time. */
export interface Due {
  at: Seconds
  run(context: Context): void
}

/** The earliest. Of those due in the same second, the one that was created first. */
export function nextDue(store: Store): Due | undefined {
  return earliest([...subscriptionsDue(store), ...retriesDue(store), ...checkoutsDue(store)])
}

/** Renewals, ends and payment retries, but not abandoned checkouts. */
export function nextBillingDue(store: Store): Due | undefined {
  return earliest([...subscriptionsDue(store), ...retriesDue(store)])
}

function earliest(dues: Due[]): Due | undefined {
  return dues.reduce<Due | undefined>(
    (first, due) => (first === undefined || due.at < first.at ? due : first),
    undefined,
  )
}

function subscriptionsDue(store: Store): Due[] {
  return store
    .all('subscription')
    .filter(isLive)
    .flatMap((subscription) => {
      const end = { at: endOf(subscription), run: (context: Context) => periodEnds(context, subscription) }
      const warning = trialWarning(store, subscription)
      return warning ? [warning, end] : [end]
    })
}

function endOf(subscription: Subscription): Seconds {
  const { end } = currentPeriod(subscription)
  return subscription.cancel_at === null ? end : Math.min(end, subscription.cancel_at)
}

function periodEnds(context: Context, subscription: Subscription): void {
  if (subscription.cancel_at !== null && subscription.cancel_at <= context.now) {
    endSubscription(context, subscription, 'cancellation_requested')
  } else {
    renew(context, subscription)
  }
}

function trialWarning(store: Store, subscription: Subscription): Due | undefined {
  if (subscription.status !== 'trialing' || subscription.trial_end === null) return undefined
  const warned = `trial warning ${subscription.id}`
  if (store.fact(warned) !== undefined) return undefined
  return {
    at: Math.max(subscription.created, subscription.trial_end - 3 * day),
    run(context) {
      context.store.setFact(warned, String(context.now))
      context.emit('customer.subscription.trial_will_end', subscription)
    },
  }
}

function retriesDue(store: Store): Due[] {
  return store.all('invoice').flatMap((invoice) => {
    if (invoice.status !== 'open' || invoice.next_payment_attempt === null) return []
    return [{ at: invoice.next_payment_attempt, run: (context: Context) => void collect(context, invoice) }]
  })
}

function checkoutsDue(store: Store): Due[] {
  return store
    .all('checkout_session')
    .filter(({ status }) => status === 'open')
    .map((session) => ({
      at: session.expires_at,
      run(context: Context) {
        const expired = { ...session, status: 'expired' as const, url: null }
        context.store.save('checkout_session', expired)
        context.emit('checkout.session.expired', expired)
      },
    }))
}
