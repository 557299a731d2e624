import { html } from '#sandbox/html.ts'
import { debitTypeOf, testAccounts } from '../../billing/debits.ts'
import { DEBIT_DAYS, payByDebit } from '../../billing/payments.ts'
import type { DebitType } from '../../objects/payment.ts'
import { errorSummary, type FieldErrors, testNumbers, textField } from '../fields.ts'
import { type Answer, notFound } from '../page.ts'
import { type CheckoutVisit, checkoutPage, success, totalOf } from './visit.ts'

const numberLabels: Record<DebitType, string> = { sepa_debit: 'IBAN', us_bank_account: 'Account number' }

export function debitPage(visit: CheckoutVisit, errors: FieldErrors = {}): Answer {
  const type = debitTypeOf(visit.session)
  if (!type) return notFound()
  const content = html`<p class="quiet">The bank answers in ${DEBIT_DAYS} days. Until then the payment is being processed.</p>
<p><a href="${visit.home}">Pay by card instead</a></p>
<form class="stack" method="post" action="${visit.home}/debit" novalidate>
${visit.token}
${errorSummary(errors)}
${textField({
  name: 'number',
  label: numberLabels[type],
  attributes: html`autocomplete="off" spellcheck="false"`,
  value: visit.form.get('number') ?? '',
  errors,
})}
<button class="primary block" type="submit">Pay ${totalOf(visit.session)}</button>
</form>
${testNumbers('Test accounts', testAccounts(type))}`
  return checkoutPage(visit, 'Pay by bank debit', content, Object.keys(errors).length > 0)
}

export function payByBank(visit: CheckoutVisit): Answer {
  const { form, ledger, session } = visit
  const type = debitTypeOf(session)
  if (!type) return notFound()
  const number = (form.get('number') ?? '').replace(/\s/g, '').toUpperCase()
  if (!testAccounts(type).some((account) => account.number === number)) {
    return debitPage(visit, { number: 'The sandbox takes only the test accounts listed below.' })
  }
  return success(ledger.change((context) => payByDebit(context, session, type, number)))
}
