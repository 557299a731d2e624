import { useQuery } from '@tanstack/react-query'
import { dateIn } from '#core/calendar.ts'
import { formatDate, formatInstantDate } from '#core/format.ts'
import { paymentsQuery, useSwitchReminders } from '#features/billing/invoices/client.ts'
import type { Invoice } from '#features/billing/invoices/contract/invoice.ts'
import type { InvoiceMail, MailKind } from '#features/billing/invoices/contract/mails.ts'
import { isPayable } from '#features/billing/invoices/rules/status.ts'
import { isRemovable } from '#features/billing/payments/rules/ledger.ts'
import { mailsQuery } from '#features/billing/sending/client.ts'
import type { MailLog } from '#features/billing/sending/contract/sending.ts'
import { useTimeZone } from '#features/foundation/account/client.ts'
import { live } from '#web/data/live.ts'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { PaymentRow } from './payment-row.tsx'

/** The payments and emails of the invoice, by date. Empty until there are any. */
export function InvoiceLog({ invoice }: { invoice: Invoice }) {
  const timeZone = useTimeZone()
  const wasIssued = invoice.status !== 'draft' || invoice.sent_at !== null
  const { data: log } = useQuery({ ...mailsQuery(invoice.id), ...live, enabled: wasIssued })
  const { data: paid } = useQuery({ ...paymentsQuery(invoice.id), enabled: invoice.has_payments })
  const isLoading = invoice.has_payments && !paid
  const payments = (invoice.has_payments && paid?.payments) || []
  const mails = log?.mails ?? []
  if (payments.length === 0 && mails.length === 0 && !isLoading) return null
  const rows = [
    ...mails.map((mail) => ({
      key: `mail ${mail.id}`,
      day: dateIn(timeZone, mail.sent_at),
      row: <MailRow mail={mail} />,
    })),
    ...payments.map((payment) => ({
      key: `payment ${payment.id}`,
      day: payment.paid_on,
      row: <PaymentRow invoice={invoice} payment={payment} canRemove={isRemovable(payment, payments)} />,
    })),
  ].toSorted((one, other) => one.day.localeCompare(other.day))
  return (
    <section aria-labelledby="invoice-log">
      <h3 id="invoice-log" className="text-body font-semibold">
        {mails.length === 0 ? 'Payments' : payments.length === 0 ? 'Emails' : 'Payments and emails'}
      </h3>
      {isLoading ? (
        <Loading>
          <Skeleton className="mt-2 h-10" />
        </Loading>
      ) : (
        <ul className="mt-1">
          {rows.map(({ key, row }) => (
            <li key={key} className="border-b border-hairline text-meta tabular-nums">
              {row}
            </li>
          ))}
        </ul>
      )}
      {log && mails.length > 0 && isPayable(invoice) && <ReminderSwitch invoice={invoice} log={log} />}
    </section>
  )
}

const KINDS: Record<MailKind, string> = {
  invoice: 'Invoice',
  revision: 'Revised invoice',
  copy: 'Copy',
  reminder: 'Reminder',
  answers: 'Answers',
  receipt: 'Receipt',
  credit_note: 'Credit note',
}

function MailRow({ mail }: { mail: InvoiceMail }) {
  const { kind, is_automatic, recipients } = mail
  return (
    <p className="flex min-h-9 flex-wrap items-center gap-x-2.5 py-1.5">
      <span className="min-w-24 text-body">{formatInstantDate(mail.sent_at)}</span>
      <span className="text-muted wrap-anywhere">
        {[
          is_automatic ? 'Automatic reminder' : KINDS[kind],
          recipients.length > 0 && `to ${recipients.join(', ')}`,
        ]
          .filter(Boolean)
          .join(' ')}
      </span>
      <Outcome mail={mail} />
    </p>
  )
}

/** Says if it arrived, as far as that is known. */
function Outcome({ mail: { status, seen_at } }: { mail: InvoiceMail }) {
  if (seen_at) return <span className="sm:ml-auto">Opened on {formatInstantDate(seen_at)}</span>
  if (status === 'failed') return <span className="sm:ml-auto text-red-ink">Not delivered</span>
  if (status === 'uncertain') return <span className="sm:ml-auto text-yellow-ink">Perhaps not delivered</span>
  return (
    <span className="sm:ml-auto text-faint">{status === 'sending' ? 'Being sent' : 'Not opened yet'}</span>
  )
}

function ReminderSwitch({ invoice, log: { next_reminder } }: { invoice: Invoice; log: MailLog }) {
  const switching = useSwitchReminders(invoice.id)
  const hint = next_reminder ? `The next one goes on ${formatDate(next_reminder.date)}.` : 'None is planned.'
  return (
    <Switch
      label="Automatic reminders"
      hint={invoice.reminders_enabled ? hint : 'Off for this invoice.'}
      checked={invoice.reminders_enabled}
      onChange={(event) => switching.mutate(event.target.checked)}
      className="mt-3"
    />
  )
}
