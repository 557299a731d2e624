import { Download } from 'lucide-react'
import { getPageLocale } from '#core/format.ts'
import type { Invoice } from '#features/billing/invoices/contract/invoice.ts'
import { isFixed } from '#features/billing/invoices/rules/sealing.ts'
import { useSession } from '#features/foundation/account/client.ts'
import { Button } from '#web/ui/button.tsx'
import { linkStyle, TextLink } from '#web/ui/text-link.tsx'
import { useDownloadEInvoice } from './client.ts'
import { EInvoiceReadiness } from './e-invoice-readiness.tsx'
import { asIssued, documentOf } from './rules/document.ts'
import { type MissingDetail, missingForEInvoice } from './rules/e-invoice-readiness.ts'

type EInvoiceSectionProps = { invoice: Invoice; onEdit(): void }

/** Only for a freelancer who entered a country: without one, no law asks for e-invoices. */
export function EInvoiceSection({ invoice, onEdit }: EInvoiceSectionProps) {
  const session = useSession()
  if (session.status !== 'signed-in' || !invoice.details.seller.country) return null
  const format = { locale: getPageLocale(), timeZone: session.user.time_zone }
  return (
    <EInvoiceReadiness
      heading="h3"
      missing={missingForEInvoice(documentOf(asIssued(invoice), format))}
      ready={<Downloads id={invoice.id} />}
      incomplete={incompleteText(invoice)}
      renderDetail={(detail) => <Detail detail={detail} invoice={invoice} onEdit={onEdit} />}
    />
  )
}

function Downloads({ id }: { id: number }) {
  const { mutate, isPending, variables } = useDownloadEInvoice(id)
  return (
    <>
      <p>Its PDF contains the data that accounting software reads (Factur-X, also called ZUGFeRD).</p>
      <div className="mt-2 flex flex-wrap gap-2">
        {SYNTAXES.map(({ syntax, label }) => (
          <Button
            key={syntax}
            size="sm"
            pending={isPending && variables === syntax}
            onClick={() => mutate(syntax)}
          >
            <Download aria-hidden /> {label}
          </Button>
        ))}
      </div>
    </>
  )
}

const SYNTAXES = [
  { syntax: 'cii', label: 'XML (CII)' },
  { syntax: 'ubl', label: 'XML (UBL)' },
] as const

const incompleteText = (invoice: Invoice): string => {
  if (isFixed(invoice)) return 'It keeps what it said when it was issued. For your next invoices:'
  return invoice.status === 'draft' || invoice.status === 'cancelled'
    ? 'It is sent as a PDF without e-invoice.'
    : 'It keeps what it said when it was sent. Set it back to draft to take over what you enter.'
}

function Detail({ detail, invoice, onEdit }: { detail: MissingDetail } & EInvoiceSectionProps) {
  const { place, field, text } = detail
  if (place === 'business') return <TextLink to="/account?tab=business">{text}</TextLink>
  if (place === 'client')
    return <TextLink to={`/clients/${invoice.client_id}?edit=${invoice.client_id}`}>{text}</TextLink>
  if (field === null || field === 'items') return text
  return (
    <button type="button" onClick={onEdit} className={`${linkStyle} text-left`}>
      {text}
    </button>
  )
}
