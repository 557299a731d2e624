import type { Customer } from '../../objects/customer.ts'
import type { PortalSession } from '../../objects/portal.ts'
import { isLive, type Subscription } from '../../objects/subscription.ts'
import { type Answer, notFound, type Visit } from '../page.ts'

export interface PortalVisit extends Visit {
  session: PortalSession
  customer: Customer
  home: string
}

/** The first id in the path is the session's secret. */
export function inPortal(visit: Visit, work: (visit: PortalVisit) => Answer): Answer {
  const { store } = visit.ledger
  const [secret, ...ids] = visit.ids
  const session = store.all('portal_session').find((known) => known.secret === secret)
  const customer = session && store.find('customer', session.customer)
  if (!session || !customer || customer.deleted) return notFound('billing page')
  return work({ ...visit, ids, session, customer, home: `${visit.base}/portal/${session.secret}` })
}

export interface PlanVisit extends PortalVisit {
  subscription: Subscription
  /** The address of the pages about this subscription. */
  at: string
}

/** Another customer's subscription is not found. */
export function onPlan(visit: Visit, work: (visit: PlanVisit) => Answer): Answer {
  return inPortal(visit, (inside) => {
    const subscription = inside.ledger.store.find('subscription', inside.ids[0] ?? '')
    if (!subscription || subscription.customer !== inside.customer.id || !isLive(subscription)) {
      return notFound('plan')
    }
    return work({ ...inside, subscription, at: `${inside.home}/subscriptions/${subscription.id}` })
  })
}

/** `?home` shows the home page even if the app asked for a change of plan. */
export const backHome = ({ home }: PortalVisit) => ({ url: `${home}?home`, label: 'Back to billing' })

export const NOTICES = {
  changed: 'Your plan was changed.',
  canceled: 'Your plan will end with the current period.',
  kept: 'Your plan continues.',
  card: 'Your card was saved.',
  paid: 'The invoice was paid.',
}
export const PROBLEMS = { declined: 'Your card was declined. Update it, then pay again.' }

/** After an action: redirects to where the app asked for, or to the home page with a notice. */
export function done(visit: PortalVisit, notice: keyof typeof NOTICES): Answer {
  const [wanted] = leadsTo(visit)
  return { redirect: wanted ?? `${visit.home}?notice=${notice}` }
}

export function leadsTo({ session }: PortalVisit): string[] {
  return session.flow ? [session.flow.after_completion.redirect.return_url] : []
}
