import type { Attachment } from '#server/mail/attachment.ts'
import { receiptPdf } from './actions/receipts.ts'

/** Made when the mails that carry them are sent. */
export const invoiceAttachments: readonly Attachment[] = [receiptPdf]
