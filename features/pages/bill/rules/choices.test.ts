import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Unbilled, UnbilledProject, UnbilledTime } from '#features/billing/billable-work/contract.ts'
import { sumsOf } from '#features/billing/billable-work/rules.ts'
import {
  bodyOf,
  chosenOf,
  chosenWork,
  clientsOf,
  clientToBill,
  enterFee,
  type FixedFee,
  feeAtPercent,
  feeToBill,
  goneSince,
  isComplete,
  isTicked,
  NO_CHOICES,
  type ProjectWork,
  percentOfFee,
  periodChoices,
  tickOne,
  tickOnly,
  tickProject,
} from './choices.ts'

/** An hour. */
const time = (id: number, rate: number | null): UnbilledTime => ({
  id,
  date: '2026-11-03',
  description: `Sketch ${id}`,
  hours: 3600,
  billed_hours: 3600,
  rate,
  rate_unit: 'hour',
  rate_hours: 3600,
  is_fixed: false,
  amount: rate,
})

const expense = (id: number, currency: string) => ({
  id,
  date: '2026-11-04',
  description: 'Fonts',
  category: 'Other' as const,
  currency,
  amount: 3_000,
})

const project = (given: Partial<UnbilledProject>): UnbilledProject => {
  const work = {
    project_id: 1,
    project_name: 'Website',
    client_id: 7,
    client_name: 'Studio North',
    currency: 'USD',
    fixed_fee: null,
    time: [],
    expenses: [],
    fees: [],
    ...given,
  }
  return { ...work, sums: sumsOf([work]) }
}

const unbilled = (...projects: UnbilledProject[]): Unbilled => ({ projects, sums: [], truncated: false })

const worksOf = (...projects: UnbilledProject[]): ProjectWork[] =>
  clientsOf(unbilled(...projects))[0]?.projects ?? []

const FIXED_FEE = {
  kind: 'fixed_fee' as const,
  id: 1,
  date: null,
  description: '',
  version: null,
  approved_by: null,
  amount: 600_000,
}

const WEBSITE = project({
  time: [time(1, 12_000), time(2, 8_000), time(3, null)],
  expenses: [expense(4, 'USD')],
  fixed_fee: 1_000_000,
  fees: [FIXED_FEE],
})

const [website] = worksOf(WEBSITE) as [ProjectWork]
const fee = website.fee as FixedFee

describe('unbilled work', () => {
  test('belongs to a client, in each currency by itself', () => {
    const other = project({ project_id: 2, time: [time(9, 100)], client_id: 8, client_name: 'Pine' })
    const mixed = project({ time: [time(1, 12_000)], expenses: [expense(4, 'EUR'), expense(5, 'USD')] })
    const clients = clientsOf(unbilled(mixed, other))
    expect(clients.map(({ id, amounts }) => [id, amounts])).toEqual([
      [8, [{ currency: 'USD', amount: 100 }]],
      [
        7,
        [
          { currency: 'USD', amount: 15_000 },
          { currency: 'EUR', amount: 3_000 },
        ],
      ],
    ])
    expect(clients[1]?.projects.map(({ currency, items }) => [currency, items.length])).toEqual([
      ['USD', 2],
      ['EUR', 1],
    ])
    expect(clientToBill(clients)).toBeUndefined()
    expect(clientToBill(clientsOf(unbilled(other)))?.id).toBe(8)
    expect(
      clientToBill(clientsOf(unbilled(project({ client_id: null, time: [time(1, 1)] })))),
    ).toBeUndefined()
  })
})

describe('amounts', () => {
  const third = (id: number): UnbilledTime => ({
    ...time(id, 10_000),
    hours: 1200,
    billed_hours: 1200,
    amount: 3_333,
  })
  const [client] = clientsOf(unbilled(project({ time: [third(1), third(2), third(3)] })))
  const work = client?.projects[0] as ProjectWork

  test('of a client and a project are those of one line, not of rounded entries', () => {
    expect(client?.amounts).toEqual([{ currency: 'USD', amount: 10_000 }])
    expect(chosenOf(NO_CHOICES, work).amount).toBe(10_000)
    expect(chosenOf(tickOne(NO_CHOICES, 'time 1', false), work).amount).toBe(6_667)
  })
})

