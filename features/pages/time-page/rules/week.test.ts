import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { DateOnly } from '#core/calendar.ts'
import type { Seconds } from '#core/units.ts'
import type { TimeEntry, TimeWeek, WeekProject } from '#features/work/time-entries/contract.ts'
import { bulkDeletion } from './bulk-deletion.ts'
import { cellKey, daysOf, gridOf, isTooLongDay, isWeekend, nextCell, readCell, withRows } from './week.ts'
import { changeOf, withEntry, withoutEntry } from './week-changes.ts'

const WEEK = { from: '2026-11-16', to: '2026-11-22' }

const project = (id: number, changes: Partial<WeekProject> = {}): WeekProject => ({
  id,
  name: `Project ${id}`,
  client_name: null,
  status: 'active',
  ...changes,
})

let entries = 0

const entry = (
  project_id: number,
  date: DateOnly,
  hours: Seconds,
  changes: Partial<TimeEntry> = {},
): TimeEntry => ({
  id: ++entries,
  project_id,
  project_name: `Project ${project_id}`,
  client_id: null,
  client_name: null,
  description: '',
  hours,
  date,
  is_billable: true,
  currency: 'USD',
  rate: null,
  rate_unit: 'hour',
  rate_hours: 3600,
  amount: null,
  started_at: null,
  ended_at: null,
  is_billed: false,
  invoice: null,
  version: 1,
  ...changes,
})

const weekWith = (...entries: TimeEntry[]): TimeWeek => ({
  ...WEEK,
  projects: [project(1), project(2)],
  entries,
  last_week: [],
})

const NONE = new Map<string, Seconds>()

describe('deleting selected entries', () => {
  const invoice = { id: 1, invoice_number: 'INV-0001' }
  const billed = () => entry(1, '2026-11-16', 100, { is_billed: true, invoice })

  test('spares those on an invoice, and says how many stay', () => {
    const [one, two, elsewhere] = [
      entry(1, '2026-11-16', 5400),
      entry(1, '2026-11-17', 1800),
      entry(1, '2026-11-18', 3600, { is_billed: true }),
    ]
    expect(bulkDeletion([one, billed(), two, elsewhere, billed()])).toMatchObject({
      deleted: [one.id, two.id, elsewhere.id],
      question: {
        title: 'Delete 3 time entries?',
        consequences: '3 h will be removed. 2 selected entries are billed on an invoice and stay.',
      },
    })
    expect(bulkDeletion([one, billed()]).question.consequences).toBe(
      '1.5 h will be removed. 1 selected entry is billed on an invoice and stays.',
    )
    expect(bulkDeletion([one]).question).toMatchObject({
      title: 'Delete 1 time entry?',
      consequences: '1.5 h will be removed.',
    })
  })

  test('deletes nothing if all are on invoices', () => {
    expect(bulkDeletion([billed(), billed()])).toMatchObject({
      deleted: [],
      question: {
        title: 'Nothing to delete',
        consequences: '2 selected entries are billed on an invoice and stay.',
      },
    })
  })
})

describe('a week', () => {
  test('has its days in order, two of which are the weekend', () => {
    expect(daysOf(WEEK)).toEqual([
      '2026-11-16',
      '2026-11-17',
      '2026-11-18',
      '2026-11-19',
      '2026-11-20',
      '2026-11-21',
      '2026-11-22',
    ])
    expect(daysOf(WEEK).filter(isWeekend)).toEqual(['2026-11-21', '2026-11-22'])
  })

  test('sums up projects and days', () => {
    const week = weekWith(
      entry(1, '2026-11-16', 150),
      entry(1, '2026-11-18', 25),
      entry(2, '2026-11-16', 400),
    )
    const { rows, dayHours, hours } = gridOf(week, week.projects, NONE)
    expect(rows.map((row) => row.hours)).toEqual([175, 400])
    expect(dayHours).toEqual([550, 0, 25, 0, 0, 0, 0])
    expect(hours).toBe(575)
  })

  test('has the same sum by project and by day, whatever was logged', () => {
    const logged = fc.record({
      project: fc.constantFrom(1, 2),
      date: fc.constantFrom(...daysOf(WEEK)),
      hours: fc.integer({ min: 10, max: 2400 }),
    })
    fc.assert(
      fc.property(fc.array(logged), (time) => {
        const week = weekWith(...time.map(({ project, date, hours }) => entry(project, date, hours)))
        const { rows, dayHours, hours } = gridOf(week, week.projects, NONE)
        const total = time.reduce((sum, each) => sum + each.hours, 0)
        expect(rows.reduce((sum, row) => sum + row.hours, 0)).toBe(total)
        expect(dayHours.reduce((sum, day) => sum + day, 0)).toBe(total)
        expect(hours).toBe(total)
      }),
    )
  })

  test('counts what is being saved', () => {
    const week = weekWith(entry(1, '2026-11-16', 150))
    const unsaved = new Map([
      [cellKey(1, '2026-11-16'), 0],
      [cellKey(2, '2026-11-17'), 200],
    ])
    const { rows, dayHours } = gridOf(week, week.projects, unsaved)
    expect(rows.map((row) => row.hours)).toEqual([0, 200])
    expect(dayHours.slice(0, 2)).toEqual([0, 200])
  })

  test('takes no new time on a cancelled project, while its old time can be corrected', () => {
    const cancelled = project(1, { status: 'cancelled' })
    const { rows } = gridOf(weekWith(entry(1, '2026-11-16', 150)), [cancelled], NONE)
    expect(rows[0]?.cells.map(({ lock }) => lock).slice(0, 2)).toEqual([null, 'This project is cancelled.'])
  })

  test('does not change what is billed, and says why', () => {
    const week = weekWith(
      entry(1, '2026-11-16', 100, { is_billed: true, invoice: { id: 7, invoice_number: 'INV-0042' } }),
      entry(1, '2026-11-17', 100, { is_billed: true }),
      entry(1, '2026-11-18', 100),
    )
    const locks = gridOf(week, week.projects, NONE).rows[0]?.cells.map(({ lock }) => lock)
    expect(locks?.slice(0, 4)).toEqual([
      'Billed on INV-0042. Remove it from the invoice first.',
      'Billed elsewhere. Mark it as unbilled first.',
      null,
      null,
    ])
  })

  test('keeps the rows that are there, in their order', () => {
    const renamed = project(2, { name: 'Renamed' })
    expect(withRows([project(3), project(2)], [project(1), renamed])).toEqual([
      project(3),
      renamed,
      project(1),
    ])
  })

  test('warns of days of more than 24 hours', () => {
    expect([24 * 3600, 24 * 3600 + 1].map(isTooLongDay)).toEqual([false, true])
  })
})

