import { addressLines } from '#core/address.ts'
import { businessName } from '#features/foundation/account/rules.ts'
import { EMPTY_PROFILE, type Profile } from '#features/foundation/business/rules.ts'
import type { DocumentDetails } from '../contract/invoice.ts'

/** As stored with an invoice, whose logo has a column of its own. */
export type FrozenDetails = Omit<DocumentDetails, 'seller'> & {
  seller: Omit<DocumentDetails['seller'], 'logo_id'>
}

export const frozen = ({ seller: { logo_id, ...seller }, ...details }: DocumentDetails): FrozenDetails => ({
  ...details,
  seller,
})

/** The details of profile and client as they are now. */
export interface PresentDetails {
  account: { business_name: string; business_address: string; name: string | null; email: string }
  /** Null with nothing entered. */
  profile: Profile | null
  client: DocumentDetails['buyer']
}

/** The texts of a document besides its lines. */
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

export const sellerLines = ({ seller, tax_name }: DocumentDetails): string[] => [
  ...addressLines(seller),
  ...taxIdLine(seller.tax_id, tax_name),
  ...[seller.email, seller.phone, seller.website].filter(Boolean),
]

export const buyerLines = ({ buyer, tax_name }: DocumentDetails): string[] => [
  ...(buyer.company && buyer.company !== buyer.name ? [buyer.company] : []),
  ...addressLines(buyer),
  ...taxIdLine(buyer.tax_id, tax_name),
]

const taxIdLine = (taxId: string, taxName: string): string[] =>
  taxId ? [`${taxName || 'Tax'} ID: ${taxId}`] : []
