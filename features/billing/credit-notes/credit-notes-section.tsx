import { useQuery } from '@tanstack/react-query'
import { formatDate, formatMoney } from '#core/format.ts'
import type { Invoice } from '#features/billing/invoices/contract/invoice.ts'
import { linkStyle, TextLink } from '#web/ui/text-link.tsx'
import { creditNotesQuery } from './client.ts'
import type { CreditNote } from './contract.ts'

type CreditNotesSectionProps = { invoice: Invoice; onOpen(note: CreditNote): void }

/** The credit notes of an invoice, and what it corrects. Empty if there are none. */
export function CreditNotesSection({ invoice, onOpen }: CreditNotesSectionProps) {
  const { data = [] } = useQuery(creditNotesQuery(invoice.id))
  const notes = data.filter(({ invoice_id }) => invoice_id === invoice.id).toReversed()
  const corrected = data.find(({ correction_id }) => correction_id === invoice.id)
  return (
    <>
      {corrected && (
        <p className="text-meta text-muted">
          Corrects{' '}
          <TextLink to={`/invoices?view=${corrected.invoice_id}`}>{corrected.invoice_number}</TextLink>, which{' '}
          {corrected.credit_note_number} credits.
        </p>
      )}
      {notes.length > 0 && (
        <section aria-labelledby="credit-notes">
          <h3 id="credit-notes" className="text-body font-semibold">
            Credit notes
          </h3>
          <ul className="mt-1">
            {notes.map((note) => (
              <li key={note.id} className="border-b border-hairline text-meta tabular-nums">
                <NoteRow note={note} onOpen={() => onOpen(note)} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function NoteRow({ note, onOpen }: { note: CreditNote; onOpen(): void }) {
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-x-2.5 py-1.5">
      <span className="min-w-24 text-body">{formatDate(note.issue_date)}</span>
      <button type="button" onClick={onOpen} className={`${linkStyle} touch:min-h-11`}>
        {note.status === 'draft' ? 'Draft of a credit note' : note.credit_note_number}
      </button>
      <span
        className="min-w-0 flex-1 text-muted max-sm:order-last max-sm:basis-full max-sm:wrap-anywhere sm:truncate"
        title={note.reason}
      >
        {note.reason}
      </span>
      {note.correction_id !== null && (
        <span className="text-muted">
          Corrected as{' '}
          <TextLink to={`/invoices?view=${note.correction_id}`}>
            {note.correction_number === 'Draft' ? 'a draft' : note.correction_number}
          </TextLink>
        </span>
      )}
      <span className="text-body font-medium max-sm:ml-auto">−{formatMoney(note.total, note.currency)}</span>
    </div>
  )
}
