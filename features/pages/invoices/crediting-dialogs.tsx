import { useQuery } from '@tanstack/react-query'
import { creditNotesQuery } from '#features/billing/credit-notes/client.ts'
import { CorrectDialog } from '#features/billing/credit-notes/correct-dialog.tsx'
import { CreditDialog } from '#features/billing/credit-notes/credit-dialog.tsx'
import { CreditNoteDialog } from '#features/billing/credit-notes/credit-note-dialog.tsx'
import type { Invoice } from '#features/billing/invoices/contract/invoice.ts'
import { useDialogLink } from '#web/navigation/dialog-link.ts'

/** A step of crediting or correcting an invoice. */
export type Crediting =
  | { kind: 'correct' }
  | { kind: 'credit'; itemId?: number }
  | { kind: 'note'; id: number }

type CreditingDialogsProps = {
  invoice: Invoice
  shown: Crediting | null
  onShow(step: Crediting | null): void
}

export function CreditingDialogs({ invoice, shown, onShow }: CreditingDialogsProps) {
  const { replaceWithView } = useDialogLink()
  const { data: notes = [] } = useQuery(creditNotesQuery(invoice.id))
  const close = () => onShow(null)
  if (shown?.kind === 'correct') {
    const showCopy = (copyId: number) => {
      close()
      replaceWithView(copyId)
    }
    return <CorrectDialog invoice={invoice} onCorrected={showCopy} onClose={close} />
  }
  if (shown?.kind === 'credit') {
    return (
      <CreditDialog
        invoice={invoice}
        itemId={shown.itemId}
        onCreated={({ id }) => onShow({ kind: 'note', id })}
        onClose={close}
      />
    )
  }
  const note = shown && notes.find(({ id }) => id === shown.id)
  return note ? <CreditNoteDialog note={note} invoice={invoice} onClose={close} /> : null
}
