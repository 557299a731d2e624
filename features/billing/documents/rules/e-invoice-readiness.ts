import { type Currency, decimalsOf } from '#core/currency.ts'
import type { InvoiceDocument } from './document.ts'

/** The form that has the field. */
type Place = 'business' | 'client' | 'invoice'

/** Something that EN 16931 asks for, as the request to enter it. */
export interface MissingDetail {
  place: Place
  /** The field of the profile, client or invoice; null where nothing can be entered. */
  field: string | null
  text: string
}

/** Details that an e-invoice lacks; empty if it can be one. */
export const missingForEInvoice = (document: InvoiceDocument): MissingDetail[] => [
  ...missingFromSeller(document.seller),
  ...missingFromBuyer(document.buyer),
  ...missingForReverseCharge(document),
  ...missingFromInvoice(document),
]

export const missingFromSeller = (seller: { country: string; tax_id: string; email: string }) => [
  ...ask(!seller.country, 'business', 'country', 'Enter your country'),
  ...ask(!seller.tax_id, 'business', 'tax_id', 'Enter your tax ID'),
  ...ask(!seller.email, 'business', 'email', 'Enter your email address'),
]

export const missingFromBuyer = (buyer: { country: string; email: string }) => [
  ...ask(!buyer.country, 'client', 'country', 'Enter the client’s country'),
  ...ask(!buyer.email, 'client', 'email', 'Enter the client’s email address'),
]

const missingForReverseCharge = ({ buyer, tax }: InvoiceDocument) =>
  ask(
    tax.category === 'reverse_charge' && !buyer.tax_id,
    'client',
    'tax_id',
    'For reverse charge, enter the client’s tax ID',
  )

function missingFromInvoice(document: InvoiceDocument): MissingDetail[] {
  const { status, is_numbered, preceding, currency, lines, due, tax, totals } = document
  if (status === 'cancelled') return ask(true, 'invoice', null, 'A cancelled invoice is not an e-invoice')
  return [
    ...ask(!is_numbered, 'invoice', null, 'It becomes an e-invoice once it is issued and has a number'),
    ...missingFromCurrency(currency),
    ...ask(lines.length === 0, 'invoice', 'items', 'Add at least one line'),
    ...ask(!due && !preceding && totals.balance.minor_units > 0, 'invoice', 'due_date', 'Enter a due date'),
    ...ask(
      tax.category === 'standard' && tax.rate.value < LOWEST_RATE,
      'invoice',
      'tax_category',
      'Enter a tax rate of at least 0.5%, or choose the tax category that says why there is none',
    ),
  ]
}

/** The official validation takes rates below it for zero. */
const LOWEST_RATE = 0.5

/** Replaced by other currencies, or too new for the code list of the norm. */
export const NOT_IN_THE_NORM: readonly Currency[] = ['HRK', 'SLL', 'XCG']

const missingFromCurrency = (currency: Currency) => [
  ...ask(
    decimalsOf(currency) > 2,
    'invoice',
    null,
    `${currency} has three decimals, and an e-invoice allows two at most`,
  ),
  ...ask(NOT_IN_THE_NORM.includes(currency), 'invoice', null, `An e-invoice cannot be in ${currency}`),
]

const ask = (isMissing: boolean, place: Place, field: string | null, text: string): MissingDetail[] =>
  isMissing ? [{ place, field, text }] : []

const PLACES: Record<Place, string> = {
  business: ' in your business profile',
  client: ' on the client’s page',
  invoice: '',
}

/** "Enter your country in your business profile." */
export const missingSentence = ({ place, text }: MissingDetail): string => `${text}${PLACES[place]}.`
