import { useState } from 'react'
import { useConfirm } from '#web/ui/confirm.tsx'
import { Select } from '#web/ui/select.tsx'
import { useMarkInvoice } from './client.ts'
import type { InvoiceStatus, InvoiceSummary } from './contract.ts'
import { PaidDialog } from './paid-dialog.tsx'
import { leavesPortal } from './rules.ts'
import { statusOptions } from './status-badge.tsx'

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

  const mayLeavePortal = () =>
    confirm({
      title: `Set ${invoice.invoice_number} back to draft?`,
      consequences: `Until you send it again, ${invoice.client_name} will only see that the invoice is being revised.`,
      confirmLabel: 'Back to draft',
      tone: 'primary',
    })

  const choose = async (status: InvoiceStatus) => {
    if (!(await saveTyped())) return
    if (status === 'paid') return setPaying(true)
    if (leavesPortal(invoice.status, status) && !(await mayLeavePortal())) return
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
          save={(paid_on) => mark.mutateAsync({ status: 'paid', paid_on })}
          onClose={() => setPaying(false)}
        />
      )}
    </>
  )
}
