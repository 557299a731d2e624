import { transferCode } from '#core/bank-details.ts'
import { type DateOnly, dateIn } from '#core/calendar.ts'
import type { Currency } from '#core/currency.ts'
import {
  type Discount,
  netOf,
  quantityFormat,
  type TaxCategory,
  type Unit,
  unitLabel,
} from '#core/document-lines.ts'
import { formatDate, formatHundredths, formatLongDate, formatMoney, formatTaxRate } from '#core/format.ts'
import type { MinorUnits } from '#core/money.ts'
import { type Paper, paperOf } from '#core/paper.ts'
import { fromHundredths, fromTenThousandths, fromThousandths, type Hundredths } from '#core/units.ts'
import type { DocumentDetails, Invoice, InvoiceStatus } from '#features/billing/invoices/contract/invoice.ts'
import type { InvoiceItem } from '#features/billing/invoices/contract/items.ts'
import { buyerLines, sellerLines } from '#features/billing/invoices/rules/details.ts'
import { type PaymentLine, paymentLinesFor } from '#features/billing/invoices/rules/payment.ts'
import { describePeriod } from '#features/billing/invoices/rules/period.ts'
import { isFixed, isProposal } from '#features/billing/invoices/rules/sealing.ts'
import { statusLabel } from '#features/billing/invoices/rules/status.ts'
import { taxLabel, taxSentence } from '#features/billing/invoices/rules/tax.ts'

/** An amount as it is written, and in minor units of the document's currency. */
export interface DocumentAmount {
  text: string
  minor_units: MinorUnits
}

/** A quantity or percentage as it is written, and as a number. */
export interface DocumentFigure {
  text: string
  value: number
}

export interface DocumentDay {
  text: string
  date: DateOnly
}

export interface DocumentTableLine {
  /** Counted from 1. */
  position: number
  /** The description, line by line. */
  text: string[]
  quantity: DocumentFigure
  unit: Unit
  /** "hours"; empty without a unit. */
  unit_label: string
  rate: DocumentAmount
  amount: DocumentAmount
}

/** The sums of an invoice, from its subtotal to the balance. */
export interface DocumentAmounts {
  /** Null without one. */
  discount: { label: string; percent: DocumentFigure | null; amount: DocumentAmount } | null
  tax: {
    category: TaxCategory
    /** "VAT" */
    name: string
    /** "VAT (19%)" */
    label: string
    rate: DocumentFigure
    amount: DocumentAmount
    /** The sentence about tax that is not charged. */
    sentence: string | null
  }
  totals: {
    subtotal: DocumentAmount
    discount: DocumentAmount
    /** Subtotal minus discount: what is taxed. */
    net: DocumentAmount
    tax: DocumentAmount
    total: DocumentAmount
    paid: DocumentAmount
    written_off: DocumentAmount
    credited: DocumentAmount
    balance: DocumentAmount
  }
}

/** An invoice as every rendering of it reads it: plain JSON, with texts in the account's locale beside the figures. */
export interface InvoiceDocument extends DocumentAmounts {
  /** "Invoice", or "Proposal" while it waits for approval. */
  title: string
  /** The invoice that a credit note takes back; null on an invoice. */
  preceding: { number: string; issued: DocumentDay } | null
  /** False until it has a number: then it is no e-invoice. */
  is_numbered: boolean
  number: string
  status: InvoiceStatus
  /** "Draft"; null where there is nothing to say. */
  status_label: string | null
  locale: string
  currency: Currency
  paper: Paper
  seller: DocumentDetails['seller'] & { lines: string[] }
  buyer: DocumentDetails['buyer'] & { lines: string[] }
  project: string | null
  issued: DocumentDay
  due: DocumentDay | null
  paid: DocumentDay | null
  service_period: { text: string; from: DateOnly | null; to: DateOnly | null } | null
  lines: DocumentTableLine[]
  payment: {
    lines: PaymentLine[]
    account_holder: string
    iban: string
    bic: string
    /** The content of the QR code that banking apps read; null where there is none. */
    qr_code: string | null
  }
  notes: string
  footer: string
  /** "Approved by Jonas Pine on November 12, 2026", and the hashes of the files whose fees it bills. */
  citations: string[]
}

type AmountsSource = Pick<
  Invoice,
  | 'currency'
  | 'tax_category'
  | 'tax_rate'
  | 'subtotal'
  | 'discount_percent'
  | 'discount_amount'
  | 'tax_amount'
  | 'total'
  | 'amount_paid'
  | 'written_off'
  | 'credited'
  | 'balance'
>

export type DocumentSource = AmountsSource &
  Pick<
    Invoice,
    | 'invoice_number'
    | 'number'
    | 'status'
    | 'approval_status'
    | 'project_name'
    | 'issue_date'
    | 'due_date'
    | 'paid_on'
    | 'service_from'
    | 'service_to'
    | 'notes'
    | 'details'
    | 'decisions'
    | 'approved_files'
  > & { items: Omit<InvoiceItem, 'work'>[] }

/** The account's locale, in which numbers are written, and its time zone, which decides on which day something happened. */
export interface DocumentFormat {
  locale: string
  timeZone: string
}

