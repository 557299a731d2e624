import { compactIban, isIban } from '#core/bank-details.ts'
import { type DocumentLine, repriced } from '#core/document-lines.ts'
import { inMinorUnits } from '#core/money.ts'
import { EnteredMoney } from '#core/money-schemas.ts'
import type { Invoice } from '#features/billing/invoices/contract/invoice.ts'
import type { InvoiceItem } from '#features/billing/invoices/contract/items.ts'
import { withItems } from '#features/billing/invoices/rules/items.ts'
import { paymentLines } from '#features/billing/invoices/rules/payment.ts'

/** Units in which time is priced. */
export const PRICED_UNITS = ['hours', 'days'] as const
export type PricedUnit = (typeof PRICED_UNITS)[number]

/** Rates as they are being typed for time without one, by its unit. */
export type EnteredRates = Readonly<Record<PricedUnit, unknown>>

/** Facts that a draft lacks and that a client looks for. Issued invoices keep what they say. */
export interface MissingDetails {
  due_date: boolean
  /** The freelancer's own address. */
  address: boolean
  payment: boolean
  rates: PricedUnit[]
}

type Draft = Pick<Invoice, 'status' | 'due_date' | 'details' | 'items'>

export function missingDetails(invoice: Draft, isPaidOnline: boolean): MissingDetails {
  const isDraft = invoice.status === 'draft'
  const { seller, payment } = invoice.details
  return {
    due_date: isDraft && invoice.due_date === null,
    address: isDraft && !seller.address && !seller.city,
    payment: isDraft && !isPaidOnline && paymentLines(payment).length === 0,
    rates: isDraft ? PRICED_UNITS.filter((unit) => unpricedTime(invoice, unit).length > 0) : [],
  }
}

export const isComplete = ({ due_date, address, payment, rates }: MissingDetails): boolean =>
  !due_date && !address && !payment && rates.length === 0

/** Lines of time that are billed at nothing, because no rate was known. */
export const unpricedTime = ({ items }: Pick<Invoice, 'items'>, unit: DocumentLine['unit']): InvoiceItem[] =>
  items.filter((item) => item.work?.kind === 'time' && item.rate === 0 && item.unit === unit)

/** The invoice with what is being entered, as the server will have it. */
export function completed(
  invoice: Invoice,
  { due_date, rates }: { due_date: string | null; rates: EnteredRates },
): Invoice {
  const items = PRICED_UNITS.reduce((all, unit) => {
    const rate = EnteredMoney.safeParse(rates[unit])
    const price = rate.success ? inMinorUnits(rate.data, invoice.currency) : null
    if (price === null) return all
    const unpriced = new Set(unpricedTime(invoice, unit))
    return all.map((item) => (unpriced.has(item) ? repriced({ ...item, rate: price }, item) : item))
  }, invoice.items)
  const repricedInvoice = items === invoice.items ? invoice : withItems(invoice, items)
  return { ...repricedInvoice, due_date: due_date ?? invoice.due_date }
}

/** Two letters and two digits, then at least eleven more: nothing else that is typed there looks like that. */
const LIKE_IBAN = /^[A-Z]{2}\d{2}[A-Z\d]{11,}$/

export const isFaultyIban = (text: string): boolean =>
  LIKE_IBAN.test(compactIban(text)) && !isIban(compactIban(text))

/** The fields of the profile that the answer to "How to pay you" belongs to. */
export const paymentFields = (text: string): { iban: string } | { payment_details: string } =>
  isIban(compactIban(text)) ? { iban: compactIban(text) } : { payment_details: text.trim() }
