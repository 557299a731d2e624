import type { Customer } from '../../objects/customer.ts'
import type { PortalConfiguration, PortalSession } from '../../objects/portal.ts'
import { isLive, type Subscription } from '../../objects/subscription.ts'
import { html } from '../html.ts'
import { gone, notFound } from '../not-found.ts'
import type { Answer, Page, Visit } from '../page.ts'

export interface PortalVisit extends Visit {
  session: PortalSession
  configuration: PortalConfiguration
  customer: Customer
  home: string
}

/** The first id in the path is the session's secret. */
export function inPortal(visit: Visit, work: (visit: PortalVisit) => Answer): Answer {
  const { store } = visit.ledger
  const [secret, ...ids] = visit.ids
  const session = store.all('portal_session').find((known) => known.secret === secret)
  const customer = session && store.find('customer', session.customer)
  const configuration = session && store.find('portal_configuration', session.configuration)
  if (!session || !customer || 'deleted' in customer || !configuration) return notFound('billing page')
  if (session.expires * 1000 < visit.ledger.realNow().getTime()) {
    return gone('This billing page has expired', 'Open it again from the app.', backOf(session))
  }
  const home = `${visit.base}/portal/${session.secret}`
  return work({ ...visit, ids, session, customer, configuration, home })
}

function backOf(session: PortalSession): Page['back'] {
  return session.return_url === null ? undefined : { url: session.return_url, label: 'Back' }
}

export function backToApp(visit: PortalVisit): Page['back'] {
  return backOf(visit.session)
}

export function backHome(visit: PortalVisit): NonNullable<Page['back']> {
  return { url: visit.home, label: 'Back to billing' }
}

/** Another customer's subscription is not found. */
export function withSubscription(visit: PortalVisit, work: (subscription: Subscription) => Answer): Answer {
  const subscription = visit.ledger.store.find('subscription', visit.ids[0] ?? '')
  if (!subscription || subscription.customer !== visit.customer.id || !isLive(subscription)) {
    return notFound('plan')
  }
  return work(subscription)
}

const notices = {
  changed: 'Your plan was changed.',
  canceled: 'Your plan will end with the current period.',
  ended: 'Your plan has ended.',
  kept: 'Your plan continues.',
  card: 'Your card was saved.',
  paid: 'The invoice was paid.',
  declined: 'Your card was declined. Update it, then pay again.',
} as const

export type Notice = keyof typeof notices

export function noticeOf(visit: Visit) {
  const name = visit.query.get('notice')
  const known = Object.entries(notices).find(([key]) => key === name)
  return known && html`<p class="${name === 'declined' ? 'problem' : 'told'}" role="status">${known[1]}</p>`
}

/** After an action: redirects to where the app asked for, or to the home page with a notice. */
export function done(visit: PortalVisit, notice: Notice): Answer {
  const wanted = visit.session.flow?.after_completion
  if (wanted?.type === 'redirect' && wanted.redirect) return { redirect: wanted.redirect.return_url }
  return { redirect: `${visit.home}?notice=${notice}` }
}

export function leadsTo(visit: PortalVisit): string[] {
  const wanted = visit.session.flow?.after_completion.redirect
  return wanted ? [wanted.return_url] : []
}
