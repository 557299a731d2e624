import { route } from '../page.ts'
import { accountPage, changeAccount } from './accounts.ts'
import { moveClock } from './clock.ts'
import { consolePage } from './console.ts'
import { chooseDelivery, eventPage, resend } from './events.ts'
import { answerDebit, changeDispute, disputePayment, refundPayment } from './payment-actions.ts'
import { inPayment, paymentPage } from './payment-page.ts'

export const consoleRoutes = [
  route('GET', '', (visit) => consolePage(visit)),
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
]
