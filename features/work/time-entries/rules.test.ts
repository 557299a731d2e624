import { describe, expect, test } from 'vitest'
import type { ListedTimeEntry } from './contract.ts'
import {
  amountAt,
  changeListed,
  editedTimeForm,
  groupByDay,
  rateOfEntry,
  TimeEntryForm,
  tooLongDay,
  weekOf,
} from './rules.ts'

const HOUR = 3600

describe('the form', () => {
  const entered = { project_id: 1, description: '', date: '2026-11-15', is_billable: true }
  const faults = (change: object) =>
    TimeEntryForm.safeParse({ ...entered, hours: 1, ...change }).error?.issues.map(({ path, message }) => [
      path.join('.'),
      message,
    ])

  test('gives what the server takes', () => {
    expect(TimeEntryForm.parse({ ...entered, hours: 1.5 })).toEqual({ ...entered, hours: 1.5 * HOUR })
    const edited = editedTimeForm({ hours: 108 })
    expect(edited.parse({ ...entered, hours: 0.03 })).toEqual({ ...entered, hours: 108 })
    expect(edited.safeParse({ ...entered, hours: 0.05 }).error?.issues).toMatchObject([
      { path: ['hours'], message: 'Must be at least 0.1' },
    ])
  })

  test.each([
    [{ hours: null }, ['hours', 'Please enter the hours']],
    [{ hours: 'soon' }, ['hours', 'Please enter hours like 1.5, 1:30 or 90m']],
    [{ hours: 0.08 }, ['hours', 'Must be at least 0.1']],
    [{ hours: 1001 }, ['hours', 'Must be at most 1,000']],
    [{ project_id: null }, ['project_id', 'Please choose a project']],
    [{ date: '' }, ['date', 'Please choose a date']],
  ])('says what is wrong with %j', (change, fault) => {
    expect(faults(change)).toEqual([fault])
  })
})

describe('a day', () => {
  const entry = (hours: number, date = '2026-11-12') => ({ date, hours })

  test.each([
    ['that one entry fills', 0 * HOUR, undefined, entry(24 * HOUR), null],
    ['that one entry exceeds', 0 * HOUR, undefined, entry(26 * HOUR), 26 * HOUR],
    ['that the sum exceeds', 20 * HOUR, undefined, entry(6 * HOUR), 26 * HOUR],
    ['whose entry grows', 20 * HOUR, entry(6 * HOUR), entry(11 * HOUR), 25 * HOUR],
    ['whose entry shrinks to fit', 26 * HOUR, entry(6 * HOUR), entry(4 * HOUR), null],
    ['that an entry moves to', 20 * HOUR, entry(6 * HOUR, '2026-11-11'), entry(6 * HOUR), 26 * HOUR],
    ['that was too long before', 26 * HOUR, entry(6 * HOUR), entry(6 * HOUR), null],
  ])('%s', (_, logged, before, after, sum) => {
    expect(tooLongDay(logged, before, after)).toBe(sum)
  })
})

describe('the rate', () => {
  const hourly = { rate: 8000, rate_hours: HOUR, day_hours: 8 * HOUR }
  const daily = { rate: 70_000, rate_hours: 8 * HOUR, day_hours: 8 * HOUR }
  const before = { rate: 60_000, rate_hours: 7.5 * HOUR }

  test.each([
    ["the project's for new time", {}, hourly, undefined, { rate: 8000, rate_hours: HOUR }],
    ['the one before', {}, daily, before, before],
    ['as given, by the hour', { rate: 9000 }, hourly, undefined, { rate: 9000, rate_hours: HOUR }],
    ['as given, by the day', { rate: 9000 }, daily, undefined, { rate: 9000, rate_hours: 8 * HOUR }],
    [
      'for a day as long as before',
      { rate: 9000, rate_unit: 'day' },
      daily,
      before,
      { rate: 9000, rate_hours: 7.5 * HOUR },
    ],
    ['for an hour again', { rate: 9000, rate_unit: 'hour' }, daily, before, { rate: 9000, rate_hours: HOUR }],
    [
      'for a day of the profile',
      { rate: 9000, rate_unit: 'day' },
      hourly,
      undefined,
      { rate: 9000, rate_hours: 8 * HOUR },
    ],
  ] as const)('is %s', (_, given, project, earlier, rate) => {
    expect(rateOfEntry({ rate: undefined, rate_unit: undefined, ...given }, project, earlier)).toEqual(rate)
  })

  test.each([
    [1.5, { rate: 8550, rate_hours: HOUR }, 12_825],
    [1.5, { rate: 70_000, rate_hours: 8 * HOUR }, 13_125],
    [0.25, { rate: 3, rate_hours: HOUR }, 1],
    [0.5, { rate: 1, rate_hours: HOUR }, 1],
    [0.49, { rate: 1, rate_hours: HOUR }, 0],
    [1, { rate: null, rate_hours: HOUR }, null],
  ])('makes of %d hours at %j %j', (hours, rate, amount) => {
    expect(amountAt(hours * HOUR, rate)).toBe(amount)
  })
})

