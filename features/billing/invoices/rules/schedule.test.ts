import { expect, test } from 'vitest'
import { describeSchedule, isDueToSend, scheduleProblem } from './schedule.ts'

const NOW = new Date('2026-11-18T12:00:00Z')
const at = (time: string) => new Date(time)

test.each([
  ['2026-11-18T12:00:00Z', 'Must be in the future'],
  ['2026-11-18T12:01:00Z', null],
  ['2027-11-19T09:00:00Z', null],
  ['2027-11-20T09:00:00Z', 'Must be within a year'],
])('an invoice that is to be sent at %s: %s', (time, problem) => {
  expect(scheduleProblem(at(time), NOW)).toBe(problem)
})

test('only a draft whose time has come is sent, and none with a problem', () => {
  const due = { status: 'draft', scheduled_for: NOW, schedule_problem: '' } as const
  expect(isDueToSend(due, NOW)).toBe(true)
  expect(isDueToSend({ ...due, scheduled_for: at('2026-11-18T12:00:01Z') }, NOW)).toBe(false)
  expect(isDueToSend({ ...due, scheduled_for: null }, NOW)).toBe(false)
  expect(isDueToSend({ ...due, status: 'sent' }, NOW)).toBe(false)
  expect(isDueToSend({ ...due, schedule_problem: 'No address.' }, NOW)).toBe(false)
})

test('a schedule is described in the account’s time zone', () => {
  const described = (scheduled_for: Date | null, schedule_problem = '') =>
    describeSchedule({ scheduled_for, schedule_problem }, 'Europe/Berlin', '2026-11-18')
  expect(described(at('2026-11-20T08:00:00Z'))).toBe('Scheduled for Nov 20, 9:00 AM')
  expect(described(at('2027-01-04T08:00:00Z'))).toBe('Scheduled for Jan 4, 2027, 9:00 AM')
  expect(described(at('2026-11-20T08:00:00Z'), 'No address.')).toBe('Not sent on Nov 20, 9:00 AM')
  expect(described(null)).toBeNull()
})
