import { useState } from 'react'
import { formatMoney } from '#core/format.ts'
import { useDuplicateInvoice, useMarkInvoice } from '#features/billing/invoices/client.ts'
import type { InvoiceStatus, InvoiceSummary } from '#features/billing/invoices/contract/invoice.ts'
import { PaidDialog } from '#features/billing/invoices/paid-dialog.tsx'
import {
  type Alternative,
  alternativeToStatus,
  isFixed,
  sealedMessage,
} from '#features/billing/invoices/rules/sealing.ts'
import { isPartlyPaid, leavesPortal, reversesPayments } from '#features/billing/invoices/rules/status.ts'
import { statusOptions } from '#features/billing/invoices/status-badge.tsx'
import { useEmptyInvoiceCheck } from '#features/billing/sending/send-checks.tsx'
import { invoiceInSentence } from '#features/foundation/business/rules.ts'
import { useDialogLink } from '#web/navigation/dialog-link.ts'
import { useConfirm } from '#web/ui/confirm.tsx'
import { Select } from '#web/ui/select.tsx'
import type { Crediting } from './crediting-dialogs.tsx'

type StatusMenuProps = {
  invoice: InvoiceSummary
  disabled: boolean
  /** Saves unsaved input. Returns false if it cannot be saved; the status then stays. */
  saveTyped(): Promise<boolean>
  onCredit(step: Crediting): void
}

export function StatusMenu({ invoice, disabled, saveTyped, onCredit }: StatusMenuProps) {
  const [paying, setPaying] = useState(false)
  const confirm = useConfirm()
  const { replaceWithView } = useDialogLink()
  const mark = useMarkInvoice(invoice.id)
  const duplicate = useDuplicateInvoice(invoice.id)
  const mayBeSent = useEmptyInvoiceCheck(invoice.id)

  const maySetBack = (status: InvoiceStatus) => {
    const consequences = [
      reversesPayments(invoice, status) &&
        `The payments that you entered by hand stay on record. A reversal of ${formatMoney(invoice.amount_paid + invoice.written_off, invoice.currency)}, dated today, is added.`,
      leavesPortal(invoice.status, status) &&
        `Until you send it again, ${invoice.client_name} will only see that the invoice is being revised.`,
    ].filter(Boolean)
    if (consequences.length === 0) return true
    return confirm({
      title: `Set ${invoiceInSentence(invoice)} ${status === 'cancelled' ? 'to' : 'back to'} ${status}?`,
      consequences: consequences.join(' '),
      confirmLabel: status === 'draft' ? 'Back to draft' : `Set to ${status}`,
      tone: reversesPayments(invoice, status) ? 'danger' : 'primary',
    })
  }

  /** Offers the lawful way to what a final invoice refuses. */
  const offer = async (alternative: Exclude<Alternative, 'credit'>) => {
    const { title, advice } = sealedMessage(invoice, alternative)
    const sure = await confirm({
      title,
      consequences: advice,
      confirmLabel: alternative === 'correct' ? 'Correct' : 'Duplicate',
      tone: 'primary',
    })
    if (!sure) return
    if (alternative === 'correct') return onCredit({ kind: 'correct' })
    duplicate.mutate(undefined, { onSuccess: ({ id }) => replaceWithView(id) })
  }

  const cancelByCredit = async () => {
    const { total, credited, amount_paid, currency, client_name } = invoice
    const paid = `The ${formatMoney(amount_paid, currency)} that was paid stays on record, as credit of ${client_name}.`
    const sure = await confirm({
      title: `Cancel ${invoice.invoice_number}?`,
      consequences: [
        `A credit note takes back the ${formatMoney(total - credited, currency)} that is left of it. This cannot be undone.`,
        amount_paid > 0 ? paid : `${client_name} sees it in the portal.`,
      ].join(' '),
      confirmLabel: 'Cancel invoice',
      cancelLabel: 'Keep it',
    })
    if (sure) mark.mutate({ status: 'cancelled' })
  }

  const choose = async (status: InvoiceStatus) => {
    if (!(await saveTyped())) return
    const alternative = isFixed(invoice) ? alternativeToStatus(invoice, status) : null
    if (alternative === 'credit') return cancelByCredit()
    if (alternative) return offer(alternative)
    if (status === 'paid') return setPaying(true)
    if (!(await maySetBack(status))) return
    if ((status === 'sent' || status === 'overdue') && !(await mayBeSent())) return
    mark.mutate({ status })
  }

  return (
    <>
      <Select
        aria-label="Status"
        options={statusOptions}
        value={invoice.status}
        disabled={disabled}
        onValueChange={choose}
      />
      {paying && (
        <PaidDialog
          title={`Mark ${invoiceInSentence(invoice)} as paid`}
          action="Mark as paid"
          hint={
            isPartlyPaid(invoice)
              ? `Records the ${formatMoney(invoice.balance, invoice.currency)} that is left to pay.`
              : undefined
          }
          save={(paid_on) => mark.mutateAsync({ status: 'paid', paid_on })}
          onClose={() => setPaying(false)}
        />
      )}
    </>
  )
}
