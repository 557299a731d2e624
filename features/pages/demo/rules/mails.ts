import { addDays, type DateOnly } from '#core/calendar.ts'
import type { MailKind } from '#features/billing/invoices/contract/mails.ts'
import { invoiceNumber } from '#features/billing/invoices/rules/status.ts'
import { DEFAULT_REMINDERS, dayOfRule } from '#features/billing/sending/rules/reminders.ts'
import { type DemoBooks, at as itemAt } from './books.ts'
import type { DemoInvoice } from './invoices.ts'
import type { DemoPortal } from './portal.ts'
import { clockUntil } from './units.ts'

export interface DemoMail {
  invoice: number
  kind: MailKind
  days_after_due: number | null
  due_date: DateOnly | null
  recipients: string[]
  subject: string
  sent_at: string
  seen_at: string | null
}

/** The emails about the invoices: each one, its reminders until it was paid, and a receipt for each payment. */
export function demoMails(
  { invoices, clients }: DemoBooks,
  { approvals }: DemoPortal,
  firstNumber: number,
  sender: string,
  { today, now }: { today: DateOnly; now: Date },
): DemoMail[] {
  const at = clockUntil(now)
  const rejected = new Set(
    approvals.flatMap(({ invoice, approval_status }) => (approval_status === 'rejected' ? [invoice] : [])),
  )
  return invoices.flatMap((invoice, place) => {
    if (invoice.status === 'draft' || invoice.status === 'cancelled') return []
    const client = itemAt(clients, invoice.client)
    const isReminded = client.reminders_enabled && !rejected.has(place)
    const number = invoiceNumber(firstNumber + invoice.number - 1)
    const byHand = { days_after_due: null, due_date: null }
    const written = inOrder([
      {
        ...byHand,
        kind: 'invoice' as const,
        day: invoice.issue_date,
        subject: `Invoice ${number} from ${sender}`,
        hour: 10,
      },
      ...(isReminded ? remindersOf(invoice, today) : []).map((rule) => ({
        kind: 'reminder' as const,
        days_after_due: rule.days_after_due,
        due_date: invoice.due_date,
        day: dayOfRule(invoice.due_date, rule),
        subject: `Reminder: Invoice ${number} from ${sender}`,
        hour: 8,
      })),
      ...invoice.payments.map(({ paid_on }) => ({
        ...byHand,
        kind: 'receipt' as const,
        day: paid_on,
        subject: `Receipt for invoice ${number} from ${sender}`,
        hour: 11,
      })),
    ])
    return written.map(({ day, hour, ...mail }, index): DemoMail => {
      const seenOn = addDays(day, 1 + ((place + index) % 3))
      return {
        ...mail,
        invoice: place,
        recipients: [client.email],
        sent_at: at(day, hour, place % 60),
        seen_at: seenOn < today ? at(seenOn, 14, place % 60) : null,
      }
    })
  })
}

const inOrder = <Mail extends { day: DateOnly; hour: number }>(mails: Mail[]): Mail[] =>
  mails.toSorted((one, other) => one.day.localeCompare(other.day) || one.hour - other.hour)

/** Until it was paid. */
const remindersOf = ({ due_date, paid_on }: DemoInvoice, today: DateOnly) =>
  DEFAULT_REMINDERS.rules.filter((rule) => {
    const day = dayOfRule(due_date, rule)
    return day < today && (paid_on === null || day < paid_on)
  })
