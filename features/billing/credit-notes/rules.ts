import { z } from 'zod'
import { type DocumentLine, DocumentLineInput, type Totals, withAmount } from '#core/document-lines.ts'
import { formatDate } from '#core/format.ts'
import { type MinorUnits, shareOf } from '#core/money.ts'
import type { DocumentFormat, InvoiceDocument } from '#features/billing/documents/rules/document.ts'
import { documentOf } from '#features/billing/documents/rules/document.ts'
import type { Invoice } from '#features/billing/invoices/contract/invoice.ts'
import type { InvoiceItem } from '#features/billing/invoices/contract/items.ts'
import { frozen } from '#features/billing/invoices/rules/details.ts'
import { issuedLine } from '#features/billing/invoices/rules/issued-content.ts'
import { isUnbooked } from '#features/billing/invoices/rules/status.ts'
import { type CreditedLine, CreditNote } from './contract.ts'

/** The sums of the credit notes of an invoice that were sent. */
export type Credited = Totals

/** A line of a credit note, before it is stored. */
export type NewCreditedLine = Omit<CreditedLine, 'id'>

/** Only an issued invoice is credited; a proposal or draft is changed instead. */
export const isCreditable = ({ status, number, total, credited }: Creditable): boolean =>
  !isUnbooked(status) && number !== null && credited < total

type Creditable = Pick<Invoice, 'status' | 'number' | 'total' | 'credited'>

/**
 * The totals of a credit note for lines of this sum. Discount and tax are what the rounded shares of all credits grow by,
 * so that credits of the whole invoice add up to exactly its own figures.
 */
export function creditTotals(invoice: Totals, before: Credited, lines: readonly MinorUnits[]): Totals {
  const subtotal = lines.reduce((sum, amount) => sum + amount, 0)
  const growth = (whole: MinorUnits, credited: MinorUnits) =>
    shareOf(whole, before.subtotal + subtotal, invoice.subtotal) - credited
  const discount_amount = growth(invoice.discount_amount, before.discount_amount)
  const tax_amount = growth(invoice.tax_amount, before.tax_amount)
  return { subtotal, discount_amount, tax_amount, total: subtotal - discount_amount + tax_amount }
}

/** The part of one line that sent credit notes have taken back. */
export interface CreditedItem {
  item_id: number
  quantity: number
  amount: MinorUnits
}

const ONE = DocumentLineInput.shape.quantity.parse(1)

/** Everything that is not credited yet: what is left of each line, or one line where credits were not of lines. */
export function remainingLines(
  { items, subtotal, invoice_number }: Pick<Invoice, 'items' | 'subtotal' | 'invoice_number'>,
  before: Credited,
  credited: readonly CreditedItem[],
): NewCreditedLine[] {
  const left = items.flatMap((item) => remainingLine(item, credited) ?? [])
  const rest = subtotal - before.subtotal
  if (left.reduce((sum, { amount }) => sum + amount, 0) === rest) return left
  const description = `Remaining amount of invoice ${invoice_number}`
  return [{ item_id: null, description, quantity: ONE, unit: '', rate: rest, amount: rest }]
}

function remainingLine(item: InvoiceItem, credited: readonly CreditedItem[]): NewCreditedLine | null {
  const { id: item_id, description, unit, rate } = item
  const before = credited.find((one) => one.item_id === item_id)
  const amount = item.amount - (before?.amount ?? 0)
  if (amount === 0) return null
  const quantity = item.quantity - (before?.quantity ?? 0)
  const line = { item_id, description, unit }
  const isExact = quantity > 0 && (!before || withAmount({ quantity, rate }).amount === amount)
  return isExact
    ? { ...line, quantity, rate, amount }
    : { ...line, unit: '', quantity: ONE, rate: amount, amount }
}

/** The document of a credit note: its lines and sums, with the parties and the tax of its invoice. */
export function creditNoteDocument(
  note: CreditNote,
  invoice: Invoice,
  format: DocumentFormat,
): InvoiceDocument {
  const lines: (DocumentLine & { id: number })[] = note.items
  const document = documentOf(
    {
      ...invoice,
      invoice_number: note.credit_note_number,
      number: note.number,
      status: note.status,
      approval_status: null,
      issue_date: note.issue_date,
      due_date: null,
      paid_on: null,
      items: lines,
      discount_percent: null,
      subtotal: note.subtotal,
      discount_amount: note.discount_amount,
      tax_amount: note.tax_amount,
      total: note.total,
      amount_paid: 0,
      written_off: 0,
      credited: 0,
      balance: note.total,
      notes: note.reason,
      decisions: [],
      approved_files: [],
    },
    format,
  )
  return {
    ...document,
    title: 'Credit note',
    preceding: {
      number: invoice.invoice_number,
      issued: { date: invoice.issue_date, text: formatDate(invoice.issue_date) },
    },
    payment: { ...document.payment, lines: [], iban: '', bic: '', account_holder: '', qr_code: null },
  }
}

/** The content of a sent credit note, as the chain of its series keeps it: amounts as in the API. */
export function issuedNoteContent(note: CreditNote, { details, issue_date }: Invoice) {
  const api = z.encode(CreditNote, note)
  return {
    document: 'credit_note',
    number: api.credit_note_number,
    count: api.number,
    issue_date: api.issue_date,
    invoice: { number: api.invoice_number, issue_date },
    reason: api.reason,
    currency: api.currency,
    tax_category: api.tax_category,
    tax_rate: api.tax_rate,
    subtotal: api.subtotal,
    discount_amount: api.discount_amount,
    tax_amount: api.tax_amount,
    total: api.total,
    home_total: api.home_total,
    home_currency: api.home_currency,
    ...frozen(details),
    lines: api.items.map(issuedLine),
  }
}
