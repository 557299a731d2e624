import { expect, test } from 'vitest'
import type { Payment } from '#features/billing/payments/contract.ts'
import type { Decision } from '#features/engagement/approvals/contract/decisions.ts'
import type { InvoiceMail } from '../contract/mails.ts'
import { lastSeen, momentsOf } from './timeline.ts'

const at = (day: string) => new Date(`${day}T12:00:00Z`)
const clock = {
  dayOf: (instant: Date) => instant.toISOString().slice(0, 10),
  timeOf: (instant: Date) => instant.toISOString().slice(11, 16),
}
const NOT_SCHEDULED = { scheduled_for: null, schedule_problem: '' }
const mail = (id: number, kind: InvoiceMail['kind'], day: string) =>
  ({
    id,
    kind,
    is_automatic: kind === 'reminder',
    recipients: ['jo@north.test'],
    sent_at: at(day),
  }) as InvoiceMail

test('a timeline has all that happened, by day, in the order of an invoice’s life', () => {
  const decisions = [{ decision: 'approved', client_name: 'Jo', decided_at: at('2026-11-03') }] as Decision[]
  const invoice = { created_at: at('2026-11-01'), sent_at: at('2026-11-01'), decisions, ...NOT_SCHEDULED }
  const mails = [
    mail(1, 'invoice', '2026-11-01'),
    mail(2, 'reminder', '2026-11-20'),
    mail(3, 'receipt', '2026-11-20'),
  ]
  const payments = [{ id: 7, paid_on: '2026-11-20' }] as Payment[]
  const moments = momentsOf(invoice, mails, payments, clock)
  expect(moments.map((moment) => (moment.kind === 'payment' ? 'paid' : moment.text))).toEqual([
    'Created',
    'Invoice to jo@north.test',
    'Jo approved it',
    'Automatic reminder to jo@north.test',
    'paid',
    'Receipt to jo@north.test',
  ])
})

test('an invoice that was shared by its link was marked as sent', () => {
  const invoice = { created_at: at('2026-11-01'), sent_at: at('2026-11-02'), decisions: [], ...NOT_SCHEDULED }
  expect(momentsOf(invoice, [], [], clock).map(({ key }) => key)).toEqual(['created', 'sent'])
})

test('a scheduled invoice says when it is to be sent, or why it was not', () => {
  const draft = {
    created_at: at('2026-11-01'),
    sent_at: null,
    decisions: [],
    scheduled_for: at('2026-11-20'),
  }
  const last = (schedule_problem: string) => momentsOf({ ...draft, schedule_problem }, [], [], clock).at(-1)
  expect(last('')).toMatchObject({ day: '2026-11-20', text: 'To be sent at 12:00' })
  expect(last('Jo is archived.')).toMatchObject({ text: 'Not sent: Jo is archived.' })
})

test('an invoice was last opened when any of its mails was', () => {
  const seen = (...days: (string | null)[]) =>
    lastSeen(days.map((day) => ({ seen_at: day ? at(day) : null })))
  expect(seen('2026-11-15', '2026-11-03', null)).toEqual(at('2026-11-15'))
  expect(seen(null)).toBeUndefined()
})
