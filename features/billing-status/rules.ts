import type { BillingStatus } from './contract.ts'

/** Of work that does not exist yet. */
export const UNBILLED: BillingStatus = { is_billed: false, invoice: null }

type BillingInvoice = NonNullable<BillingStatus['invoice']>

export const invoicePath = ({ id }: Pick<BillingInvoice, 'id'>): string => `/invoices?view=${id}`

/** Why a field cannot be changed; undefined if it can. */
export const lockedBy = ({ invoice }: Pick<BillingStatus, 'invoice'>): string | undefined =>
  invoice ? `Billed on ${invoice.invoice_number}. Remove it from the invoice to change it.` : undefined
