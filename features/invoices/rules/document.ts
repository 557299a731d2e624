import { addressLines } from '#core/address.ts'
import { formatIban } from '#core/bank-details.ts'
import { addDays, type DateOnly } from '#core/calendar.ts'
import { formatHundredths } from '#core/format.ts'
import type { Hundredths } from '#core/hundredths.ts'
import { businessName } from '#features/account/rules.ts'
import { EMPTY_PROFILE, type Profile } from '#features/business/rules.ts'
import type { DocumentDetails, Invoice } from '../contract.ts'

/** As stored with an invoice, whose logo has a column of its own. */
export type FrozenDetails = Omit<DocumentDetails, 'seller'> & {
  seller: Omit<DocumentDetails['seller'], 'logo_id'>
}

export const frozen = ({ seller: { logo_id, ...seller }, ...details }: DocumentDetails): FrozenDetails => ({
  ...details,
  seller,
})

/** What profile and client say now. */
export interface PresentDetails {
  account: { business_name: string; business_address: string; name: string | null; email: string }
  /** Null with nothing entered. */
  profile: Profile | null
  client: DocumentDetails['buyer']
}

/** What a document says besides its lines. */
export function detailsOf({ account, profile, client }: PresentDetails): DocumentDetails {
  const entered = profile ?? EMPTY_PROFILE
  return {
    seller: {
      name: businessName({ ...account, google_user_data: { name: account.name, picture: null } }),
      address: account.business_address,
      postal_code: entered.postal_code,
      city: entered.city,
      country: entered.country,
      tax_id: entered.tax_id,
      email: entered.email,
      phone: entered.phone,
      website: entered.website,
      logo_id: entered.logo_id,
    },
    buyer: client,
    tax_name: entered.tax_name,
    payment: {
      details: entered.payment_details,
      account_holder: entered.account_holder,
      iban: entered.iban,
      bic: entered.bic,
    },
    footer: entered.footer,
  }
}

/** An invoice as every rendering of it reads it. */
export interface InvoiceDocument {
  seller: { name: string; lines: string[]; logo_id: number | null }
  buyer: { name: string; lines: string[] }
  /** "VAT (19%)" */
  tax_label: string
  /** Free text first, then account holder, IBAN and BIC. */
  payment: { label: string | null; text: string }[]
  footer: string
}

export function documentOf({ details, tax_rate }: Pick<Invoice, 'details' | 'tax_rate'>): InvoiceDocument {
  const { seller, buyer, tax_name, payment, footer } = details
  return {
    seller: {
      name: seller.name,
      lines: [
        ...addressLines(seller),
        ...taxIdLine(seller.tax_id, tax_name),
        ...[seller.email, seller.phone, seller.website].filter(Boolean),
      ],
      logo_id: seller.logo_id,
    },
    buyer: {
      name: buyer.name,
      lines: [
        ...(buyer.company && buyer.company !== buyer.name ? [buyer.company] : []),
        ...addressLines(buyer),
        ...taxIdLine(buyer.tax_id, tax_name),
      ],
    },
    tax_label: taxLabel(tax_name, tax_rate),
    payment: [
      { label: null, text: payment.details },
      { label: 'Account holder', text: payment.account_holder },
      { label: 'IBAN', text: formatIban(payment.iban) },
      { label: 'BIC', text: payment.bic },
    ].filter(({ text }) => text !== ''),
    footer,
  }
}

export const taxLabel = (taxName: string, taxRate: Hundredths): string =>
  `${taxName || 'Tax'} (${formatHundredths(taxRate)}%)`

const taxIdLine = (taxId: string, taxName: string): string[] =>
  taxId ? [`${taxName || 'Tax'} ID: ${taxId}`] : []

/** On paper, the sign-in address stands where the profile names no email. */
export const withContact = (details: DocumentDetails, email: string): DocumentDetails => ({
  ...details,
  seller: { ...details.seller, email: details.seller.email || email },
})

/** The due date that payment terms give; null without any. */
export const dueAfter = (issueDate: DateOnly, termsDays: number | null): DateOnly | null =>
  termsDays === null ? null : addDays(issueDate, termsDays)
