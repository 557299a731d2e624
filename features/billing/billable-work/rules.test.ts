import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ROUNDING_MINUTES } from '#features/foundation/business/contract.ts'
import { billedTime } from '#features/foundation/business/rules.ts'
import { unbilledOfProject } from '#tests/billable-work.ts'
import type { UnbilledTime } from './contract.ts'
import {
  linesOf,
  type ProjectSum,
  servicePeriodOf,
  sumsOf,
  valueUnbilled,
  type WorkOfProject,
} from './rules.ts'

const HOUR = 3600

const entry = (id: number, date: string, hours: number, more: Partial<UnbilledTime> = {}): UnbilledTime => ({
  id,
  date,
  description: 'Design',
  hours: hours * HOUR,
  billed_hours: hours * HOUR,
  rate: 10_000,
  rate_unit: 'hour',
  rate_hours: HOUR,
  amount: hours * 10_000,
  is_fixed: false,
  ...more,
})

const project = (name: string, work: Partial<WorkOfProject>): WorkOfProject => ({
  project_id: 1,
  project_name: name,
  currency: 'USD',
  fixed_fee: null,
  time: [],
  expenses: [],
  fees: [],
  ...work,
})

const time = [
  entry(1, '2026-11-02', 1.5),
  entry(2, '2026-11-02', 1, { description: 'Code' }),
  entry(3, '2026-11-03', 2),
  entry(4, '2026-11-03', 0.5, { rate: 8000, description: '' }),
]

describe('lines of time', () => {
  const shown = (group_by: 'entry' | 'day' | 'description' | 'project') =>
    linesOf([project('Website', { time })], { group_by }).map(
      ({ description, quantity, rate, amount, ids }) => [description, quantity, rate, amount, ids],
    )

  test('are made by entry', () => {
    expect(shown('entry')).toEqual([
      ['Nov 2, 2026: Design', 15_000, 10_000, 15_000, [1]],
      ['Nov 2, 2026: Code', 10_000, 10_000, 10_000, [2]],
      ['Nov 3, 2026: Design', 20_000, 10_000, 20_000, [3]],
      ['Website, Nov 3, 2026', 5_000, 8000, 4000, [4]],
    ])
  })

  test('are made by day, description or project, and by rate', () => {
    expect(shown('day')).toEqual([
      ['Nov 2, 2026: Design, Code', 25_000, 10_000, 25_000, [1, 2]],
      ['Nov 3, 2026: Design', 20_000, 10_000, 20_000, [3]],
      ['Website, Nov 3, 2026', 5_000, 8000, 4000, [4]],
    ])
    expect(shown('description')).toEqual([
      ['Design', 35_000, 10_000, 35_000, [1, 3]],
      ['Code', 10_000, 10_000, 10_000, [2]],
      ['Website', 5_000, 8000, 4000, [4]],
    ])
    expect(shown('project')).toEqual([
      ['Website', 45_000, 10_000, 45_000, [1, 2, 3]],
      ['Website', 5_000, 8000, 4000, [4]],
    ])
  })

  test('name the project where there are several', () => {
    const lines = linesOf(
      [project('Website', { time }), project('Poster', { time: [entry(9, '2026-11-04', 1)] })],
      {
        group_by: 'description',
      },
    )
    expect(lines.map(({ description }) => description)).toEqual([
      'Website: Design',
      'Website: Code',
      'Website',
      'Poster: Design',
    ])
  })

  test('count days where a rate pays for a day, and cost nothing without a rate', () => {
    const days = entry(1, '2026-11-02', 10, { rate: 64_000, rate_unit: 'day', rate_hours: 8 * HOUR })
    const free = entry(2, '2026-11-02', 1, { rate: null, amount: null })
    const lines = linesOf([project('Website', { time: [days, free] })], {
      group_by: 'project',
    })
    expect(lines).toMatchObject([
      {
        quantity: 12_500,
        unit: 'days',
        rate: 64_000,
        amount: 80_000,
        logged_hours: 10 * HOUR,
        has_rate: true,
      },
      { quantity: 10_000, unit: 'hours', rate: 0, amount: 0, logged_hours: HOUR, has_rate: false },
    ])
  })

  test('bill rounded hours, and remember what was logged', () => {
    const rounded = { billed_hours: 1.5 * HOUR }
    const lines = linesOf([project('Website', { time: [entry(1, '2026-11-02', 1.1, rounded)] })], {
      group_by: 'project',
    })
    expect(lines).toMatchObject([{ quantity: 15_000, amount: 15_000, logged_hours: 1.1 * HOUR }])
  })

  test('come to what their seconds are worth, in any grouping', () => {
    const daily = { rate: 80_000, rate_unit: 'day', rate_hours: 8 * HOUR } as const
    const hours = Array.from({ length: 20 }, (_, index) => entry(index + 1, '2026-11-02', 1, daily))
    const total = (group_by: 'entry' | 'project', work: UnbilledTime[]) =>
      linesOf([project('Website', { time: work })], { group_by }).reduce((sum, { amount }) => sum + amount, 0)
    expect([total('entry', hours), total('project', hours)]).toEqual([200_000, 200_000])
    const [line] = linesOf(
      [project('Website', { time: [entry(1, '2026-11-02', 80 / 60, { rate: 14_000 })] })],
      { group_by: 'entry' },
    )
    expect(line).toMatchObject({ quantity: 13_333, rate: 14_000, amount: 18_667 })
  })

  test('keep the amounts of imported time that has no rate', () => {
    const fixed = { rate: null, is_fixed: true }
    const lines = linesOf(
      [
        project('Website', {
          time: [
            entry(1, '2026-11-02', 0.33, { ...fixed, amount: 4667 }),
            entry(2, '2026-11-03', 0.7, { ...fixed, amount: 9801 }),
          ],
        }),
      ],
      { group_by: 'project' },
    )
    expect(lines).toMatchObject([
      { quantity: 10_000, unit: '', rate: 14_468, amount: 14_468, has_rate: true },
    ])
  })
})

