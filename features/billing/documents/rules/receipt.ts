import { formatLongDate, formatMoney } from '#core/format.ts'
import type { MinorUnits } from '#core/money.ts'
import type { Paper } from '#core/paper.ts'
import type { Payment } from '#features/billing/payments/contract.ts'
import { methodLabel } from '#features/billing/payments/rules/ledger.ts'
import type { InvoiceDocument } from './document.ts'

/** The receipt for one payment as it is printed: every text of it. */
export interface ReceiptDocument {
  paper: Paper
  title: string
  /** "for invoice INV-0042" */
  subject: string
  seller: { name: string; lines: string[] }
  amount: Fact
  facts: Fact[]
  sums: Fact[]
  balance: Fact
}

interface Fact {
  label: string
  value: string
}

type PaidInvoice = Pick<InvoiceDocument, 'number' | 'locale' | 'currency' | 'paper' | 'issued'> & {
  seller: { name: string; lines: string[] }
  buyer: { name: string }
  totals: Pick<InvoiceDocument['totals'], 'total'>
}

/** An invoice has been paid so far with this payment and those before it. */
export function receiptOf(
  invoice: PaidInvoice,
  payment: Pick<Payment, 'amount' | 'surplus' | 'paid_on' | 'method' | 'reference'>,
  paidSoFar: MinorUnits,
): ReceiptDocument {
  const { number, seller, buyer, issued, totals } = invoice
  const money = (amount: MinorUnits) => formatMoney(amount, invoice.currency, invoice.locale)
  return {
    paper: invoice.paper,
    title: 'Receipt',
    subject: `for invoice ${number}`,
    seller: { name: seller.name, lines: seller.lines },
    amount: { label: 'Amount received', value: money(payment.amount + payment.surplus) },
    facts: [
      { label: 'Received from', value: buyer.name },
      { label: 'Paid on', value: formatLongDate(payment.paid_on) },
      { label: 'Method', value: methodLabel[payment.method] },
      ...(payment.reference === '' ? [] : [{ label: 'Reference', value: payment.reference }]),
    ],
    sums: [
      { label: `Invoice ${number}, ${formatLongDate(issued.date)}`, value: totals.total.text },
      { label: 'Paid so far', value: money(paidSoFar) },
    ],
    balance: { label: 'Balance due', value: money(totals.total.minor_units - paidSoFar) },
  }
}
