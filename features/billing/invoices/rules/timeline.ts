import type { DateOnly } from '#core/calendar.ts'
import type { Payment } from '#features/billing/payments/contract.ts'
import type { Invoice } from '../contract/invoice.ts'
import type { InvoiceMail, MailKind } from '../contract/mails.ts'

/** When the client last opened the invoice from one of these emails. */
export const lastSeen = (mails: readonly Pick<InvoiceMail, 'seen_at'>[]): Date | undefined =>
  mails
    .flatMap(({ seen_at }) => seen_at ?? [])
    .sort((one, other) => one.getTime() - other.getTime())
    .at(-1)

/** Something that happened to an invoice. */
export type Moment = { key: string; day: DateOnly } & (
  | {
      kind: 'created' | 'scheduled' | 'sent' | 'mail' | 'reminder' | 'approved' | 'rejected'
      text: string
      mail?: InvoiceMail
    }
  | { kind: 'payment'; payment: Payment }
)

const MAIL_LABELS: Record<MailKind, string> = {
  invoice: 'Invoice',
  revision: 'Revised invoice',
  copy: 'Copy',
  reminder: 'Reminder',
  answers: 'Answers',
  receipt: 'Receipt',
  credit_note: 'Credit note',
}

/** The days and times of the account's time zone. */
interface Clock {
  dayOf(instant: Date): DateOnly
  timeOf(instant: Date): string
}

/** All moments by day; those of one day in the order in which an invoice goes through them. */
export function momentsOf(
  invoice: Pick<Invoice, 'created_at' | 'sent_at' | 'decisions' | 'scheduled_for' | 'schedule_problem'>,
  mails: readonly InvoiceMail[],
  payments: readonly Payment[],
  { dayOf, timeOf }: Clock,
): Moment[] {
  const { created_at, sent_at, decisions, scheduled_for, schedule_problem } = invoice
  const wasMailed = mails.some(({ kind }) => kind === 'invoice')
  const moments: Moment[] = [
    { key: 'created', kind: 'created', day: dayOf(created_at), text: 'Created' },
    ...(sent_at && !wasMailed
      ? [{ key: 'sent', kind: 'sent' as const, day: dayOf(sent_at), text: 'Marked as sent' }]
      : []),
    ...mails.map((mail) => ({
      key: `mail ${mail.id}`,
      kind: mail.kind === 'reminder' ? ('reminder' as const) : ('mail' as const),
      day: dayOf(mail.sent_at),
      text: describeMail(mail),
      mail,
    })),
    ...decisions.toReversed().map(({ decision, client_name, decided_at }) => ({
      key: `decision ${decided_at.getTime()}`,
      kind: decision,
      day: dayOf(decided_at),
      text: `${client_name} ${decision === 'approved' ? 'approved it' : 'requested changes'}`,
    })),
    ...payments.map((payment) => ({
      key: `payment ${payment.id}`,
      kind: 'payment' as const,
      day: payment.paid_on,
      payment,
    })),
  ]
  if (scheduled_for)
    moments.push({
      key: 'scheduled',
      kind: 'scheduled',
      day: dayOf(scheduled_for),
      text: schedule_problem ? `Not sent: ${schedule_problem}` : `To be sent at ${timeOf(scheduled_for)}`,
    })
  return moments.toSorted((one, other) => one.day.localeCompare(other.day) || rankOf(one) - rankOf(other))
}

/** A receipt follows the payment of its day. */
const rankOf = (moment: Moment): number => (moment.kind === 'mail' && moment.mail?.kind === 'receipt' ? 1 : 0)

const describeMail = ({ kind, is_automatic, recipients }: InvoiceMail): string =>
  [
    is_automatic ? 'Automatic reminder' : MAIL_LABELS[kind],
    recipients.length > 0 && `to ${recipients.join(', ')}`,
  ]
    .filter(Boolean)
    .join(' ')
