import type { DateOnly } from '#core/calendar.ts'
import type { Currency } from '#core/currency.ts'
import { totalsOf } from '#core/document-lines.ts'
import type { DocumentDetails, InvoiceStatus } from '#features/billing/invoices/contract/invoice.ts'
import { detailsOf } from '#features/billing/invoices/rules/details.ts'
import { dueAfter } from '#features/billing/invoices/rules/period.ts'
import { nextInvoiceNumber } from '#features/billing/invoices/rules/status.ts'
import type { User } from '#features/foundation/account/contract.ts'
import type { Business } from '#features/foundation/business/contract.ts'
import type { DocumentSource } from './document.ts'

interface NextInvoice {
  business: Business
  user: User
  buyer: DocumentDetails['buyer']
  /** The client's payment terms, where they differ from the profile's. */
  terms_days: number | null
  status: InvoiceStatus
  currency: Currency
  items: DocumentSource['items']
  issue_date: DateOnly
  service_from: DateOnly | null
  service_to: DateOnly | null
  project_name: string | null
}

/** The next invoice, before it exists, as profile and client would make it. */
export function nextInvoice({
  business,
  user,
  buyer,
  terms_days,
  items,
  ...invoice
}: NextInvoice): DocumentSource {
  const { tax_rate } = business
  const totals = totalsOf(
    items.map(({ amount }) => amount),
    tax_rate,
  )
  const account = {
    business_name: business.name,
    business_address: business.address,
    name: user.google_user_data.name,
    email: user.email,
  }
  return {
    ...invoice,
    number: business.issued_is_final ? null : business.next_invoice_number,
    invoice_number: nextInvoiceNumber(business, invoice.issue_date),
    due_date: dueAfter(invoice.issue_date, terms_days ?? business.payment_terms_days),
    tax_category: 'standard',
    tax_rate,
    ...totals,
    discount_percent: null,
    amount_paid: 0,
    written_off: 0,
    credited: 0,
    balance: totals.total,
    notes: business.notes,
    paid_on: null,
    approval_status: null,
    decisions: [],
    approved_files: [],
    items,
    details: detailsOf({ account, profile: business, client: buyer }),
  }
}
