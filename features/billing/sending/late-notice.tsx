import { useQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { formatInstantDate } from '#core/format.ts'
import type { Invoice } from '#features/billing/invoices/contract/invoice.ts'
import { describeDelay } from '#features/billing/invoices/rules/late.ts'
import { lastSeen } from '#features/billing/invoices/rules/timeline.ts'
import { clientQuery } from '#features/engagement/clients/client.ts'
import { useToday } from '#features/foundation/account/client.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { mailsQuery } from './client.ts'
import { CallButton } from './late-step.tsx'
import { describeReminders } from './rules/late-step.ts'

/** On an overdue invoice: what was done about it, and what can be done. A payment is recorded by the button beside the title. */
export function LateNotice({ invoice, onRemind }: { invoice: Invoice; onRemind(): void }) {
  const today = useToday()
  const { data: log } = useQuery(mailsQuery(invoice.id))
  const { data: client } = useQuery(clientQuery(invoice.client_id))
  const reminders = log?.mails.filter(({ kind }) => kind === 'reminder') ?? []
  const seen = lastSeen(log?.mails ?? [])
  return (
    <Alert
      tone="error"
      title={describeDelay(invoice.due_date, today)}
      action={
        <div className="flex flex-wrap gap-2">
          {client?.phone && <CallButton phone={client.phone} name={client.name} />}
          {invoice.approval_status !== 'rejected' && (
            <Button size="sm" onClick={onRemind}>
              <Bell aria-hidden /> Remind
            </Button>
          )}
        </div>
      }
    >
      {log && (
        <p>
          {describeReminders({
            reminders_count: reminders.length,
            reminded_at: reminders.at(-1)?.sent_at ?? null,
          })}
          {log.mails.length > 0 &&
            (seen ? `. Opened on ${formatInstantDate(seen)}` : '. Not opened since it was mailed')}
          .
        </p>
      )}
    </Alert>
  )
}
