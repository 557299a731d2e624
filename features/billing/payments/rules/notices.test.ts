import { expect, test } from 'vitest'
import { noticeOf, returnNotice } from './notices.ts'

test('the freelancer is told what happened, and what to do', () => {
  const invoice = {
    invoice_number: 'INV-0007',
    client_name: 'Jonas Pine',
    currency: 'USD',
    balance: 0,
    overpaid: 0,
  }
  const text = (notice: { paragraphs: string[] }) => notice.paragraphs.join(' ')
  const entry = { amount: 70_000, surplus: 50_000 }
  expect(text(noticeOf({ ...invoice, overpaid: 50_000 }, { ...entry, kind: 'payment' }, 'en-US'))).toBe(
    'Jonas Pine paid $1,200.00 online for invoice INV-0007. This is $500.00 more than was left to pay. It is kept as credit: use it for their next invoice, or refund it in Stripe. The invoice is paid in full.',
  )
  const back = { amount: -20_000, surplus: 0 }
  expect(noticeOf({ ...invoice, balance: 20_000 }, { ...back, kind: 'refund' }, 'en-US').subject).toBe(
    '$200.00 of invoice INV-0007 was refunded',
  )
  expect(text(noticeOf(invoice, { ...back, kind: 'dispute' }, 'en-US'))).toContain('disputes $200.00')
  expect(returnNotice(invoice, 'dispute', 'en-US').heading).toBe('Dispute won')
  expect(returnNotice(invoice, 'refund', 'en-US').heading).toBe('Refund failed')
})
