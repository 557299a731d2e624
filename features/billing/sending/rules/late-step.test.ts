import { describe, expect, test } from 'vitest'
import { describeReminders, lateStep } from './late-step.ts'

const NOW = new Date('2026-11-16T12:00:00Z')
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000)

const late = {
  client_phone: '+1 555 0100',
  client_has_email: true,
  approval_status: null,
  reminders_count: 0,
  reminded_at: null,
  said_paid_on: null,
}
const step = (change: Partial<Parameters<typeof lateStep>[0]>) => lateStep({ ...late, ...change }, NOW)

describe('the next step of a late invoice', () => {
  test('is to remind, then to wait for the payment, then to remind again, then to call', () => {
    expect(step({})).toBe('remind')
    expect(step({ reminders_count: 1, reminded_at: daysAgo(2) })).toBe('record_payment')
    expect(step({ reminders_count: 1, reminded_at: daysAgo(4) })).toBe('remind')
    expect(step({ reminders_count: 2, reminded_at: daysAgo(4) })).toBe('call')
  })

  test('depends on how the client can be reached', () => {
    expect(step({ client_has_email: false })).toBe('call')
    expect(step({ client_phone: '', reminders_count: 5, reminded_at: daysAgo(9) })).toBe('remind')
    expect(step({ client_phone: '', client_has_email: false })).toBe('record_payment')
  })

  test('is to record what the client says to have paid', () => {
    expect(step({ said_paid_on: '2026-11-14' })).toBe('record_payment')
  })

  test('is to answer a client who has requested changes', () => {
    expect(step({ approval_status: 'rejected' })).toBe('answer')
  })
})

test.each([
  [0, null, 'Not reminded yet'],
  [1, NOW, 'Reminded on Nov 16, 2026'],
  [2, NOW, 'Reminded twice, last on Nov 16, 2026'],
  [4, NOW, 'Reminded 4 times, last on Nov 16, 2026'],
])('%i reminders are said as such', (reminders_count, reminded_at, words) =>
  expect(describeReminders({ reminders_count, reminded_at })).toBe(words),
)
