import { useState } from 'react'
import { formatMoney } from '#core/format.ts'
import { useMarkInvoice } from '#features/billing/invoices/client.ts'
import type { InvoiceStatus, InvoiceSummary } from '#features/billing/invoices/contract/invoice.ts'
import { PaidDialog } from '#features/billing/invoices/paid-dialog.tsx'
import { isPartlyPaid, leavesPortal, reversesPayments } from '#features/billing/invoices/rules/status.ts'
import { statusOptions } from '#features/billing/invoices/status-badge.tsx'
import { useEmptyInvoiceCheck } from '#features/billing/sending/send-checks.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { Select } from '#web/ui/select.tsx'

type StatusMenuProps = {
  invoice: InvoiceSummary
  disabled: boolean
  /** Saves unsaved input. Returns false if it cannot be saved; the status then stays. */
  saveTyped(): Promise<boolean>
}

export function StatusMenu({ invoice, disabled, saveTyped }: StatusMenuProps) {
  const [paying, setPaying] = useState(false)
  const confirm = useConfirm()
  const mark = useMarkInvoice(invoice.id)
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
      title: `Set ${invoice.invoice_number} ${status === 'cancelled' ? 'to' : 'back to'} ${status}?`,
      consequences: consequences.join(' '),
      confirmLabel: status === 'draft' ? 'Back to draft' : `Set to ${status}`,
      tone: reversesPayments(invoice, status) ? 'danger' : 'primary',
    })
  }

  const choose = async (status: InvoiceStatus) => {
    if (!(await saveTyped())) return
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
          title={`Mark ${invoice.invoice_number} as paid`}
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
