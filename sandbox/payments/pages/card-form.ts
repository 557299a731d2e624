import { isEmail } from '#core/text.ts'
import { type CardAnswer, passesChecksum, type TestCard } from '../billing/cards.ts'
import type { Payer } from '../billing/purchase.ts'
import { errorSummary, textField } from './fields.ts'
import { type Html, html } from './html.ts'

export type CardErrors = Partial<Record<'email' | 'number' | 'expiry' | 'cvc' | 'name' | 'form', string>>

export interface CardInput {
  payer: Payer
  /** What the card's bank says, if there are no errors. */
  answer: CardAnswer
  errors: CardErrors
}

export function readCard(
  form: URLSearchParams,
  cards: readonly TestCard[],
  now: Date,
  knownEmail: string | null,
): CardInput {
  const number = (form.get('number') ?? '').replace(/[\s-]/g, '')
  const email = knownEmail ?? (form.get('email') ?? '').trim()
  const name = (form.get('name') ?? '').trim()
  const expiry = expiryOf(form.get('expiry') ?? '')
  const errors: CardErrors = {}
  if (!isEmail(email)) errors.email = 'Enter an email address.'
  const card = cards.find((known) => known.number === number)
  const invalidNumber = numberError(number, card)
  if (invalidNumber) errors.number = invalidNumber
  const invalidExpiry = expiryError(expiry, now)
  if (invalidExpiry) errors.expiry = invalidExpiry
  if (!/^\d{3,4}$/.test((form.get('cvc') ?? '').trim())) {
    errors.cvc = 'Enter the security code: three or four digits.'
  }
  if (name === '' || name.length > 200) errors.name = 'Enter the name on the card.'
  return {
    payer: { email, name, number, exp_month: expiry?.month ?? 0, exp_year: expiry?.year ?? 0 },
    answer: card?.answer ?? 'declined',
    errors,
  }
}

function numberError(number: string, card: TestCard | undefined): string | undefined {
  if (!passesChecksum(number)) return 'Your card number is invalid.'
  if (!card) return 'The sandbox takes only the test cards listed below.'
  return undefined
}

interface Expiry {
  month: number
  year: number
}

function expiryOf(text: string): Expiry | undefined {
  const match = /^\s*(\d{1,2})\s*\/\s*(\d{2}|\d{4})\s*$/.exec(text)
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
  errors: CardErrors
  knownEmail: string | null
}

export function cardForm({ action, cards, token, submit, form, errors, knownEmail }: CardForm): Html {
  const faulty = Object.keys(errors)[0]
  const field = (name: keyof CardErrors, label: string, attributes: Html, value: string) =>
    textField({ name, label, attributes, value, error: errors[name], focused: faulty === name })
  return html`<form class="stack" method="post" action="${action}" novalidate>
${token}
${errorSummary(errors)}
${
  knownEmail === null
    ? field('email', 'Email', html`type="email" autocomplete="email"`, form.get('email') ?? '')
    : field('email', 'Email', html`type="email" readonly`, knownEmail)
}
${field('number', 'Card number', html`inputmode="numeric" autocomplete="cc-number" placeholder="1234 1234 1234 1234"`, form.get('number') ?? '')}
<div class="pair">
${field('expiry', 'Expiry', html`inputmode="numeric" autocomplete="cc-exp" placeholder="MM / YY"`, form.get('expiry') ?? '')}
${field('cvc', 'Security code (CVC)', html`inputmode="numeric" autocomplete="cc-csc" placeholder="123"`, '')}
</div>
${field('name', 'Name on card', html`autocomplete="cc-name"`, form.get('name') ?? '')}
<button class="primary block" type="submit">${submit}</button>
</form>
${testCardHelp(cards)}`
}

function testCardHelp(cards: readonly TestCard[]): Html {
  return html`<section class="help" aria-labelledby="test-cards">
<h2 id="test-cards">Test cards</h2>
<p>Any expiry in the future and any security code will do.</p>
<dl>${cards.map(({ number, effect }) => html`<div><dt>${grouped(number)}</dt><dd>${effect}</dd></div>`)}</dl>
</section>`
}

function grouped(number: string): string {
  return number.replace(/(\d{4})(?=\d)/g, '$1 ')
}
