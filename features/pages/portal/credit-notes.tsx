import { formatDate, formatMoney } from '#core/format.ts'
import { addressOf } from '#web/data/api.ts'
import { linkStyle } from '#web/ui/text-link.tsx'
import type { PortalInvoiceDetail } from './contract/invoices.ts'
import { portalApi } from './contract/portal.ts'

type CreditNotesProps = { token: string; invoice: PortalInvoiceDetail }

/** The credit notes of the invoice, each with its document. */
export function CreditNotes({ token, invoice }: CreditNotesProps) {
  return (
    <ul>
      {invoice.credit_notes.map(({ id, credit_note_number, issue_date, total, reason }) => (
        <li
          key={id}
          className="flex flex-wrap items-center gap-x-3 border-b border-hairline py-2 tabular-nums touch:py-0 touch:leading-11"
        >
          <span className="touch:leading-snug">{formatDate(issue_date)}</span>
          <a
            href={
              addressOf(portalApi.creditNotePdf, {
                params: { token, creditNoteId: id },
              }).href
            }
            download
            className={linkStyle}
          >
            {credit_note_number}
          </a>
          <span className="min-w-0 flex-1 text-muted wrap-anywhere touch:leading-snug">{reason}</span>
          <span className="min-w-20 text-right font-medium">−{formatMoney(total, invoice.currency)}</span>
        </li>
      ))}
    </ul>
  )
}
