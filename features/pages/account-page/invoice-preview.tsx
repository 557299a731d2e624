import { withAmount } from '#core/document-lines.ts'
import { toMinorUnits } from '#core/money.ts'
import { toTenThousandths } from '#core/units.ts'
import { InvoiceSheet } from '#features/billing/documents/invoice-sheet.tsx'
import { type DocumentSource, documentOf } from '#features/billing/documents/rules/document.ts'
import { nextInvoice } from '#features/billing/documents/rules/next-invoice.ts'
import { useToday } from '#features/foundation/account/client.ts'
import type { User } from '#features/foundation/account/contract.ts'
import { type Business, type BusinessForm, BusinessInput } from '#features/foundation/business/contract.ts'

type InvoicePreviewProps = { business: Business; entered: BusinessForm; user: User }

/** The next invoice as it would look with what was typed. */
export function InvoicePreview({ business, entered, user }: InvoicePreviewProps) {
  const today = useToday()
  const shown = withEntered(business, entered)
  const document = documentOf(previewOf(shown, user, today), {
    locale: shown.locale,
    timeZone: user.time_zone,
  })
  return (
    <section aria-labelledby="preview-title" className="min-w-0 xl:sticky xl:top-6">
      <h2 id="preview-title" className="mb-2 text-meta font-medium text-muted">
        Preview of your next invoice
      </h2>
      <div className="scheme-light overflow-hidden rounded border border-hairline bg-surface p-6 text-ink">
        <div className="[zoom:0.8] xl:[zoom:0.64]">
          <InvoiceSheet document={document} />
        </div>
      </div>
    </section>
  )
}

/**
 * The profile with the typed values. A figure that cannot be read yet stays as it was saved; text is shown as it is
 * typed.
 */
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

function previewOf(business: Business, user: User, today: string): DocumentSource {
  const { currency } = business
  const rate = business.hourly_rate ?? toMinorUnits(80, currency)
  const items = [
    withAmount({
      id: 1,
      description: 'Design of the checkout',
      quantity: toTenThousandths(12.5),
      unit: 'hours' as const,
      rate,
    }),
    withAmount({
      id: 2,
      description: 'Workshop with the team',
      quantity: toTenThousandths(4),
      unit: 'hours' as const,
      rate,
    }),
  ]
  return nextInvoice({
    // As it is once it has its number.
    business: { ...business, issued_is_final: false },
    user,
    buyer: BUYER,
    terms_days: null,
    status: 'sent',
    currency,
    items,
    issue_date: today,
    service_from: null,
    service_to: null,
    project_name: null,
  })
}
