import { Download, Pencil, Send, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { getPageLocale } from '#core/format.ts'
import { InvoiceSheet } from '#features/billing/documents/invoice-sheet.tsx'
import type { Invoice } from '#features/billing/invoices/contract/invoice.ts'
import { useSession } from '#features/foundation/account/client.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { Dialog, DialogBody } from '#web/ui/dialog.tsx'
import { useDownloadCreditNote, useRemoveCreditNote, useSendCreditNote } from './client.ts'
import type { CreditNote } from './contract.ts'
import { EditCreditNoteDialog } from './edit-credit-note-dialog.tsx'
import { creditNoteDocument } from './rules.ts'

type CreditNoteDialogProps = { note: CreditNote; invoice: Invoice; onClose(): void }

/** The credit note as a document. A draft can be changed, sent or deleted. */
export function CreditNoteDialog({ note, invoice, onClose }: CreditNoteDialogProps) {
  const session = useSession()
  const download = useDownloadCreditNote(note.id)
  const isDraft = note.status === 'draft'
  const [editing, setEditing] = useState(false)
  if (session.status !== 'signed-in') return null
  const format = { locale: getPageLocale(), timeZone: session.user.time_zone }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="lg"
      title={
        <span className="flex items-center gap-2.5">
          <span>{isDraft ? `Credit note for ${note.invoice_number}` : note.credit_note_number}</span>
          <Badge tone={isDraft ? 'grey' : 'blue'}>{isDraft ? 'Draft' : 'Sent'}</Badge>
        </span>
      }
      headerActions={
        <Button variant="ghost" pending={download.isPending} onClick={() => download.mutate()}>
          <Download aria-hidden /> <span className="max-sm:sr-only">Download PDF</span>
        </Button>
      }
    >
      <DialogBody className="gap-6">
        {isDraft && (
          <DraftActions note={note} invoice={invoice} onEdit={() => setEditing(true)} onDeleted={onClose} />
        )}
        <article aria-label="Credit note" className="rounded border border-hairline p-5 sm:p-8">
          <InvoiceSheet document={creditNoteDocument(note, invoice, format)} />
        </article>
        {isDraft && editing && (
          <EditCreditNoteDialog note={note} invoice={invoice} onClose={() => setEditing(false)} />
        )}
      </DialogBody>
    </Dialog>
  )
}

type DraftActionsProps = { note: CreditNote; invoice: Invoice; onEdit(): void; onDeleted(): void }

function DraftActions({ note, invoice, onEdit, onDeleted }: DraftActionsProps) {
  const confirm = useConfirm()
  const sending = useSendCreditNote(note)
  const removal = useRemoveCreditNote(note)
  const hasAddress = invoice.details.buyer.email !== ''
  const [mail, setMail] = useState(hasAddress)

  const askAndSend = async () => {
    const sure = await confirm({
      title: 'Send this credit note?',
      consequences:
        'It gets its number and counts on the invoice. From then on it can neither be changed nor deleted.',
      confirmLabel: 'Send credit note',
      tone: 'primary',
    })
    if (sure) sending.mutate({ mail })
  }
  const remove = () => {
    removal.mutate()
    onDeleted()
  }

  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded bg-sunken px-4 py-3">
      {hasAddress && (
        <Checkbox
          label={`Email it to ${invoice.details.buyer.email}`}
          checked={mail}
          onChange={(event) => setMail(event.target.checked)}
        />
      )}
      <div className="ml-auto flex flex-wrap justify-end gap-2">
        <Button variant="ghost" onClick={onEdit} disabled={sending.isPending}>
          <Pencil aria-hidden /> Edit
        </Button>
        <Button variant="ghost" onClick={remove} disabled={sending.isPending}>
          <Trash2 aria-hidden /> Delete draft
        </Button>
        <Button variant="primary" pending={sending.isPending} onClick={askAndSend}>
          <Send aria-hidden /> Send credit note
        </Button>
      </div>
    </div>
  )
}