describe('what is ticked', () => {
  test('is everything but time without a rate', () => {
    expect(website.items.map((item) => isTicked(NO_CHOICES, item))).toEqual([true, true, false, true])
    expect(chosenOf(NO_CHOICES, website)).toEqual({ amount: 623_000, count: 4, of: 5 })
  })

  test('can be changed line by line, and by project', () => {
    const without = tickOne(NO_CHOICES, 'time 1', false)
    expect(chosenOf(without, website)).toEqual({ amount: 611_000, count: 3, of: 5 })
    const none = tickProject(without, website, false)
    expect(chosenOf(none, website)).toEqual({ amount: 0, count: 0, of: 5 })
    expect(chosenWork(none, [website])).toEqual([])
    expect(chosenOf(tickProject(none, website, true), website).count).toBe(5)
  })

  test('is what the server is asked to bill', () => {
    const choices = enterFee(tickOne(NO_CHOICES, 'time 1', false), fee, 250_050)
    expect(bodyOf({ id: 7 }, chosenWork(choices, [website]), 'day', '2026-11-16')).toEqual({
      client_id: 7,
      project_id: 1,
      issue_date: '2026-11-16',
      currency: 'USD',
      bill: {
        time_entry_ids: [2],
        expense_ids: [4],
        deliverable_ids: [],
        milestone_ids: [],
        fixed_fees: [{ project_id: 1, amount: 2500.5 }],
        group_by: 'day',
      },
    })
    const expenses = worksOf(project({ expenses: [expense(4, 'EUR')] }))
    expect(bodyOf({ id: 7 }, chosenWork(NO_CHOICES, expenses), 'day', '2026-11-16').currency).toBe('EUR')
  })

  test('and is gone or changed by now is named', () => {
    const now = clientsOf(unbilled(project({ time: [time(2, 9_000)], expenses: [expense(4, 'USD')] })))[0]
    expect(goneSince([website], tickOne(NO_CHOICES, fee.key, false), now)).toEqual([
      'Sketch 1, Nov 3, 2026, $120.00',
      'Sketch 2, Nov 3, 2026, $80.00',
    ])
    expect(goneSince([website], NO_CHOICES, undefined)).toContain('Fixed fee of Website, $6,000.00')
  })
})

describe('a fixed fee', () => {
  test('is billed as far as it is left, unless another amount is entered', () => {
    expect(feeToBill(NO_CHOICES, fee)).toBe(600_000)
    const half = enterFee(tickOne(NO_CHOICES, fee.key, false), fee, 500_000)
    expect(feeToBill(half, fee)).toBe(500_000)
    expect(chosenOf(half, website).amount).toBe(523_000)
  })

  test('that cannot be read, or is no longer left, is not billed', () => {
    const unreadable = enterFee(NO_CHOICES, fee, null)
    expect(feeToBill(unreadable, fee)).toBeNull()
    expect(isComplete(unreadable, [website])).toBe(false)
    expect(isComplete(tickOne(unreadable, fee.key, false), [website])).toBe(true)
    expect(feeToBill(enterFee(NO_CHOICES, fee, 500_000), { ...fee, rest: 400_000 })).toBeNull()
  })

  test('comes to its rest at the percentage that is shown for it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000_000 }), fc.nat(), (total, part) => {
        const some = { key: 'fee', total, rest: (part % total) + 1 }
        expect(feeAtPercent(percentOfFee(some.rest, some), some)).toBe(some.rest)
      }),
    )
    expect(feeAtPercent(2_500, fee)).toBe(250_000)
  })
})

test.each([
  ['2026-11-16', '2026-10-01', '2026-10-31', '2026-11-01', '2026-11-30'],
  ['2026-03-01', '2026-02-01', '2026-02-28', '2026-03-01', '2026-03-31'],
  ['2027-01-31', '2026-12-01', '2026-12-31', '2027-01-01', '2027-01-31'],
])('on %s, last month and this month are whole months', (today, ...days) => {
  const [, last, present] = periodChoices(today)
  expect([last?.from, last?.to, present?.from, present?.to]).toEqual(days)
})

test('work that was selected in a list is ticked, and nothing else', () => {
  const [client] = clientsOf({
    projects: [project({ time: [time(1, 12_000), time(2, 12_000)] })],
    sums: [],
    truncated: false,
  })
  const projects = client?.projects ?? []
  const chosen = chosenWork(tickOnly(projects, ['time 2', 'time 99']), projects)
  expect(chosen.map((work) => work.time.map(({ id }) => id))).toEqual([[2]])
})
