import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ROUNDING_MINUTES } from '#features/foundation/business/contract.ts'
import { roundMinutes } from '#features/foundation/business/rules.ts'
import { unbilledOfProject } from '#tests/billable-work.ts'
import type { UnbilledTime } from './contract.ts'
import {
  billedHours,
  linesOf,
  type ProjectSum,
  servicePeriodOf,
  sumsOf,
  valueUnbilled,
  type WorkOfProject,
} from './rules.ts'

const NO_ROUNDING = { time_rounding_minutes: 0, time_rounding_mode: 'nearest' } as const

const entry = (id: number, date: string, hours: number, more: Partial<UnbilledTime> = {}): UnbilledTime => ({
  id,
  date,
  description: 'Design',
  hours,
  rate: 10_000,
  rate_unit: 'hour',
  rate_hours: 100,
  amount: hours * 100,
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
  entry(1, '2026-11-02', 150),
  entry(2, '2026-11-02', 100, { description: 'Code' }),
  entry(3, '2026-11-03', 200),
  entry(4, '2026-11-03', 50, { rate: 8000, description: '' }),
]

describe('lines of time', () => {
  const shown = (group_by: 'entry' | 'day' | 'description' | 'project') =>
    linesOf([project('Website', { time })], { group_by, rounding: NO_ROUNDING }).map(
      ({ description, quantity, rate, amount, ids }) => [description, quantity, rate, amount, ids],
    )

  test('are made by entry', () => {
    expect(shown('entry')).toEqual([
      ['Nov 2, 2026: Design', 150, 10_000, 15_000, [1]],
      ['Nov 2, 2026: Code', 100, 10_000, 10_000, [2]],
      ['Nov 3, 2026: Design', 200, 10_000, 20_000, [3]],
      ['Website, Nov 3, 2026', 50, 8000, 4000, [4]],
    ])
  })

  test('are made by day, description or project, and by rate', () => {
    expect(shown('day')).toEqual([
      ['Nov 2, 2026: Design, Code', 250, 10_000, 25_000, [1, 2]],
      ['Nov 3, 2026: Design', 200, 10_000, 20_000, [3]],
      ['Website, Nov 3, 2026', 50, 8000, 4000, [4]],
    ])
    expect(shown('description')).toEqual([
      ['Design', 350, 10_000, 35_000, [1, 3]],
      ['Code', 100, 10_000, 10_000, [2]],
      ['Website', 50, 8000, 4000, [4]],
    ])
    expect(shown('project')).toEqual([
      ['Website', 450, 10_000, 45_000, [1, 2, 3]],
      ['Website', 50, 8000, 4000, [4]],
    ])
  })

  test('name the project where there are several', () => {
    const lines = linesOf(
      [project('Website', { time }), project('Poster', { time: [entry(9, '2026-11-04', 100)] })],
      {
        group_by: 'description',
        rounding: NO_ROUNDING,
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
    const days = entry(1, '2026-11-02', 1000, { rate: 64_000, rate_unit: 'day', rate_hours: 800 })
    const free = entry(2, '2026-11-02', 100, { rate: null, amount: null })
    const lines = linesOf([project('Website', { time: [days, free] })], {
      group_by: 'project',
      rounding: NO_ROUNDING,
    })
    expect(lines).toMatchObject([
      { quantity: 125, unit: 'days', rate: 64_000, amount: 80_000, logged_hours: 1000, has_rate: true },
      { quantity: 100, unit: 'hours', rate: 0, amount: 0, logged_hours: 100, has_rate: false },
    ])
  })

  test('are rounded by entry, and remember what was logged', () => {
    const rounding = { time_rounding_minutes: 15, time_rounding_mode: 'up' } as const
    const lines = linesOf(
      [project('Website', { time: [entry(1, '2026-11-02', 110), entry(2, '2026-11-02', 25)] })],
      {
        group_by: 'project',
        rounding,
      },
    )
    expect(lines).toMatchObject([{ quantity: 150, logged_hours: 135 }])
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
      { group_by: 'entry', rounding: NO_ROUNDING },
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
    [150, 15, 'nearest', 150],
    [110, 15, 'nearest', 100],
    [113, 15, 'nearest', 125],
    [101, 15, 'up', 125],
    [5, 15, 'nearest', 25],
    [33, 0, 'nearest', 33],
    [33, 1, 'nearest', 33],
    [110, 6, 'up', 110],
  ] as const)('makes of %i hundredths in steps of %i minutes, %s: %i', (hours, step, mode, billed) => {
    expect(billedHours(hours, { time_rounding_minutes: step, time_rounding_mode: mode })).toBe(billed)
  })

  test('leaves what the timer has rounded as it is', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1440 }), rounding, (minutes, profile) => {
        const logged = Math.round((roundMinutes(minutes, profile) * 100) / 60)
        expect(billedHours(logged, profile)).toBe(logged)
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
        hours: fc.integer({ min: 10, max: 2400 }),
        rate: fc.option(fc.integer({ min: 0, max: 20_000 })),
        rate_unit: fc.constant('hour' as const),
        rate_hours: fc.constant(100),
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
      fc.property(work, groups, rounding, (projects, group_by, profile) => {
        const lines = linesOf(projects, { group_by, rounding: profile })
        const entries = projects.flatMap(({ time }) => time)
        const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
        expect(lines.flatMap(({ ids }) => ids).sort()).toEqual(entries.map(({ id }) => id).sort())
        expect(sum(lines.map(({ logged_hours }) => logged_hours ?? 0))).toBe(
          sum(entries.map(({ hours }) => hours)),
        )
        expect(sum(lines.map(({ quantity }) => quantity))).toBe(
          sum(entries.map(({ hours }) => billedHours(hours, profile))),
        )
        for (const { description } of lines) expect(description.length).toBeGreaterThan(0)
      }),
    )
  })

  test('has a period from its first to its last day, and sums by currency', () => {
    const projects = [
      project('Website', { time, expenses: [] }),
      project('Shop', { currency: 'EUR', time: [entry(8, '2026-10-31', 100)] }),
    ]
    expect(servicePeriodOf(projects)).toEqual({ from: '2026-10-31', to: '2026-11-03' })
    expect(servicePeriodOf([])).toBeNull()
    expect(sumsOf(projects)).toEqual([
      { currency: 'USD', count: 4, hours: 500, amount: 50_000 },
      { currency: 'EUR', count: 1, hours: 100, amount: 10_000 },
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
