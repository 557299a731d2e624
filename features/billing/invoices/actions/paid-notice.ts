import { addDays } from '#core/calendar.ts'
import { formatLongDate, formatMoney } from '#core/format.ts'
import { truncateName } from '#core/text.ts'
import { PAID_IN_FUTURE } from '#features/billing/payments/contract.ts'
import { mailFreelancer } from '#features/engagement/notifications/actions/mails.ts'
import { addUnread } from '#features/engagement/notifications/actions/unread.ts'
import { invoiceName } from '#features/foundation/business/rules.ts'
import { type Context, inTransaction, visitorOf } from '#server/context.ts'
import { Conflict } from '#server/errors.ts'
import type { Invoice } from '../contract/invoice.ts'
import type { PaidNoticeInput } from '../contract/payments.ts'
import { isPayable } from '../rules/status.ts'
import { deletePaidNotice, putPaidNotice } from '../store/paid-notice.ts'
import { refuseDraft } from './decision.ts'
import { getInvoice, lockInvoice, notFound, record, refuse } from './invoice.ts'

/** The acting client says that an invoice was paid. Nothing is paid by it: the freelancer is told, and looks. */
export async function givePaidNotice(
  tx: Context,
  id: number,
  { paid_on = tx.today, note }: PaidNoticeInput,
): Promise<void> {
  const visitor = visitorOf(tx)
  const locked = await lockInvoice(tx, id)
  if (locked.client_id !== visitor.clientId) notFound()
  const invoice = await getInvoice(tx, id)
  if (invoice.status === 'draft') await refuseDraft(tx, invoice)
  if (!isPayable(invoice)) {
    throw new Conflict(`This invoice is ${invoice.status}, so there is nothing left to pay.`)
  }
  if (invoice.paid_notice) {
    throw new Conflict(
      `You already said that you paid on ${formatLongDate(invoice.paid_notice.paid_on)}. It is being checked.`,
    )
  }
  // The client's day may begin before the account's.
  if (paid_on > addDays(tx.today, 1)) refuse('paid_on', PAID_IN_FUTURE)
  await putPaidNotice(tx.db, tx.accountId, { invoice_id: id, paid_on, note, created_at: tx.now })
  await record(tx, 'invoice.paid_notice_received', locked)
  await addUnread(tx, { client_id: visitor.clientId, project_id: invoice.project_id, invoice_id: id })
  const { balance, payable, currency } = invoice
  const name = invoiceName(invoice.invoice_number)
  await mailFreelancer(tx, {
    subject: `${truncateName(visitor.name)} says that ${name} is paid`,
    heading: 'Your client has paid, they say',
    paragraphs: [
      `${visitor.name} says that ${formatMoney(payable || balance, currency, tx.locale)} for ${name} was paid on ${formatLongDate(paid_on)}.`,
      ...(note ? [`“${note}”`] : []),
      'Record the payment once you see it on your account.',
    ],
    button: { label: 'Open the invoice', path: `/invoices?view=${id}` },
  })
}

/** The freelancer found no payment. The client can say so again. */
export function dismissPaidNotice(ctx: Context, id: number): Promise<Invoice> {
  return inTransaction(ctx, async (tx) => {
    await lockInvoice(tx, id)
    await deletePaidNotice(tx.db, tx.accountId, id)
    return getInvoice(tx, id)
  })
}
