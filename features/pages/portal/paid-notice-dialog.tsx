import { useState } from 'react'
import { dateIn } from '#core/calendar.ts'
import { formatMoney } from '#core/format.ts'
import { serverNow } from '#web/data/server-clock.ts'
import { DateInput } from '#web/ui/date-input.tsx'
import { Field } from '#web/ui/field.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { useGivePaidNotice } from './client.ts'
import type { PortalInvoiceDetail } from './contract/invoices.ts'
import { QuestionDialog } from './decision-dialog.tsx'

const MAX_LENGTH = 1000

type PaidNoticeDialogProps = {
  open: boolean
  token: string
  invoice: PortalInvoiceDetail
  onClose(): void
  onSent(): void
}

export function PaidNoticeDialog({ open, token, invoice, onClose, onSent }: PaidNoticeDialogProps) {
  const { send, pending, refused, dismiss } = useGivePaidNotice(token, invoice.id)
  const [paidOn, setPaidOn] = useState(() => dateIn(invoice.time_zone, new Date(serverNow())))
  const [note, setNote] = useState('')
  return (
    <QuestionDialog
      open={open}
      title="I have paid"
      description={`${invoice.number === null ? 'Proposal' : `Invoice #${invoice.invoice_number}`}, ${formatMoney(invoice.balance, invoice.currency)}`}
      submit="Send"
      pending={pending}
      refusal={refused?.message}
      incomplete={paidOn === ''}
      onClose={() => {
        dismiss()
        onClose()
      }}
      onSubmit={() => send({ paid_on: paidOn, note }, (outcome) => outcome === 'accepted' && onSent())}
    >
      <p>
        <bdi>{invoice.business.name}</bdi> is told that you paid, and confirms it once the money has arrived.
        Nothing is charged by this.
      </p>
      <Field label="Paid on" required>
        <DateInput
          value={paidOn}
          readOnly={pending}
          onChange={(event) => setPaidOn(event.currentTarget.value)}
        />
      </Field>
      <Field label="Note" hint="For example the account you paid from.">
        <Textarea
          rows={3}
          dir="auto"
          maxLength={MAX_LENGTH}
          value={note}
          readOnly={pending}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      </Field>
    </QuestionDialog>
  )
}