describe('lines of expenses and fees', () => {
  test('cite what they bill', () => {
    const lines = linesOf(
      [
        project('Website', {
          fixed_fee: 500_000,
          expenses: [
            {
              id: 7,
              date: '2026-11-05',
              description: 'Fonts',
              category: 'Other',
              currency: 'EUR',
              amount: 4400,
            },
          ],
          fees: [
            {
              kind: 'deliverable',
              id: 3,
              date: '2026-11-12',
              description: 'Checkout flow',
              version: 3,
              approved_by: 'Jonas Pine',
              amount: 120_000,
            },
            {
              kind: 'milestone',
              id: 4,
              date: null,
              description: 'Launch',
              version: null,
              approved_by: null,
              amount: 1,
            },
            {
              kind: 'fixed_fee',
              id: 1,
              date: null,
              description: '',
              version: null,
              approved_by: null,
              amount: 250_000,
            },
          ],
        }),
      ],
      { group_by: 'entry' },
    )
    expect(lines.map(({ description, amount, currency }) => [description, amount, currency])).toEqual([
      ['Nov 5, 2026: Fonts', 4400, 'EUR'],
      ['Checkout flow, version 3, approved by Jonas Pine on November 12, 2026', 120_000, 'USD'],
      ['Launch, completed', 1, 'USD'],
      ['Website: Part of the fixed fee of $5,000.00', 250_000, 'USD'],
    ])
  })
})

const rounding = fc.record({
  time_rounding_minutes: fc.constantFrom(...ROUNDING_MINUTES),
  time_rounding_mode: fc.constantFrom('nearest' as const, 'up' as const),
})

