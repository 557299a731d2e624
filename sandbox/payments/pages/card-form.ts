import { type Html, html } from '#sandbox/html.ts'
import { authenticationFailed, declineOf, type TestCard } from '../billing/cards.ts'
import type { EnteredCard } from '../billing/customers.ts'
import type { PaymentFailure } from '../objects/payment.ts'
import { errorSummary, type FieldErrors, testNumbers, textField } from './fields.ts'
import type { Page } from './page.ts'

/** The bank's answer about an entered card. */
export type CardAnswer =
  | { kind: 'invalid'; errors: FieldErrors }
  | { kind: 'accepted' | 'asks'; card: EnteredCard }
  | { kind: 'refused'; card: EnteredCard; failure: PaymentFailure }

export function readCard(form: URLSearchParams, cards: readonly TestCard[], now: Date): CardAnswer {
  const field = (name: string) => (form.get(name) ?? '').trim()
  const number = field('number').replace(/[\s-]/g, '')
  const name = field('name')
  const expiry = expiryOf(field('expiry'))
  const known = cards.find((test) => test.number === number)
  const errors: FieldErrors = {}
  if (!known) errors.number = 'The sandbox takes only the test cards listed below.'
  const invalidExpiry = expiryError(expiry, now)
  if (invalidExpiry) errors.expiry = invalidExpiry
  if (!/^\d{3,4}$/.test(field('cvc'))) errors.cvc = 'Enter the security code: three or four digits.'
  if (name === '' || name.length > 200) errors.name = 'Enter the name on the card.'
  if (!known || !expiry || Object.keys(errors).length > 0) return { kind: 'invalid', errors }

  const card = { number, exp_month: expiry.month, exp_year: expiry.year }
  if (known.answer === 'declined') return { kind: 'refused', card, failure: declineOf(number) }
  if (known.answer === 'accepted' || form.get('answer') === 'confirm') return { kind: 'accepted', card }
  if (form.get('answer') === 'refuse') return { kind: 'refused', card, failure: authenticationFailed }
  return { kind: 'asks', card }
}

interface Expiry {
  month: number
  year: number
}

function expiryOf(text: string): Expiry | undefined {
  const match = /^(\d{1,2})\s*\/\s*(\d{2}|\d{4})$/.exec(text)
  if (!match) return undefined
  const year = Number(match[2])
  return { month: Number(match[1]), year: year < 100 ? 2000 + year : year }
}

function expiryError(expiry: Expiry | undefined, now: Date): string | undefined {
  if (!expiry || expiry.month < 1 || expiry.month > 12)
    return 'Enter the expiry as month / year, like 12 / 34.'
  const months = (year: number, month: number) => year * 12 + month
  if (months(expiry.year, expiry.month) < months(now.getUTCFullYear(), now.getUTCMonth() + 1)) {
    return "Your card's expiration date is in the past."
  }
  return undefined
}

export interface CardForm {
  action: string
  cards: readonly TestCard[]
  token: Html
  submit: string
  form: URLSearchParams
  errors: FieldErrors
}

export function cardForm({ action, cards, token, submit, form, errors }: CardForm): Html {
  const field = (name: string, label: string, attributes: Html, value = form.get(name) ?? '') =>
    textField({ name, label, attributes, value, errors })
  const shown = cards.map(({ number, effect }) => ({ number: grouped(number), effect }))
  return html`<form class="stack" method="post" action="${action}" novalidate>
${token}
${errorSummary(errors)}
${field('number', 'Card number', html`inputmode="numeric" autocomplete="cc-number" placeholder="1234 1234 1234 1234"`)}
<div class="pair">
${field('expiry', 'Expiry', html`inputmode="numeric" autocomplete="cc-exp" placeholder="MM / YY"`)}
${field('cvc', 'Security code (CVC)', html`inputmode="numeric" autocomplete="cc-csc" placeholder="123"`, '')}
</div>
${field('name', 'Name on card', html`autocomplete="cc-name"`)}
<button class="primary block" type="submit">${submit}</button>
</form>
${testNumbers('Test cards', shown, 'Any expiry in the future and any security code will do.')}`
}

const grouped = (number: string): string => number.replace(/(\d{4})(?=\d)/g, '$1 ')

export interface BankQuestion extends Pick<CardForm, 'action' | 'form' | 'token'> {
  what: string
  leadsTo: string[]
}

/** Sends the entered card again, with the holder's answer. */
export function bankPage({ what, action, form, token, leadsTo }: BankQuestion): Page {
  const entered = ['number', 'expiry', 'cvc', 'name']
  return {
    title: 'Confirm with your bank',
    leadsTo,
    main: html`<section class="card stack">
<h1>Confirm it is you</h1>
<p>The bank of the card ending in ${form.get('number')?.trim().slice(-4)} asks you to confirm: ${what}.</p>
<p class="quiet">A real bank would ask for a code or its app here (3-D Secure). In the sandbox you choose the answer.</p>
<form class="actions" method="post" action="${action}">
${token}
${entered.map((name) => html`<input type="hidden" name="${name}" value="${form.get(name)}">`)}
<button class="primary" name="answer" value="confirm" type="submit">Confirm payment</button>
<button class="secondary" name="answer" value="refuse" type="submit">Refuse</button>
</form>
</section>`,
  }
}