describe('a cell', () => {
  test.each([
    ['1:30', 5400],
    ['90m', 5400],
    ['1,5', 5400],
    ['1.5', 5400],
    [' 2 ', 7200],
    ['', null],
    ['  ', null],
    ['0', null],
    ['0:00', null],
  ])('reads “%s”', (text, hours) => {
    expect(readCell(text)).toEqual({ hours })
  })

  test.each([
    ['lunch', 'Please enter hours like 1.5, 1:30 or 90m'],
    ['-1', 'Please enter hours like 1.5, 1:30 or 90m'],
    ['0.05', 'Must be at least 0.1'],
    ['1001', 'Must be at most 1,000'],
  ])('refuses “%s”', (text, problem) => {
    expect(readCell(text)).toEqual({ problem })
  })

  test('logs, updates and deletes by what is typed', () => {
    const one = entry(1, '2026-11-16', 150)
    expect(changeOf([], 100)).toEqual({ kind: 'log', hours: 100 })
    expect(changeOf([], null)).toEqual({ kind: 'none' })
    expect(changeOf([one], 100)).toEqual({ kind: 'update', entry: one, hours: 100 })
    expect(changeOf([one], 150)).toEqual({ kind: 'none' })
    expect(changeOf([one], null)).toEqual({ kind: 'delete', entry: one })
    expect(changeOf([one, one], 100)).toEqual({ kind: 'none' })
  })

  test('shows what was saved, in its own week only', () => {
    const one = entry(1, '2026-11-16', 150)
    const week = weekWith(one)
    expect(withEntry(week, { ...one, hours: 200 }).entries).toEqual([{ ...one, hours: 200 }])
    expect(withEntry(week, entry(1, '2026-11-23', 100))).toBe(week)
    expect(withoutEntry(week, one.id).entries).toEqual([])
  })
})

describe('the keyboard', () => {
  const at = { row: 1, column: 2 }
  const ALL = { start: 0, end: 4, length: 4 }
  const EMPTY = { start: 0, end: 0, length: 0 }
  const INSIDE = { start: 2, end: 2, length: 4 }
  const go = (key: string, selection = ALL, shiftKey = false) => nextCell({ key, shiftKey }, at, 6, selection)

  test('moves through the table', () => {
    expect(go('ArrowUp')).toEqual({ row: 0, column: 2 })
    expect(go('ArrowDown', INSIDE)).toEqual({ row: 2, column: 2 })
    expect(go('Enter', INSIDE)).toEqual({ row: 2, column: 2 })
    expect(go('Enter', INSIDE, true)).toEqual({ row: 0, column: 2 })
    expect(go('ArrowLeft')).toEqual({ row: 1, column: 1 })
    expect(go('ArrowRight', EMPTY)).toEqual({ row: 1, column: 3 })
    expect(go('Home')).toEqual({ row: 1, column: 0 })
    expect(go('End')).toEqual({ row: 1, column: 6 })
  })

  test('moves through typed text first', () => {
    for (const key of ['ArrowLeft', 'ArrowRight', 'Home', 'End', 'Tab', '1'])
      expect(go(key, INSIDE), key).toBe(null)
    expect(go('ArrowRight', { start: 4, end: 4, length: 4 })).toEqual({ row: 1, column: 3 })
    expect(go('ArrowLeft', { start: 0, end: 0, length: 4 })).toEqual({ row: 1, column: 1 })
  })
})