export function documentOf(invoice: DocumentSource, { locale, timeZone }: DocumentFormat): InvoiceDocument {
  const { details, currency, status } = invoice
  const { seller, buyer, tax_name } = details
  const { money } = writersIn(currency, locale)
  const day = (date: DateOnly): DocumentDay => ({ text: formatDate(date), date })
  const quantity = quantityFormat(invoice.items)
  const period = describePeriod(invoice)
  return {
    title: isProposal(invoice) ? 'Proposal' : 'Invoice',
    preceding: null,
    is_numbered: invoice.number !== null,
    number: invoice.invoice_number,
    status,
    status_label:
      status === 'sent' || statusLabel[status] === invoice.invoice_number ? null : statusLabel[status],
    locale,
    currency,
    paper: paperOf(seller.country),
    seller: { ...seller, lines: sellerLines(details) },
    buyer: { ...buyer, lines: buyerLines(details) },
    project: invoice.project_name,
    issued: day(invoice.issue_date),
    due: invoice.due_date === null ? null : day(invoice.due_date),
    paid: invoice.paid_on === null ? null : day(invoice.paid_on),
    service_period:
      period === null ? null : { text: period, from: invoice.service_from, to: invoice.service_to },
    lines: invoice.items.map((item, index) => ({
      position: index + 1,
      text: item.description.split('\n'),
      quantity: { text: quantity(item.quantity, locale), value: fromTenThousandths(item.quantity) },
      unit: item.unit,
      unit_label: unitLabel(item.unit, item.quantity),
      rate: money(item.rate),
      amount: money(item.amount),
    })),
    ...amountsOf(invoice, tax_name, locale),
    payment: {
      lines: paymentLinesFor(details.payment, invoice.invoice_number),
      account_holder: details.payment.account_holder,
      iban: details.payment.iban,
      bic: details.payment.bic,
      qr_code: paymentCode(invoice),
    },
    notes: invoice.notes,
    footer: details.footer,
    citations: citationsOf(invoice, timeZone),
  }
}

/**
 * An invoice that no longer changes, as it was issued. What was paid, credited and decided since stands next to the
 * document, never inside it.
 */
export function asIssued<Source extends DocumentSource & Pick<Invoice, 'sealed_at'>>(
  invoice: Source,
): Source {
  const { sealed_at, decisions } = invoice
  if (!isFixed(invoice)) return invoice
  const known = decisions.filter(({ decided_at }) => sealed_at === null || decided_at <= sealed_at)
  return {
    ...invoice,
    status: 'sent',
    paid_on: null,
    amount_paid: 0,
    written_off: 0,
    credited: 0,
    balance: invoice.total,
    approval_status: known.length === decisions.length ? invoice.approval_status : null,
    decisions: known,
  }
}

/** The amounts of any invoice whose totals are known, such as one that is being edited. */
export function amountsOf(invoice: AmountsSource, taxName: string, locale: string): DocumentAmounts {
  const { money } = writersIn(invoice.currency, locale)
  const tax_amount = money(invoice.tax_amount)
  return {
    discount:
      invoice.discount_amount === 0
        ? null
        : {
            label: discountLabel(invoice, locale),
            percent: percentOf(invoice.discount_percent, locale),
            amount: money(invoice.discount_amount),
          },
    tax: {
      category: invoice.tax_category,
      name: taxName || 'Tax',
      label: taxLabel(taxName, invoice.tax_rate, locale),
      rate: { text: formatTaxRate(invoice.tax_rate, locale), value: fromThousandths(invoice.tax_rate) },
      amount: tax_amount,
      sentence: taxSentence(invoice.tax_category, taxName),
    },
    totals: {
      subtotal: money(invoice.subtotal),
      discount: money(invoice.discount_amount),
      net: money(netOf(invoice)),
      tax: tax_amount,
      total: money(invoice.total),
      paid: money(invoice.amount_paid),
      written_off: money(invoice.written_off),
      credited: money(invoice.credited),
      balance: money(invoice.balance),
    },
  }
}

const writersIn = (currency: Currency, locale: string) => ({
  money: (minor_units: MinorUnits): DocumentAmount => ({
    text: formatMoney(minor_units, currency, locale),
    minor_units,
  }),
})

const percentOf = (percent: Hundredths | null, locale: string): DocumentFigure | null =>
  percent === null ? null : { text: formatHundredths(percent, locale), value: fromHundredths(percent) }

/** "Discount (10%)" */
export const discountLabel = ({ discount_percent }: Pick<Discount, 'discount_percent'>, locale?: string) =>
  discount_percent === null ? 'Discount' : `Discount (${formatHundredths(discount_percent, locale)}%)`

/** Only euros can be transferred by such a code, with a number as the reference, and only while something is left to pay. */
function paymentCode(invoice: DocumentSource): string | null {
  const { details, currency, balance, status, number, invoice_number } = invoice
  const { account_holder, iban, bic } = details.payment
  if (number === null || currency !== 'EUR' || iban === '' || balance <= 0 || status === 'cancelled')
    return null
  return transferCode({
    name: account_holder || details.seller.name,
    iban,
    bic,
    amount: balance,
    reference: invoice_number,
  })
}

const citationsOf = (invoice: DocumentSource, timeZone: string): string[] => [
  ...approvalOf(invoice, timeZone),
  ...invoice.approved_files.map(
    ({ title, version, name, sha256 }) => `${title}, version ${version}: ${name}, SHA-256 ${sha256}`,
  ),
]

function approvalOf({ approval_status, decisions }: DocumentSource, timeZone: string): string[] {
  const [last] = decisions
  if (approval_status !== 'approved' || last?.decision !== 'approved') return []
  return [`Approved by ${last.client_name} on ${formatLongDate(dateIn(timeZone, last.decided_at))}`]
}
