import { NO_DISCOUNT, totalsOf, withAmount } from '#core/document-lines.ts'
import { toMinorUnits } from '#core/money.ts'
import { useToday } from '#features/account/client.ts'
import type { User } from '#features/account/contract.ts'
import { type Business, type BusinessForm, BusinessInput } from '#features/business/contract.ts'
import { InvoiceSheet, type ShownInvoice } from '#features/invoices/invoice-sheet.tsx'
import { detailsOf, dueAfter, withContact } from '#features/invoices/rules/document.ts'
import { invoiceNumber } from '#features/invoices/rules.ts'

type InvoicePreviewProps = { business: Business; entered: BusinessForm; user: User }

/** The next invoice as it would look with what was typed. */
export function InvoicePreview({ business, entered, user }: InvoicePreviewProps) {
  const today = useToday()
  return (
    <section aria-labelledby="preview-title" className="min-w-0 xl:sticky xl:top-6">
      <h2 id="preview-title" className="mb-2 text-meta font-medium text-muted">
        Preview of your next invoice
      </h2>
      <div className="scheme-light overflow-hidden rounded border border-hairline bg-surface p-6 text-ink sm:p-8">
        <div className="[zoom:0.8]">
          <InvoiceSheet
            invoice={previewOf(withEntered(business, entered), user, today)}
            timeZone={user.time_zone}
          />
        </div>
      </div>
    </section>
  )
}

/** What was typed so far. A figure that cannot be read yet stays as it was saved; text is shown as it is typed. */
function withEntered(business: Business, entered: BusinessForm): Business {
  const shown: Record<string, unknown> = { ...business }
  for (const [name, value] of Object.entries(entered)) {
    const read = BusinessInput.shape[name as keyof BusinessForm].safeParse(value)
    if (read.success && read.data !== undefined) shown[name] = read.data
    else if (typeof value === 'string' && typeof shown[name] === 'string') shown[name] = value
  }
  const currency = BusinessInput.shape.currency.safeParse(entered.currency).data ?? business.currency
  const { hourly_rate } = entered
  return {
    ...(shown as Business),
    currency,
    hourly_rate: typeof hourly_rate === 'number' ? toMinorUnits(hourly_rate, currency) : business.hourly_rate,
  }
}

const BUYER = {
  name: 'Jonas Pine',
  company: 'Pine & Partners',
  address: '27 Harbor Street',
  postal_code: '',
  city: '',
  country: '',
  tax_id: '',
  email: '',
}

function previewOf(business: Business, user: User, today: string): ShownInvoice {
  const { currency, tax_rate } = business
  const rate = business.hourly_rate ?? toMinorUnits(80, currency)
  const items = [
    withAmount({ id: 1, description: 'Design of the checkout', quantity: 1250, unit: '' as const, rate }),
    withAmount({ id: 2, description: 'Workshop with the team', quantity: 400, unit: '' as const, rate }),
  ]
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
    id: 0,
    invoice_number: invoiceNumber(business.next_invoice_number, business.invoice_prefix),
    number: business.next_invoice_number,
    client_id: 0,
    client_name: BUYER.name,
    project_id: null,
    project_name: null,
    issue_date: today,
    due_date: dueAfter(today, business.payment_terms_days),
    service_from: null,
    service_to: null,
    tax_category: 'standard',
    tax_rate,
    currency,
    exchange_rate: null,
    ...NO_DISCOUNT,
    ...totals,
    home_total: totals.total,
    home_currency: currency,
    amount_paid: 0,
    balance: totals.total,
    notes: business.notes,
    status: 'sent',
    paid_on: null,
    approval_status: null,
    version: 1,
    items,
    decisions: [],
    details: withContact(detailsOf({ account, profile: business, client: BUYER }), user.email),
  }
}
