import type { Context } from '../context.ts'
import { currentPeriod, isLive, type Subscription } from '../objects/subscription.ts'
import type { Seconds } from '../objects/wire.ts'
import type { Owner, Store } from '../state/store.ts'
import { enableCharges } from './accounts.ts'
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
  return earliest([...billingDue(store), ...forEachOwner(store, checkoutsDue)])
}

/** All but abandoned checkouts. */
export function nextBillingDue(store: Store): Due | undefined {
  return earliest(billingDue(store))
}

function billingDue(store: Store): Due[] {
  return [
    ...forEachOwner(store, (objects) => [
      ...subscriptionsDue(objects),
      ...retriesDue(objects),
      ...debitsDue(objects),
      ...refundsDue(objects),
      ...disputesDue(objects),
    ]),
    ...verificationsDue(store),
  ]
}

function forEachOwner(store: Store, find: (objects: Store) => OwnersDue[]): Due[] {
  const owners: Owner[] = [null, ...store.all('account').map(({ id }) => id)]
  return owners.flatMap((owner) => find(store.forOwner(owner)).map((due) => ({ ...due, owner })))
}

function earliest(dues: Due[]): Due | undefined {
  return dues.reduce<Due | undefined>(
    (first, due) => (first === undefined || due.at < first.at ? due : first),
    undefined,
  )
}

function subscriptionsDue(store: Store): OwnersDue[] {
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

function trialWarning(store: Store, subscription: Subscription): OwnersDue | undefined {
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

function retriesDue(store: Store): OwnersDue[] {
  return store.all('invoice').flatMap((invoice) => {
    if (invoice.status !== 'open' || invoice.next_payment_attempt === null) return []
    return [{ at: invoice.next_payment_attempt, run: (context: Context) => void collect(context, invoice) }]
  })
}

function debitsDue(store: Store): OwnersDue[] {
  return store
    .all('payment_intent')
    .flatMap((intent) =>
      intent.settles
        ? [{ at: intent.settles.at, run: (context: Context) => settleDebit(context, intent) }]
        : [],
    )
}

function refundsDue(store: Store): OwnersDue[] {
  return store
    .all('refund')
    .flatMap((refund) =>
      refund.settles
        ? [{ at: refund.settles.at, run: (context: Context) => settleRefund(context, refund) }]
        : [],
    )
}

/** A dispute without a response is lost. */
function disputesDue(store: Store): OwnersDue[] {
  return store.all('dispute').flatMap((dispute) => {
    const { due_by } = dispute.evidence_details
    if (dispute.status !== 'needs_response' || due_by === null) return []
    return [{ at: due_by, run: (context: Context) => void closeDispute(context, dispute, 'lost') }]
  })
}

function verificationsDue(store: Store): Due[] {
  return store.all('account').flatMap((account) => {
    if (account.verified_at === null) return []
    const run = (context: Context) => void enableCharges(context, account)
    return [{ at: account.verified_at, owner: account.id, run }]
  })
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
