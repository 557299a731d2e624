import { cardPage, payWithCard } from './checkout/card.ts'
import { debitPage, payByBank } from './checkout/debit.ts'
import { inCheckout } from './checkout/visit.ts'
import { finishSetup, inSetup, openLink, setupPage } from './connect.ts'
import { accountPage, changeAccount } from './console/accounts.ts'
import { moveClock } from './console/clock.ts'
import { consolePage } from './console/console.ts'
import { chooseDelivery, eventPage, resend } from './console/events.ts'
import { answerDebit, changeDispute, disputePayment, refundPayment } from './console/payment-actions.ts'
import { inPayment, paymentPage } from './console/payments.ts'
import { type PageRoute, route } from './page.ts'
import { cardPage as customersCard, saveCard } from './portal/card.ts'
import { homePage } from './portal/home.ts'
import { invoicePage, onInvoice, payInvoice } from './portal/invoices.ts'
import { cancelPage, cancelPlan, choosePage, confirmPage, confirmPlan, keepPlan } from './portal/plan.ts'
import { inPortal, onPlan } from './portal/visit.ts'

const PLAN = '/portal/:secret/subscriptions/:subscription'
const INVOICE = '/portal/:secret/invoices/:invoice'

export const pageRoutes: PageRoute[] = [
  route('GET', '', consolePage),
  route('POST', '/clock', moveClock),
  route('POST', '/webhooks', chooseDelivery),
  route('GET', '/events/:event', eventPage),
  route('POST', '/events/:event/resend', resend),
  route('GET', '/accounts/:account', accountPage),
  route('POST', '/accounts/:account', changeAccount),
  route('GET', '/payments/:intent', (visit) => inPayment(visit, (inside) => paymentPage(inside))),
  route('POST', '/payments/:intent/refund', (visit) => inPayment(visit, refundPayment)),
  route('POST', '/payments/:intent/dispute', (visit) => inPayment(visit, disputePayment)),
  route('POST', '/payments/:intent/answer', (visit) => inPayment(visit, answerDebit)),
  route('POST', '/payments/:intent/disputes/:dispute', (visit) => inPayment(visit, changeDispute)),

  route('GET', '/checkout/:session', (visit) => inCheckout(visit, cardPage)),
  route('POST', '/checkout/:session', (visit) => inCheckout(visit, payWithCard)),
  route('GET', '/checkout/:session/debit', (visit) => inCheckout(visit, debitPage)),
  route('POST', '/checkout/:session/debit', (visit) => inCheckout(visit, payByBank)),

  route('GET', '/connect/:link', openLink),
  route('GET', '/connect/:link/:visit', (visit) => inSetup(visit, setupPage)),
  route('POST', '/connect/:link/:visit', (visit) => inSetup(visit, finishSetup)),

  route('GET', '/portal/:secret', (visit) => inPortal(visit, homePage)),
  route('GET', '/portal/:secret/card', (visit) => inPortal(visit, customersCard)),
  route('POST', '/portal/:secret/card', (visit) => inPortal(visit, saveCard)),
  route('GET', INVOICE, (visit) => onInvoice(visit, invoicePage)),
  route('POST', `${INVOICE}/pay`, (visit) => onInvoice(visit, payInvoice)),
  route('GET', `${PLAN}/plan`, (visit) => onPlan(visit, choosePage)),
  route('GET', `${PLAN}/confirm`, (visit) => onPlan(visit, confirmPage)),
  route('POST', `${PLAN}/confirm`, (visit) => onPlan(visit, confirmPlan)),
  route('GET', `${PLAN}/cancel`, (visit) => onPlan(visit, cancelPage)),
  route('POST', `${PLAN}/cancel`, (visit) => onPlan(visit, cancelPlan)),
  route('POST', `${PLAN}/keep`, (visit) => onPlan(visit, keepPlan)),
]
