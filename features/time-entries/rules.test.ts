import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fromHundredths } from '#core/hundredths.ts'
import { LEAST_HOURS, type ListedTimeEntry, MOST_HOURS } from './contract.ts'
import { changeListed, groupByDay, parseHours, stepHours, TimeEntryForm, weekOf } from './rules.ts'

describe('hours as people write them', () => {
  test.each([
    ['1.5', 150],
    ['1,5', 150],
    ['.5', 50],
    ['2', 200],
    ['2.', 200],
    [' 1.25 ', 125],
    ['1:30', 150],
    ['0:06', 10],
    [':45', 75],
    ['10:00', 1000],
    ['90m', 150],
    ['45min', 75],
    ['45 mins', 75],
    ['7.5m', 13],
    ['1h', 100],
    ['1.5h', 150],
    ['1h30m', 150],
    ['1h30', 150],
    ['1 h 30 min', 150],
    ['1H30M', 150],
    ['2 hours 15 minutes', 225],
    ['1hr', 100],
    ['0', 0],
    ['0.005', 1],
    ['0.0049', 0],
    ['1.005', 101],
    ['8.675', 868],
    ['10m', 17],
    ['20m', 33],
    ['1m', 2],
  ])('%j is %i hundredths', (text, hundredths) => {
    expect(parseHours(text)).toBe(hundredths)
  })

  test.each([
    '',
    'x',
    '-1',
    '1:60',
    '1:5',
    '1:30:00',
    '1.5.5',
    '1e3',
    '0x10',
    'NaN',
    'Infinity',
    '1 2',
    'h',
    'm',
    ':',
    '.',
    '1h90m',
    '1d',
    '１',
    '1h 30m 5s',
    '٣',
  ])('%j is no span of time', (text) => {
    expect(parseHours(text)).toBeNull()
  })

  const minutes = fc.integer({ min: 0, max: 60_000 })
  const halfUp = (count: number) => Math.floor((count * 100 + 30) / 60)

  test('means the same by the clock, in minutes, and in hours and minutes', () => {
    fc.assert(
      fc.property(minutes, (count) => {
        const [h, m] = [Math.floor(count / 60), count % 60]
        const expected = halfUp(count)
        expect(parseHours(`${h}:${String(m).padStart(2, '0')}`)).toBe(expected)
        expect(parseHours(`${count}m`)).toBe(expected)
        expect(parseHours(`${h}h${m}m`)).toBe(expected)
        expect(parseHours(`${h} h ${m} min`)).toBe(expected)
      }),
    )
  })

  test('reads back every figure that is shown', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000_000 }), (hundredths) => {
        expect(parseHours(String(fromHundredths(hundredths)))).toBe(hundredths)
      }),
    )
  })

  test('rounds decimals half up, never by way of a float', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 99_999 }),
        fc.integer({ min: 0, max: 999_999 }),
        (whole, millionths) => {
          const text = `${whole}.${String(millionths).padStart(6, '0')}`
          expect(parseHours(text)).toBe(whole * 100 + Math.floor((millionths + 5000) / 10_000))
        },
      ),
    )
  })

  test('never fails, whatever is written', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const hours = parseHours(text)
        expect(hours === null || (Number.isSafeInteger(hours) && hours >= 0)).toBe(true)
      }),
    )
  })
})

describe('the arrow keys', () => {
  test.each([
    [null, 'up', 25],
    [null, 'down', LEAST_HOURS],
    [0, 'up', 25],
    [25, 'up', 50],
    [30, 'up', 50],
    [30, 'down', 25],
    [50, 'down', 25],
    [25, 'down', LEAST_HOURS],
    [LEAST_HOURS, 'down', LEAST_HOURS],
    [LEAST_HOURS, 'up', 25],
    [MOST_HOURS, 'up', MOST_HOURS],
  ] as const)('from %s %s is %i', (from, direction, to) => {
    expect(stepHours(from, direction)).toBe(to)
  })

  test('always reach hours that can be saved', () => {
    fc.assert(
      fc.property(fc.nat(), fc.constantFrom('up' as const, 'down' as const), (from, direction) => {
        const hours = stepHours(from, direction)
        expect(hours).toBeGreaterThanOrEqual(LEAST_HOURS)
        expect(hours).toBeLessThanOrEqual(MOST_HOURS)
      }),
    )
  })
})

describe('the form', () => {
  const entered = { project_id: 1, description: '', date: '2026-11-15', is_billable: true }
  const faults = (change: object) =>
    TimeEntryForm.safeParse({ ...entered, hours: '1', ...change }).error?.issues.map(({ path, message }) => [
      path.join('.'),
      message,
    ])

  test('reads hours in every way, into what the server takes', () => {
    expect(TimeEntryForm.parse({ ...entered, hours: '1:30' })).toEqual({ ...entered, hours: 150 })
  })

  test.each([
    [{ hours: '' }, ['hours', 'Please enter the hours']],
    [{ hours: 'soon' }, ['hours', 'Please enter hours like 1.5, 1:30 or 90m']],
    [{ hours: '5m' }, ['hours', 'Must be at least 0.1']],
    [{ hours: '1001' }, ['hours', 'Must be at most 1,000']],
    [{ project_id: null }, ['project_id', 'Please choose a project']],
    [{ date: '' }, ['date', 'Please choose a date']],
  ])('says what is wrong with %j', (change, fault) => {
    expect(faults(change)).toEqual([fault])
  })
})

describe('the week', () => {
  test.each([
    ['2026-11-15', '2026-11-09', '2026-11-15'],
    ['2026-11-16', '2026-11-16', '2026-11-22'],
    ['2026-11-22', '2026-11-16', '2026-11-22'],
    ['2027-01-01', '2026-12-28', '2027-01-03'],
    ['2028-02-29', '2028-02-28', '2028-03-05'],
  ])('of %s goes from %s to %s', (date, from, to) => {
    expect(weekOf(date)).toEqual({ from, to })
  })
})

const entry = (id: number, date: string, hours: number, day_hours: number): ListedTimeEntry => ({
  id,
  project_id: 1,
  project_name: 'Website',
  client_name: null,
  description: '',
  hours,
  date,
  is_billable: true,
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
