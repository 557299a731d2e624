import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, dateIn, daysBetween, instantIn, timeIn } from '#core/calendar.ts'
import { DEFAULT_REMINDERS, NO_TEXT } from './reminders.ts'
import {
  describeNextReminder,
  dueReminder,
  isMorning,
  type LoggedMail,
  nextReminder,
  type Remindable,
} from './reminding.ts'

const DUE = '2026-12-16'
const { rules: DEFAULTS } = DEFAULT_REMINDERS

const invoice: Remindable = {
  status: 'sent',
  balance: 100_00,
  payable: 100_00,
  due_date: DUE,
  sent_at: new Date('2026-11-16T12:00:00Z'),
  changes_since_sent: [],
  reminders_enabled: true,
  paid_notice: null,
}
const mailed: LoggedMail = { kind: 'invoice', sent_on: '2026-11-16' }
const reminded = (sent_on: string): LoggedMail => ({ kind: 'reminder', sent_on })

const on = (day: string, log: LoggedMail[] = [mailed], change: Partial<Remindable> = {}) =>
  dueReminder({ ...invoice, ...change }, DEFAULTS, log, day)?.days_after_due

describe('a reminder', () => {
  test('is due three days before, on the day, and 7 and 14 days after', () => {
    const days = Array.from({ length: 60 }, (_, index) => addDays('2026-11-16', index))
    const log = [mailed]
    for (const day of days) if (on(day, log) !== undefined) log.push(reminded(day))
    expect(log.slice(1).map(({ sent_on }) => sent_on)).toEqual([
      '2026-12-13',
      '2026-12-16',
      '2026-12-23',
      '2026-12-30',
    ])
  })

  test.each<[string, Partial<Remindable>]>([
    ['paid', { status: 'paid', balance: 0 }],
    ['cancelled', { status: 'cancelled' }],
    [
      'paid, as the client says',
      { paid_notice: { paid_on: DUE, note: '', created_at: new Date('2026-12-16T12:00:00Z') } },
    ],
    ['a draft again', { status: 'draft' }],
    ['answered with changes requested', { payable: 0 }],
    ['changed since it was sent', { changes_since_sent: [{ what: 'Total', before: '1', after: '2' }] }],
    ['without a due date', { due_date: null }],
    ['switched off', { reminders_enabled: false }],
  ])('never goes for an invoice that is %s', (_, change) => {
    expect(on(DUE, [mailed])).toBe(0)
    expect(on(DUE, [mailed], change)).toBeUndefined()
  })

  test('goes only for what was mailed', () => {
    expect(on(DUE, [])).toBeUndefined()
    expect(on(DUE, [{ kind: 'receipt', sent_on: '2026-11-20' }])).toBeUndefined()
    expect(on(DUE, [{ kind: 'copy', sent_on: '2026-11-20' }])).toBe(0)
    expect(on(DUE, [mailed, { kind: 'answers', sent_on: '2026-12-15' }])).toBeUndefined()
  })

  test.each(['invoice', 'revision', 'reminder'] as const)(
    'waits until three days after another %s',
    (kind) => {
      const log: LoggedMail[] = [mailed, { kind, sent_on: '2026-12-21' }]
      expect(on('2026-12-23', log)).toBeUndefined()
      expect(on('2026-12-24', log)).toBe(7)
    },
  )

  test('that was sent by hand counts as the one that was due', () => {
    expect(on('2026-12-24', [mailed, reminded('2026-12-23')])).toBeUndefined()
    expect(on('2026-12-29', [mailed, reminded('2026-12-24')])).toBeUndefined()
    expect(on('2026-12-30', [mailed, reminded('2026-12-24')])).toBe(14)
    expect(on('2026-12-23', [mailed, reminded('2026-12-18')])).toBe(7)
  })

  test('that could not go on its day goes later, but only within a week', () => {
    expect(on('2027-01-06')).toBe(14)
    expect(on('2027-01-07')).toBeUndefined()
  })

  test('goes again for a later due date', () => {
    const log = [mailed, reminded('2026-12-16')]
    expect(on('2027-01-16', log, { due_date: '2027-01-16' })).toBe(0)
  })

  test('is announced for the first day on which it will be due', () => {
    const next = (log: LoggedMail[], from: string) => nextReminder(invoice, DEFAULTS, log, from)
    expect(next([mailed], '2026-11-16')).toEqual({ date: '2026-12-13', days_after_due: -3 })
    expect(next([mailed, reminded('2026-12-13')], '2026-12-14')).toEqual({ date: DUE, days_after_due: 0 })
    expect(next([mailed, reminded('2026-12-21')], '2026-12-21')).toEqual({
      date: '2026-12-24',
      days_after_due: 7,
    })
    expect(next([mailed], '2027-02-01')).toBeNull()
  })

  test('is described by its date, or by what keeps it from going', () => {
    const north = { name: 'Studio North', email: 'jo@north.test', reminders_enabled: true }
    const planned = { date: DUE, days_after_due: 0 }
    expect(describeNextReminder(invoice, planned, north)).toBe('The next one goes on Dec 16, 2026.')
    expect(describeNextReminder(invoice, planned, undefined)).toBe('The next one goes on Dec 16, 2026.')
    const reason = (given: Partial<typeof invoice>, client: Partial<typeof north> = {}) =>
      describeNextReminder({ ...invoice, ...given }, null, { ...north, ...client })
    expect(reason({ reminders_enabled: false })).toBe('Off for this invoice.')
    expect(reason({}, { reminders_enabled: false })).toBe('Off for Studio North.')
    expect(reason({}, { email: '' })).toBe('Studio North has no email address.')
    expect(reason({ due_date: null })).toBe('None without a due date.')
    expect(reason({})).toBe('No more are planned.')
  })
})

