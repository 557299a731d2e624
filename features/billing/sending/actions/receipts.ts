import { receiptPdf } from '#features/billing/documents/actions/receipt.ts'
import { findInvoice, paymentsOf, tryLockInvoice } from '#features/billing/invoices/actions/invoice.ts'
import { logInvoiceMail } from '#features/billing/invoices/actions/mails.ts'
import { findRecipient } from '#features/billing/invoices/actions/recipient.ts'
import { sealIfIssued } from '#features/billing/invoices/actions/sealing.ts'
import type { Invoice } from '#features/billing/invoices/contract/invoice.ts'
import type { Payment } from '#features/billing/payments/contract.ts'
import { contactsToMail } from '#features/engagement/contacts/actions/contacts.ts'
import {
  mailClient,
  type Recipient,
  requireMailable,
  senderName,
} from '#features/engagement/notifications/actions/mails.ts'
import { linkForMail } from '#features/engagement/portal-access/actions.ts'
import type { Context } from '#server/context.ts'
import { HttpError } from '#server/errors.ts'
import { attach } from '#server/mail/attachment.ts'
import type { Thanks } from '../contract/reminders.ts'
import { thanksMail } from '../rules/thanks.ts'
import { getReminders } from './reminders.ts'

/**
 * Mails the receipt of a payment: of an online payment only if the freelancer wants that. It is also in the portal, where
 * the mail's button leads. An invoice that was paid online before it was approved is sealed first.
 */
export async function mailReceiptOf(
  tx: Context,
  { invoiceId, paymentId }: { invoiceId: number; paymentId: number },
): Promise<void> {
  const locked = await tryLockInvoice(tx, invoiceId)
  if (locked) await sealIfIssued(tx, locked)
  const invoice = await findInvoice(tx, invoiceId)
  const payment = invoice && (await paymentsOf(tx, invoice)).find(({ id }) => id === paymentId)
  const { thanks } = await getReminders(tx)
  if (!payment || (payment.method === 'online' && !thanks.is_enabled)) return
  try {
    const client = await findRecipient(tx, invoice.client_id)
    requireMailable(tx, client, 'send the receipt yourself')
    await mailReceiptTo(tx, client, null, invoice, payment, thanks)
    for (const { id, name, email } of await contactsToMail(tx, client, 'gets_invoices'))
      await mailReceiptTo(tx, { id: client.id, name, email }, id, invoice, payment, thanks)
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    tx.log.warn({ invoice: invoiceId, reason: error.message }, 'receipt not mailed')
  }
}

async function mailReceiptTo(
  tx: Context,
  client: Recipient,
  contactId: number | null,
  invoice: Invoice,
  payment: Payment,
  thanks: Thanks,
): Promise<void> {
  const sender = await senderName(tx, invoice.details.seller.name)
  const paid = { paid_on: payment.paid_on, amount: payment.amount + payment.surplus }
  const { button, ...mail } = thanksMail(
    { invoice, payment: paid, client, sender, locale: tx.locale },
    thanks,
  )
  const portalUrl = await linkForMail(tx, client.id, contactId)
  const queued = await mailClient(tx, client, {
    ...mail,
    button: { label: button, path: `${new URL(portalUrl).pathname}/invoices/${invoice.id}` },
    sender,
    attachment: attach(receiptPdf, { invoiceId: invoice.id, paymentId: payment.id }),
    waits: true,
  })
  await logInvoiceMail(tx, invoice.id, { kind: 'receipt', mail: queued, contactId })
}
