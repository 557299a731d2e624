import { useQuery } from '@tanstack/react-query'
import {
  BanknoteArrowDown,
  BanknoteX,
  Copy,
  Download,
  Ellipsis,
  FileMinus,
  FilePenLine,
  Printer,
  Trash2,
  Undo2,
} from 'lucide-react'
import { useState } from 'react'
import { isCreditable } from '#features/billing/credit-notes/rules.ts'
import { useDownloadPdf } from '#features/billing/documents/client.ts'
import { useDuplicateInvoice, useRemoveInvoice } from '#features/billing/invoices/client.ts'
import type { Invoice, RemovalOutcome } from '#features/billing/invoices/contract/invoice.ts'
import { useIssueDateCheck } from '#features/billing/invoices/issue-date-check.tsx'
import { RefundDialog } from '#features/billing/invoices/refund-dialog.tsx'
import { isOwed } from '#features/billing/invoices/rules/sealing.ts'
import { removalConsequences, removalOutcome } from '#features/billing/invoices/rules/status.ts'
import { WriteOffDialog } from '#features/billing/invoices/write-off-dialog.tsx'
import { useToday } from '#features/foundation/account/client.ts'
import { businessQuery } from '#features/foundation/business/client.ts'
import { invoiceInSentence, seriesAt } from '#features/foundation/business/rules.ts'
import { useDialogLink } from '#web/navigation/dialog-link.ts'
import { Button, type ButtonProps } from '#web/ui/button.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import type { Crediting } from './crediting-dialogs.tsx'

interface MoreActionsProps {
  invoice: Invoice
  saveTyped(): Promise<boolean>
  onRemoved(): void
  onCredit(step: Crediting): void
}

export function MoreActions({ invoice, saveTyped, onRemoved, onCredit }: MoreActionsProps) {
  const { replaceWithView } = useDialogLink()
  const confirm = useConfirm()
  const download = useDownloadPdf(invoice.id)
  const duplicate = useDuplicateInvoice(invoice.id)
  const removal = useRemoveInvoice()
  const { data: business } = useQuery(businessQuery)
  const [entering, setEntering] = useState<'refund' | 'write-off' | null>(null)
  const today = useToday()
  const mayBeDated = useIssueDateCheck()
  const outcome = business
    ? removalOutcome(invoice, {
        number: business.next_invoice_number,
        year: seriesAt(business.invoice_prefix, today).year,
      })
    : null

  const saveAndDownload = async () => {
    if (await saveTyped()) download.mutate()
  }
  const saveAndPrint = async () => {
    if (await saveTyped()) print()
  }
  const duplicateAndOpen = async () => {
    if (!(await saveTyped()) || !(await mayBeDated(today))) return
    duplicate.mutate(undefined, { onSuccess: ({ id }) => replaceWithView(id) })
  }
  const askAndRemove = async (expected: RemovalOutcome) => {
    const sure = await confirm({
      title: `Delete ${invoiceInSentence(invoice)}?`,
      consequences: removalConsequences(expected, invoice),
      confirmLabel: expected === 'deleted' ? 'Delete' : 'Cancel invoice',
      cancelLabel: 'Keep it',
    })
    if (!sure) return
    removal.mutate({ invoice, expected })
    onRemoved()
  }

  const saveAndEnter = async (entry: 'refund' | 'write-off') => {
    if (await saveTyped()) setEntering(entry)
  }

  return (
    <>
      <Menu trigger={<MoreButton />}>
        <MenuItem icon={<Download />} disabled={download.isPending} onSelect={saveAndDownload}>
          Download PDF
        </MenuItem>
        <MenuItem icon={<Printer />} onSelect={saveAndPrint}>
          Print
        </MenuItem>
        <MenuItem icon={<Copy />} disabled={duplicate.isPending} onSelect={duplicateAndOpen}>
          Duplicate
        </MenuItem>
        {isCreditable(invoice) && (
          <>
            <MenuItem icon={<FilePenLine />} onSelect={() => onCredit({ kind: 'correct' })}>
              Correct
            </MenuItem>
            <MenuItem icon={<FileMinus />} onSelect={() => onCredit({ kind: 'credit' })}>
              Credit
            </MenuItem>
          </>
        )}
        {invoice.amount_paid + invoice.overpaid > 0 && (
          <MenuItem icon={<Undo2 />} onSelect={() => saveAndEnter('refund')}>
            Record refund
          </MenuItem>
        )}
        {isOwed(invoice) && (
          <MenuItem icon={<BanknoteX />} onSelect={() => saveAndEnter('write-off')}>
            Write off
          </MenuItem>
        )}
        {outcome && (
          <MenuItem icon={<Trash2 />} tone="danger" onSelect={() => askAndRemove(outcome)}>
            Delete draft
          </MenuItem>
        )}
      </Menu>
      {entering === 'refund' && <RefundDialog invoice={invoice} onClose={() => setEntering(null)} />}
      {entering === 'write-off' && <WriteOffDialog invoice={invoice} onClose={() => setEntering(null)} />}
    </>
  )
}

export const MoreButton = (props: ButtonProps) => (
  <Button {...props} variant="ghost" aria-label="More actions" className="w-9 px-0 touch:min-w-11">
    <Ellipsis aria-hidden />
  </Button>
)

/** Next to the title where there is room, below the status on a phone. */
export function RecordPayment(props: Pick<ButtonProps, 'disabled' | 'onClick' | 'className' | 'variant'>) {
  return (
    <Button variant="primary" {...props}>
      <BanknoteArrowDown aria-hidden /> Record payment
    </Button>
  )
}
