import type { Invoice } from '#features/billing/invoices/contract/invoice.ts'
import { UNNUMBERED } from '#features/foundation/business/rules.ts'

/** The mail about a scheduled invoice that could not be sent. */
export function notSentNotice(
  { id, invoice_number, client_name }: Pick<Invoice, 'id' | 'invoice_number' | 'client_name'>,
  reason: string,
) {
  const title = invoice_number === UNNUMBERED ? `An invoice for ${client_name}` : `Invoice ${invoice_number}`
  return {
    subject: `${title} was not sent`,
    heading: `${title} was not sent`,
    paragraphs: [
      `You scheduled it for ${client_name}, but Daybook could not send it. It is still a draft.`,
      reason,
      'Open the invoice to send it yourself, or to choose another time.',
    ],
    button: { label: 'Open the invoice', path: `/invoices?view=${id}` },
  }
}

export const NOT_SENT_FOOTER = 'You are receiving this email because you scheduled an invoice in Daybook.'
