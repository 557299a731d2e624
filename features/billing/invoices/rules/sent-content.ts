import type { Invoice, InvoiceDifference } from '../contract/invoice.ts'
import { buyerLines, sellerLines } from './details.ts'
import { differences, type InvoiceSnapshot, snapshotOf } from './differences.ts'

/** The content of an invoice when it was sent. */
export interface SentContent extends InvoiceSnapshot {
  seller: string
  buyer: string
}

type SendableInvoice = Parameters<typeof snapshotOf>[0] & Pick<Invoice, 'details'>

export const contentToSend = (invoice: SendableInvoice): SentContent => ({
  ...snapshotOf(invoice),
  ...partiesOf(invoice),
})

const partiesOf = ({ details }: SendableInvoice): Pick<SentContent, 'seller' | 'buyer'> => ({
  seller: [details.seller.name, ...sellerLines(details)].join('\n'),
  buyer: [details.buyer.name, ...buyerLines(details)].join('\n'),
})

/** The changes since an invoice was sent, in words. */
export function differencesSinceSent(
  sent: SentContent,
  invoice: SendableInvoice,
  locale?: string,
): InvoiceDifference[] {
  const now = partiesOf(invoice)
  const parties: InvoiceDifference[] = [
    { what: 'From', before: sent.seller, after: now.seller },
    { what: 'Billed to', before: sent.buyer, after: now.buyer },
  ]
  return [
    ...differences(sent, snapshotOf(invoice), locale),
    ...parties.filter(({ before, after }) => before !== after),
  ]
}
