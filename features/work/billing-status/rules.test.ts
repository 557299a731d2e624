import { expect, test } from 'vitest'
import { type SelectedWork, toBillTogether } from './rules.ts'

const work = (id: number, more: Partial<SelectedWork> = {}): SelectedWork => ({
  id,
  client_id: 3,
  is_billable: true,
  is_billed: false,
  invoice: null,
  ...more,
})

test('selected work of one client is billed together, without what is billed or never will be', () => {
  const selected = [work(1), work(2, { is_billed: true }), work(4, { is_billable: false }), work(5)]
  expect(toBillTogether('time', selected)).toEqual({
    problem: null,
    to: '/bill?client=3',
    only: ['time 1', 'time 5'],
  })
})

test('work of several clients, of none, or all billed is not', () => {
  const problemOf = (...selected: SelectedWork[]) => toBillTogether('expense', selected).problem
  expect(problemOf(work(1), work(2, { client_id: 4 }))).toMatch(/one client/)
  expect(problemOf(work(1, { client_id: null }))).toMatch(/no client/)
  expect(problemOf(work(1, { is_billed: true }))).toMatch(/Nothing/)
})