describe('rounding', () => {
  test.each([
    [90, 15, 'nearest', 90],
    [67, 15, 'nearest', 60],
    [67.5, 15, 'nearest', 75],
    [61, 15, 'up', 75],
    [3, 15, 'nearest', 15],
    [20.5, 0, 'nearest', 20.5],
    [20.5, 1, 'nearest', 21],
    [66, 6, 'up', 66],
  ] as const)('makes of %d minutes in steps of %i minutes, %s: %d', (minutes, step, mode, billed) => {
    const profile = { time_rounding_minutes: step, time_rounding_mode: mode }
    expect(billedTime(minutes * 60, profile)).toBe(billed * 60)
  })

  test('leaves what the timer has rounded as it is', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 24 * HOUR }), rounding, (seconds, profile) => {
        const logged = billedTime(seconds, profile)
        expect(billedTime(logged, profile)).toBe(logged)
      }),
    )
  })
})

const work: fc.Arbitrary<WorkOfProject[]> = fc.array(
  fc.record({
    project_id: fc.nat(),
    project_name: fc.string({ minLength: 1 }),
    currency: fc.constantFrom('USD', 'JPY'),
    fixed_fee: fc.constant(null),
    time: fc.uniqueArray(
      fc.record({
        id: fc.integer({ min: 1 }),
        date: fc.constantFrom('2026-11-01', '2026-11-02', '2026-11-03'),
        description: fc.string({ maxLength: 3 }),
        hours: fc.integer({ min: 360, max: 24 * HOUR }),
        billed_hours: fc.integer({ min: 360, max: 24 * HOUR }),
        rate: fc.option(fc.integer({ min: 0, max: 20_000 })),
        rate_unit: fc.constant('hour' as const),
        rate_hours: fc.constant(HOUR),
        is_fixed: fc.constant(false),
        amount: fc.constant(null),
      }),
      { selector: ({ id }) => id },
    ),
    expenses: fc.constant<WorkOfProject['expenses']>([]),
    fees: fc.constant<WorkOfProject['fees']>([]),
  }),
)

describe('any work', () => {
  test('is on exactly one line, with all of its hours', () => {
    const groups = fc.constantFrom(
      'entry' as const,
      'day' as const,
      'description' as const,
      'project' as const,
    )
    fc.assert(
      fc.property(work, groups, (projects, group_by) => {
        const lines = linesOf(projects, { group_by })
        const entries = projects.flatMap(({ time }) => time)
        const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
        expect(lines.flatMap(({ ids }) => ids).sort()).toEqual(entries.map(({ id }) => id).sort())
        expect(sum(lines.map(({ logged_hours }) => logged_hours ?? 0))).toBe(
          sum(entries.map(({ hours }) => hours)),
        )
        const exact = (sum(entries.map(({ billed_hours }) => billed_hours)) * 10_000) / HOUR
        expect(Math.abs(sum(lines.map(({ quantity }) => quantity)) - exact)).toBeLessThanOrEqual(lines.length)
        for (const { description } of lines) expect(description.length).toBeGreaterThan(0)
      }),
    )
  })

  test('has a period from its first to its last day, and sums by currency', () => {
    const projects = [
      project('Website', { time, expenses: [] }),
      project('Shop', { currency: 'EUR', time: [entry(8, '2026-10-31', 1)] }),
    ]
    expect(servicePeriodOf(projects)).toEqual({ from: '2026-10-31', to: '2026-11-03' })
    expect(servicePeriodOf([])).toBeNull()
    expect(sumsOf(projects)).toEqual([
      { currency: 'USD', count: 4, hours: 5 * HOUR, amount: 49_000 },
      { currency: 'EUR', count: 1, hours: HOUR, amount: 10_000 },
    ])
  })
})

test('unbilled time and fees are valued at a rate, and expenses at their own', () => {
  const valued = (more: Partial<ProjectSum>, rate: number | null) =>
    valueUnbilled({ ...unbilledOfProject, ...more }, { home: 'USD', rateOf: () => rate }).home_amount
  expect(valued({}, 1.1)).toBe(11_600)
  expect(valued({}, null)).toBe(null)
  expect(valued({ time_amount: 0 }, null)).toBe(600)
  expect(valued({ fees_amount: 2000 }, 1.1)).toBe(13_800)
  expect(valued({ currency: 'USD' }, null)).toBe(10_600)
})