const ZONES = [
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
]

/** Runs the schedule every other hour from the day the invoice is mailed, except while the server is down. */
function runSchedule({ zone, due, days, mailedDays, byHand, down }: Life): {
  sent: Sent[]
  log: LoggedMail[]
} {
  const rules = days.map((days_after_due) => ({ days_after_due, is_enabled: true, ...NO_TEXT }))
  const first = addDays(due, -mailedDays)
  const log: LoggedMail[] = [{ kind: 'invoice', sent_on: first }]
  const sent: Sent[] = []
  const start = instantIn(zone, addDays(first, 1), '00:03').getTime()
  for (let hour = 0; hour < 24 * (mailedDays + 100); hour += 2) {
    const now = new Date(start + hour * 3_600_000)
    const time = timeIn(zone, now)
    const isEarly = time >= '06:00' && time < '08:00'
    if (!isEarly && !isMorning(zone, now)) continue
    const today = dateIn(zone, now)
    const sinceDue = daysBetween(due, today)
    if (isEarly && byHand.includes(sinceDue)) log.push(reminded(today))
    if (isEarly || down.includes(sinceDue)) continue
    const rule = dueReminder({ ...invoice, due_date: due }, rules, log, today)
    if (!rule) continue
    sent.push({ days_after_due: rule.days_after_due, day: sinceDue, time })
    log.push(reminded(today))
  }
  return { sent, log }
}

interface Sent {
  days_after_due: number
  day: number
  time: string
}

interface Life {
  zone: string
  due: string
  days: number[]
  mailedDays: number
  byHand: number[]
  down: number[]
}

const day = fc.integer({ min: -30, max: 90 })
const life: fc.Arbitrary<Life> = fc.record({
  zone: fc.constantFrom(...ZONES),
  due: fc.integer({ min: 0, max: 730 }).map((days) => addDays('2026-11-16', days)),
  days: fc.uniqueArray(day, { maxLength: 6 }),
  mailedDays: fc.integer({ min: 0, max: 40 }),
  byHand: fc.uniqueArray(day, { maxLength: 3 }),
  down: fc.uniqueArray(day, { maxLength: 40 }),
})

describe('over two years, with both clock changes, a year’s end and downtime', () => {
  test('each reminder goes at most once, in the morning, three days after any other at the earliest', () => {
    fc.assert(
      fc.property(life, (lived) => {
        const { sent, log } = runSchedule(lived)
        const ruleDays = sent.map(({ days_after_due }) => days_after_due)
        expect(new Set(ruleDays).size).toBe(ruleDays.length)
        expect(ruleDays).toEqual(ruleDays.toSorted((a, b) => a - b))
        for (const { days_after_due, day: sentDay, time } of sent) {
          expect(time >= '08:00' && time < '12:00').toBe(true)
          expect(sentDay).toBeGreaterThanOrEqual(days_after_due)
          expect(sentDay).toBeLessThanOrEqual(days_after_due + 7)
          const at = addDays(lived.due, sentDay)
          const before = log.filter(({ sent_on }) => sent_on < at)
          for (const { sent_on } of before) expect(daysBetween(sent_on, at)).toBeGreaterThanOrEqual(3)
          expect(log.filter(({ sent_on }) => sent_on === at)).toHaveLength(1)
        }
      }),
      { numRuns: 30 },
    )
  })

  test('each goes on its day where nothing is in the way', () => {
    const spaced = fc.uniqueArray(fc.integer({ min: -9, max: 29 }), { maxLength: 8 })
    fc.assert(
      fc.property(life, spaced, (lived, thirds) => {
        const days = thirds.map((third) => third * 3).toSorted((a, b) => a - b)
        const { sent } = runSchedule({ ...lived, days, mailedDays: 40, byHand: [], down: [] })
        expect(sent.map(({ day: sentDay }) => sentDay)).toEqual(days)
      }),
      { numRuns: 15 },
    )
  })
})
