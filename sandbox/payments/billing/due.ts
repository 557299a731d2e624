import type { Context } from '../context.ts'
import { isLive, itemOf, type Subscription } from '../objects/subscription.ts'
import type { Seconds } from '../objects/wire.ts'
import type { Owner, Store } from '../state/store.ts'
import { expireCheckout } from './checkouts.ts'
import { collect } from './collection.ts'
import { closeDispute } from './disputes.ts'
import { settleDebit } from './payments.ts'
import { day } from './period.ts'
import { settleRefund } from './refunds.ts'
import { renew } from './renewal.ts'
import { endSubscription } from './subscriptions.ts'

/** Something that happens by itself at a certain time. */
export interface Due {
  at: Seconds
  owner: Owner
  run(context: Context): void
}

type OwnersDue = Omit<Due, 'owner'>

/** The earliest of all owners. */
export function nextDue(store: Store): Due | undefined {
  return earliest(store, (objects) => [...billingDue(objects), ...checkoutsDue(objects)])
}

/** All but abandoned checkouts. */
export function nextBillingDue(store: Store): Due | undefined {
  return earliest(store, billingDue)
}

function earliest(store: Store, find: (objects: Store) => OwnersDue[]): Due | undefined {
  const owners: Owner[] = [null, ...store.all('account').map(({ id }) => id)]
  return owners
    .flatMap((owner) => find(store.forOwner(owner)).map((due) => ({ ...due, owner })))
    .reduce<Due | undefined>((first, due) => (first && first.at <= due.at ? first : due), undefined)
}

function billingDue(store: Store): OwnersDue[] {
  return [
    ...store
      .all('subscription')
      .filter(isLive)
      .flatMap((subscription) => subscriptionDue(store, subscription)),
    ...store
      .all('invoice')
      .flatMap((invoice) =>
        invoice.status === 'open' && invoice.next_payment_attempt !== null
          ? [{ at: invoice.next_payment_attempt, run: (context: Context) => void collect(context, invoice) }]
          : [],
      ),
    ...store
      .all('payment_intent')
      .flatMap((intent) =>
        intent.settles
          ? [{ at: intent.settles.at, run: (context: Context) => settleDebit(context, intent) }]
          : [],
      ),
    ...store
      .all('refund')
      .flatMap((refund) =>
        refund.settles
          ? [{ at: refund.settles.at, run: (context: Context) => settleRefund(context, refund) }]
          : [],
      ),
    ...store.all('dispute').flatMap((dispute) =>
      dispute.status === 'needs_response'
        ? [
            {
              at: dispute.evidence_details.due_by,
              run: (context: Context) => closeDispute(context, dispute, 'lost'),
            },
          ]
        : [],
    ),
  ]
}

function subscriptionDue(store: Store, subscription: Subscription): OwnersDue[] {
  const { current_period_end: at } = itemOf(subscription)
  const end = {
    at,
    run(context: Context) {
      if (subscription.cancel_at_period_end) endSubscription(context, subscription)
      else renew(context, subscription)
    },
  }
  const warned = `trial warning ${subscription.id}`
  if (subscription.status !== 'trialing' || store.fact(warned) !== undefined) return [end]
  const warning = {
    at: Math.max(subscription.created, at - 3 * day),
    run(context: Context) {
      context.store.setFact(warned, String(context.now))
      context.emit('customer.subscription.trial_will_end', subscription)
    },
  }
  return [warning, end]
}

function checkoutsDue(store: Store): OwnersDue[] {
  return store
    .all('checkout_session')
    .filter(({ status }) => status === 'open')
    .map((session) => ({
      at: session.expires_at,
      run: (context: Context) => void expireCheckout(context, session),
    }))
}
