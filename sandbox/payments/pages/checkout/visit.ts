import type { CheckoutSession } from '../../objects/checkout-session.ts'
import { gone, notFound } from '../not-found.ts'
import { type Answer, type Page, type Visit, visitOwnerOf } from '../page.ts'

export interface CheckoutVisit extends Visit {
  session: CheckoutSession
  /** The address of this checkout, without the origin. */
  home: string
}

export function inCheckout(visit: Visit, work: (visit: CheckoutVisit) => Answer): Answer {
  const [id = ''] = visit.ids
  const inside = visitOwnerOf(visit, id)
  const session = inside.ledger.store.find('checkout_session', id)
  if (!session) return notFound('checkout')
  if (session.status === 'complete') return success(session)
  if (session.status === 'expired') {
    return gone(
      'This checkout has expired',
      'Nothing was paid. Start again from the page you came from.',
      backOf(session),
    )
  }
  return work({ ...inside, session, home: `${visit.base}/checkout/${session.id}` })
}

export function success(session: CheckoutSession): Answer {
  return { redirect: session.success_url.replaceAll('{CHECKOUT_SESSION_ID}', session.id) }
}

export function backOf(session: CheckoutSession): Page['back'] {
  return session.cancel_url === null ? undefined : { url: session.cancel_url, label: 'Back' }
}
