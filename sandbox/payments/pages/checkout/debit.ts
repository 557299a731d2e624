import { isEmail } from '#core/text.ts'
import { testAccounts } from '../../billing/debits.ts'
import { DEBIT_DAYS, type Debit, payByDebit } from '../../billing/payments.ts'
import type { CheckoutSession } from '../../objects/checkout-session.ts'
import type { DebitType } from '../../objects/payment-method.ts'
import { errorSummary, type FieldErrors, textField } from '../fields.ts'
import { type Html, html } from '../html.ts'
import { notFound } from '../not-found.ts'
import type { Answer } from '../page.ts'
import { summary, totalOf } from './summary.ts'
import { backOf, type CheckoutVisit, success } from './visit.ts'

/** The bank debit that this checkout offers, if any. */
export function debitTypeOf({ payment_method_types: types }: CheckoutSession): DebitType | undefined {
  if (types.includes('sepa_debit')) return 'sepa_debit'
  return types.includes('us_bank_account') ? 'us_bank_account' : undefined
}

const numberLabels: Record<DebitType, string> = { sepa_debit: 'IBAN', us_bank_account: 'Account number' }

export function debitPage(visit: CheckoutVisit, errors: FieldErrors = {}): Answer {
  const { form, session } = visit
  const type = debitTypeOf(session)
  if (!type) return notFound()
  const knownEmail = session.customer_details?.email ?? null
  const faulty = Object.keys(errors)[0]
  const field = (name: string, label: string, attributes: Html, value = form.get(name) ?? '') =>
    textField({ name, label, attributes, value, error: errors[name], focused: faulty === name })
  return {
    status: 200,
    title: faulty === undefined ? 'Pay by bank debit' : 'Payment not made',
    wide: true,
    back: backOf(session),
    leadsTo: [session.success_url],
    main: html`<div class="checkout">
${summary(visit)}
<section class="card" aria-labelledby="pay-by-debit">
<h2 id="pay-by-debit">Pay by bank debit</h2>
<p class="quiet">The bank answers in ${DEBIT_DAYS} days. Until then the payment is being processed.</p>
<p><a href="${visit.home}">Pay by card instead</a></p>
<form class="stack" method="post" action="${visit.home}/debit" novalidate>
${visit.token}
${errorSummary(errors)}
${
  knownEmail === null
    ? field('email', 'Email', html`type="email" autocomplete="email"`)
    : field('email', 'Email', html`type="email" readonly`, knownEmail)
}
${field('name', 'Account holder', html`autocomplete="name"`)}
${field('number', numberLabels[type], html`autocomplete="off" spellcheck="false"`)}
<button class="primary block" type="submit">Pay ${totalOf(session)}</button>
</form>
<section class="help" aria-labelledby="test-accounts">
<h2 id="test-accounts">Test accounts</h2>
<dl>${testAccounts(type).map(
      ({ number, effect }) => html`<div><dt>${number}</dt><dd>${effect}</dd></div>`,
    )}</dl>
</section>
</section>
</div>`,
  }
}

export function payByBank(visit: CheckoutVisit): Answer {
  const { ledger, session } = visit
  const type = debitTypeOf(session)
  if (!type) return notFound()
  const { debit, errors } = readDebit(visit.form, type, session.customer_details?.email ?? null)
  if (Object.keys(errors).length > 0) return debitPage(visit, errors)
  return success(ledger.change((context) => payByDebit(context, session, debit)))
}

function readDebit(form: URLSearchParams, type: DebitType, knownEmail: string | null) {
  const debit: Debit = {
    type,
    email: knownEmail ?? (form.get('email') ?? '').trim(),
    name: (form.get('name') ?? '').trim(),
    number: (form.get('number') ?? '').replace(/\s/g, '').toUpperCase(),
  }
  const errors: FieldErrors = {}
  if (!isEmail(debit.email)) errors.email = 'Enter an email address.'
  if (debit.name === '' || debit.name.length > 200) errors.name = 'Enter the name of the account holder.'
  if (!testAccounts(type).some(({ number }) => number === debit.number)) {
    errors.number = 'The sandbox takes only the test accounts listed below.'
  }
  return { debit, errors }
}
