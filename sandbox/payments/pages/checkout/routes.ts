import { route } from '../page.ts'
import { answerBank, askBank, cardPage, payWithCard } from './card.ts'
import { debitPage, payByBank } from './debit.ts'
import { inCheckout } from './visit.ts'

export const checkoutRoutes = [
  route('GET', '/checkout/:session', (visit) => inCheckout(visit, cardPage)),
  route('POST', '/checkout/:session', (visit) => inCheckout(visit, payWithCard)),
  route('GET', '/checkout/:session/confirm/:attempt', (visit) => inCheckout(visit, askBank)),
  route('POST', '/checkout/:session/confirm/:attempt', (visit) => inCheckout(visit, answerBank)),
  route('GET', '/checkout/:session/debit', (visit) => inCheckout(visit, debitPage)),
  route('POST', '/checkout/:session/debit', (visit) => inCheckout(visit, payByBank)),
]
