import { Send } from 'lucide-react'
import type { Invoice } from '#features/billing/invoices/contract/invoice.ts'
import { describeSchedule } from '#features/billing/invoices/rules/schedule.ts'
import { useTimeZone, useToday } from '#features/foundation/account/client.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { useCancelSchedule, useSendInvoice } from './client.ts'

type ScheduleNoticeProps = {
  invoice: Invoice
  /** Opens the mail, to send it now or later. */
  onSend(choice: 'now' | 'later'): void
  /** Saves what is being typed. Returns false if it cannot be saved. */
  saveTyped(): Promise<boolean>
}

/** On a scheduled draft: when it goes, or why it did not. */
export function ScheduleNotice({ invoice, onSend, saveTyped }: ScheduleNoticeProps) {
  const described = describeSchedule(invoice, useTimeZone(), useToday())
  const sending = useSendInvoice(invoice.id)
  const cancel = useCancelSchedule(invoice)
  if (described === null) return null
  const { schedule_problem, scheduled_mail, client_name } = invoice

  const sendNow = async () => {
    if (schedule_problem) return onSend('now')
    // Not its version: saving what was typed may have given it another.
    if (await saveTyped()) sending.mutate({ form: { ...scheduled_mail, mail: true }, ifMatch: null })
  }

  return (
    <Alert
      tone={schedule_problem ? 'warning' : 'info'}
      title={described}
      action={
        <div className="flex flex-wrap gap-2">
          <Button size="sm" pending={sending.isPending} onClick={sendNow}>
            <Send aria-hidden /> Send now
          </Button>
          <Button size="sm" variant="ghost" onClick={() => onSend('later')}>
            Change time
          </Button>
          <Button size="sm" variant="ghost" pending={cancel.isPending} onClick={() => cancel.mutate()}>
            Cancel sending
          </Button>
        </div>
      }
    >
      {schedule_problem || `${client_name} gets it as it is then.`}
    </Alert>
  )
}
