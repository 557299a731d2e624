import type { Attachment } from '#server/mail/attachment.ts'
import { receiptPdf } from './actions/receipts.ts'
import { invoicePdf } from './actions/sending.ts'

/** Made when the mails that carry them are sent. */
export const invoiceAttachments: readonly Attachment[] = [invoicePdf, receiptPdf]
