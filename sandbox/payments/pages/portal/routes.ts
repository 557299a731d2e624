import { route } from '../page.ts'
import { cancel, cancelPage, keep } from './cancel.ts'
import { answerBank, askBank, cardPage, saveCard } from './card.ts'
import { homePage } from './home.ts'
import { payInvoice, showInvoice } from './invoices.ts'
import { choosePage, confirm, confirmPage } from './plan.ts'
import { inPortal, type PortalVisit, withSubscription } from './visit.ts'

type Subscribed = Parameters<typeof withSubscription>[1]

function onPlan(method: 'GET' | 'POST', name: string, work: (visit: PortalVisit) => Subscribed) {
  return route(method, `/portal/:secret/subscriptions/:subscription/${name}`, (visit) =>
    inPortal(visit, (inside) => withSubscription(inside, work(inside))),
  )
}

export const portalRoutes = [
  route('GET', '/portal/:secret', (visit) => inPortal(visit, homePage)),
  onPlan('GET', 'plan', (visit) => (subscription) => choosePage(visit, subscription)),
  onPlan('GET', 'confirm', (visit) => (subscription) => confirmPage(visit, subscription)),
  onPlan('POST', 'confirm', (visit) => (subscription) => confirm(visit, subscription)),
  onPlan('GET', 'cancel', (visit) => (subscription) => cancelPage(visit, subscription)),
  onPlan('POST', 'cancel', (visit) => (subscription) => cancel(visit, subscription)),
  onPlan('POST', 'keep', (visit) => (subscription) => keep(visit, subscription)),
  route('GET', '/portal/:secret/card', (visit) => inPortal(visit, (inside) => cardPage(inside))),
  route('POST', '/portal/:secret/card', (visit) => inPortal(visit, saveCard)),
  route('GET', '/portal/:secret/card/:attempt', (visit) => inPortal(visit, askBank)),
  route('POST', '/portal/:secret/card/:attempt', (visit) => inPortal(visit, answerBank)),
  route('GET', '/portal/:secret/invoices/:invoice', (visit) => inPortal(visit, showInvoice)),
  route('POST', '/portal/:secret/invoices/:invoice/pay', (visit) => inPortal(visit, payInvoice)),
]
