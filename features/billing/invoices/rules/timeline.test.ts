import { expect, test } from 'vitest'
import type { Payment } from '#features/billing/payments/contract.ts'
import type { Decision } from '#features/engagement/approvals/contract/decisions.ts'
import type { InvoiceMail } from '../contract/mails.ts'
import { momentsOf } from './timeline.ts'

const at = (day: string) => new Date(`${day}T12:00:00Z`)
const dayOf = (instant: Date) => instant.toISOString().slice(0, 10)
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
  const invoice = { created_at: at('2026-11-01'), sent_at: at('2026-11-01'), decisions }
  const mails = [mail(1, 'invoice', '2026-11-01'), mail(2, 'reminder', '2026-11-20')]
  const payments = [{ id: 7, paid_on: '2026-11-20' }] as Payment[]
  const moments = momentsOf(invoice, mails, payments, dayOf)
  expect(moments.map((moment) => (moment.kind === 'payment' ? 'paid' : moment.text))).toEqual([
    'Created',
    'Invoice to jo@north.test',
    'Jo approved it',
    'Automatic reminder to jo@north.test',
    'paid',
  ])
})

test('an invoice that was shared by its link was marked as sent', () => {
  const invoice = { created_at: at('2026-11-01'), sent_at: at('2026-11-02'), decisions: [] }
  expect(momentsOf(invoice, [], [], dayOf).map(({ key }) => key)).toEqual(['created', 'sent'])
})
