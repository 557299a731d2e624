import { formatLongDate } from '#core/format.ts'
import { UNNUMBERED } from '#features/foundation/business/rules.ts'
import type { RecurringInvoice } from './contract.ts'

type Problem = NonNullable<RecurringInvoice['problem']>

/** The mail about an invoice that was not made or not sent. */
export function problemNotice(clientName: string, { kind, date, reason }: Problem, invoiceNumber?: string) {
  const which = `the recurring invoice for ${clientName} of ${formatLongDate(date)}`
  const open = { label: 'Open recurring invoices', path: '/recurring-invoices' }
  if (kind === 'not_sent') {
    const titled = invoiceNumber === UNNUMBERED ? `An invoice for ${clientName}` : `Invoice ${invoiceNumber}`
    return {
      subject: `${titled} was not sent`,
      heading: `${titled} was not sent`,
      paragraphs: [
        `Daybook made ${which}, but could not send it. It is a draft now.`,
        reason,
        'Open the invoice to send it yourself.',
      ],
      button: { label: 'Open invoices', path: '/invoices' },
    }
  }
  const limit = 'The invoices of this month have reached the limit of your plan.'
  return {
    subject: 'A recurring invoice was not made',
    heading: 'A recurring invoice was not made',
    paragraphs:
      kind === 'limit_reached'
        ? [
            `Daybook could not make ${which}. ${limit}`,
            'It is made as soon as there is room: next month, or when you upgrade your plan.',
          ]
        : [`Daybook could not make ${which}.`, reason],
    button: open,
  }
}

export const PROBLEM_FOOTER =
  'You are receiving this email because you set up a recurring invoice in Daybook.'