describe('the week', () => {
  test.each([
    ['2026-11-15', 'monday', '2026-11-09', '2026-11-15'],
    ['2026-11-16', 'monday', '2026-11-16', '2026-11-22'],
    ['2026-11-22', 'monday', '2026-11-16', '2026-11-22'],
    ['2027-01-01', 'monday', '2026-12-28', '2027-01-03'],
    ['2028-02-29', 'monday', '2028-02-28', '2028-03-05'],
    ['2026-11-14', 'sunday', '2026-11-08', '2026-11-14'],
    ['2026-11-15', 'sunday', '2026-11-15', '2026-11-21'],
    ['2026-11-13', 'saturday', '2026-11-07', '2026-11-13'],
    ['2026-11-14', 'saturday', '2026-11-14', '2026-11-20'],
  ] as const)('of %s that starts on a %s goes from %s to %s', (date, startsOn, from, to) => {
    expect(weekOf(date, startsOn)).toEqual({ from, to })
  })
})

const entry = (id: number, date: string, hours: number, day_hours: number): ListedTimeEntry => ({
  id,
  project_id: 1,
  project_name: 'Website',
  client_id: null,
  client_name: null,
  description: '',
  hours,
  date,
  started_at: null,
  ended_at: null,
  is_billable: true,
  currency: 'USD',
  rate: null,
  rate_unit: 'hour',
  rate_hours: HOUR,
  amount: null,
  is_billed: false,
  invoice: null,
  version: 1,
  day_hours,
})

describe('the list by the day', () => {
  const list = [
    entry(4, '2026-11-15', 100, 300),
    entry(3, '2026-11-15', 200, 300),
    entry(2, '2026-11-14', 50, 50),
  ]
  const outline = (entries: ListedTimeEntry[]) =>
    groupByDay(entries).map((row) => (row.kind === 'day' ? [row.date, row.hours] : row.entry.id))

  test("has each day's heading with its total", () => {
    expect(outline(list)).toEqual([['2026-11-15', 300], 4, 3, ['2026-11-14', 50], 2])
    expect(groupByDay(list).map((row) => row.kind === 'entry' && [row.first, row.last])).toEqual([
      false,
      [true, false],
      [false, true],
      false,
      [true, true],
    ])
  })

  const change = (before: ListedTimeEntry, after: Partial<ListedTimeEntry> | null) =>
    list
      .map((item) => changeListed(item, { before, after: after && { ...before, ...after } }))
      .filter((item) => item !== null)

  test('follows a change of hours at once', () => {
    expect(outline(change(list[0] as ListedTimeEntry, { hours: 150 }))).toEqual([
      ['2026-11-15', 350],
      4,
      3,
      ['2026-11-14', 50],
      2,
    ])
  })

  test('follows a deletion at once', () => {
    expect(outline(change(list[1] as ListedTimeEntry, null))).toEqual([
      ['2026-11-15', 100],
      4,
      ['2026-11-14', 50],
      2,
    ])
    expect(outline(change(list[2] as ListedTimeEntry, null))).toEqual([['2026-11-15', 300], 4, 3])
  })

  test('moves an entry to its new day at once', () => {
    expect(outline(change(list[2] as ListedTimeEntry, { date: '2026-11-15' }))).toEqual([
      ['2026-11-15', 350],
      4,
      3,
      2,
    ])
  })
})
