import { useQuery } from '@tanstack/react-query'
import {
  BanknoteArrowDown,
  Bell,
  CalendarClock,
  Check,
  FilePlus2,
  type LucideIcon,
  MessageSquareText,
  Send,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { dateIn } from '#core/calendar.ts'
import { formatDate, formatInstantDate, formatTime } from '#core/format.ts'
import { paymentsQuery, useSwitchReminders } from '#features/billing/invoices/client.ts'
import type { Invoice } from '#features/billing/invoices/contract/invoice.ts'
import type { InvoiceMail } from '#features/billing/invoices/contract/mails.ts'
import { isOwed } from '#features/billing/invoices/rules/sealing.ts'
import { type Moment, momentsOf } from '#features/billing/invoices/rules/timeline.ts'
import { isRemovable } from '#features/billing/payments/rules/ledger.ts'
import { mailsQuery } from '#features/billing/sending/client.ts'
import type { MailLog } from '#features/billing/sending/contract/sending.ts'
import { describeNextReminder } from '#features/billing/sending/rules/reminding.ts'
import { clientQuery } from '#features/engagement/clients/client.ts'
import { useTimeZone } from '#features/foundation/account/client.ts'
import { live } from '#web/data/live.ts'
import { cx } from '#web/ui/cx.ts'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { PaymentRow } from './payment-row.tsx'

/** The life of the invoice in its order: created, sent, opened, reminded, decided on, paid. */
export function InvoiceTimeline({ invoice }: { invoice: Invoice }) {
  const timeZone = useTimeZone()
  const wasIssued = invoice.status !== 'draft' || invoice.sent_at !== null
  const { data: log } = useQuery({ ...mailsQuery(invoice.id), ...live, enabled: wasIssued })
  const { data: paid } = useQuery({ ...paymentsQuery(invoice.id), enabled: invoice.has_payments })
  const isLoading = (wasIssued && !log) || (invoice.has_payments && !paid)
  const payments = (invoice.has_payments && paid?.payments) || []
  const moments = momentsOf(invoice, log?.mails ?? [], payments, {
    dayOf: (instant) => dateIn(timeZone, instant),
    timeOf: (instant) => formatTime(instant, timeZone),
  })
  return (
    <section aria-labelledby="invoice-timeline">
      <h3 id="invoice-timeline" className="text-body font-semibold">
        Timeline
      </h3>
      {isLoading ? (
        <Loading>
          <Skeleton className="mt-2 h-10" />
        </Loading>
      ) : (
        <ol className="mt-1">
          {moments.map((moment) => (
            <li
              key={moment.key}
              className="flex gap-2.5 border-b border-hairline text-meta tabular-nums last:border-0"
            >
              <Icon moment={moment} />
              <div className="min-w-0 flex-1">
                {moment.kind === 'payment' ? (
                  <PaymentRow
                    invoice={invoice}
                    payment={moment.payment}
                    canRemove={isRemovable(moment.payment, payments)}
                  />
                ) : (
                  <Line moment={moment} />
                )}
              </div>
            </li>
          ))}
        </ol>
      )}
      {log && log.mails.length > 0 && isOwed(invoice) && <ReminderSwitch invoice={invoice} log={log} />}
    </section>
  )
}

const ICONS: Record<Moment['kind'], LucideIcon> = {
  created: FilePlus2,
  scheduled: CalendarClock,
  sent: Send,
  mail: Send,
  reminder: Bell,
  approved: Check,
  rejected: MessageSquareText,
  payment: BanknoteArrowDown,
}

function Icon({ moment: { kind } }: { moment: Moment }) {
  const Shown = ICONS[kind]
  const place = kind === 'payment' ? 'self-center' : 'mt-2.75'
  return <Shown aria-hidden="true" className={cx('icon-sm shrink-0 text-faint', place)} />
}

function Line({ moment }: { moment: Exclude<Moment, { kind: 'payment' }> }) {
  return (
    <p className="flex min-h-9 flex-wrap items-center gap-x-2.5 py-1.5">
      <span className="min-w-24 text-body">{formatDate(moment.day)}</span>
      <span className="text-muted wrap-anywhere">{moment.text}</span>
      {moment.mail && <Outcome mail={moment.mail} />}
    </p>
  )
}

const Aside = ({ className, children }: { className?: string; children: ReactNode }) => (
  <span className={`sm:ml-auto ${className ?? ''}`}>{children}</span>
)

/** Says if it arrived, as far as that is known. */
function Outcome({ mail: { status, seen_at } }: { mail: InvoiceMail }) {
  if (seen_at) return <Aside>Opened on {formatInstantDate(seen_at)}</Aside>
  if (status === 'failed') return <Aside className="text-red-ink">Not delivered</Aside>
  if (status === 'uncertain') return <Aside className="text-yellow-ink">Perhaps not delivered</Aside>
  return <Aside className="text-faint">{status === 'sending' ? 'Being sent' : 'Not opened yet'}</Aside>
}

function ReminderSwitch({ invoice, log: { next_reminder } }: { invoice: Invoice; log: MailLog }) {
  const switching = useSwitchReminders(invoice.id)
  const { data: client } = useQuery(clientQuery(invoice.client_id))
  return (
    <Switch
      label="Automatic reminders"
      hint={describeNextReminder(invoice, next_reminder, client)}
      checked={invoice.reminders_enabled}
      onChange={(event) => switching.mutate(event.target.checked)}
      className="mt-3"
    />
  )
}
