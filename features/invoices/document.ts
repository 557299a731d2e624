import { Document, Page, Text, View } from '@react-pdf/renderer'
import { createElement as h } from 'react'
import { formatLongDate, formatMoney } from '#core/format.ts'
import type { MinorUnits } from '#core/money.ts'
import type { Payment } from '#features/ledger/contract.ts'
import { methodLabel } from '#features/ledger/rules.ts'
import { printable } from '#server/pdf/fonts.ts'
import { figures, ink, page, type } from '#server/pdf/paper.ts'
import type { Invoice } from './contract.ts'

export interface ReceiptDocument {
  seller: { name: string; lines: string[] }
  buyer: string
  invoice: Pick<Invoice, 'invoice_number' | 'currency' | 'issue_date' | 'total'>
  payment: Payment
  /** With this payment and those before it. */
  paid: MinorUnits
  locale: string
}

/** The receipt for one payment, on one page. */
export function document(receipt: ReceiptDocument) {
  const { seller, invoice } = receipt
  return h(
    Document,
    {
      title: `Receipt for ${invoice.invoice_number}`,
      author: printable(seller.name),
      creator: 'Daybook',
      producer: 'Daybook',
      language: 'en-US',
    },
    h(Page, { size: 'LETTER', style: page }, heading(receipt), amountReceived(receipt), account(receipt)),
  )
}

const heading = ({ seller, invoice }: ReceiptDocument) =>
  h(
    View,
    { style: { flexDirection: 'row', gap: 32, marginBottom: 40 } },
    h(
      View,
      { style: { flex: 1, gap: 2 } },
      h(Text, { style: { ...type.heading, fontSize: 12 } }, printable(seller.name)),
      ...seller.lines.map((line, index) =>
        h(Text, { key: index, style: { color: ink.muted } }, printable(line)),
      ),
    ),
    h(
      View,
      { style: { alignItems: 'flex-end', gap: 2 } },
      h(Text, { style: type.title }, 'Receipt'),
      h(Text, { style: type.body }, `for invoice ${invoice.invoice_number}`),
    ),
  )

const amountReceived = ({ buyer, invoice, payment, locale }: ReceiptDocument) =>
  h(
    View,
    {
      style: {
        borderTop: rule,
        borderBottom: rule,
        paddingVertical: 14,
        marginBottom: 28,
        flexDirection: 'row',
        gap: 24,
      },
    },
    fact('Amount received', formatMoney(payment.amount, invoice.currency, locale), type.figure),
    fact('Received from', buyer),
    fact('Paid on', formatLongDate(payment.paid_on)),
    fact('Method', methodLabel[payment.method]),
    payment.reference !== '' && fact('Reference', payment.reference),
  )

const rule = `0.75 solid ${ink.hairline}`

const fact = (label: string, value: string, style: object = type.body) =>
  h(
    View,
    { style: { flexGrow: 1, flexShrink: 1, gap: 3 } },
    h(Text, { style: { ...type.micro, color: ink.faint } }, label),
    h(Text, { style: { ...style } }, printable(value)),
  )

function account({ invoice, paid, locale }: ReceiptDocument) {
  const money = (amount: MinorUnits) => formatMoney(amount, invoice.currency, locale)
  return h(
    View,
    { style: { alignSelf: 'flex-end', width: 250, gap: 6 } },
    line(`Invoice ${invoice.invoice_number}, ${formatLongDate(invoice.issue_date)}`, money(invoice.total)),
    line('Paid so far', money(paid)),
    h(View, { style: { borderTop: rule, marginVertical: 2 } }),
    line('Balance due', money(invoice.total - paid), type.strong),
  )
}

const line = (label: string, value: string, style: object = type.body) =>
  h(
    View,
    { style: { flexDirection: 'row', gap: 8, ...style } },
    h(Text, { style: { flex: 1 } }, label),
    h(Text, { style: figures }, value),
  )
