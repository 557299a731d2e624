import { describe, expect, test } from 'vitest'
import { budgetsByUse, budgetsOf, deletionQuestion, limitReachedText, statusText } from './rules.ts'

describe('texts about a project', () => {
  test('show underscores as spaces', () => {
    expect(statusText('on_hold')).toBe('on hold')
    expect(statusText('active')).toBe('active')
  })

  test('say before deleting whether it is cancelled or removed', () => {
    expect(deletionQuestion({ name: 'Website', has_history: true }).title).toContain('marked as cancelled')
    expect(deletionQuestion({ name: 'Website', has_history: false }).title).toBe('Delete Website?')
  })

  test('name the limit that was reached', () => {
    expect(limitReachedText(5)).toBe(
      'You have reached the limit of 5 projects. Upgrade your plan to create more.',
    )
  })
})

describe('a budget', () => {
  const budgets = (hours: [used: number, of: number] | null, amount: [used: number, of: number] | null) =>
    budgetsOf({
      currency: 'USD',
      budget_hours_used: hours?.[0] ?? null,
      budget_hours: hours?.[1] ?? null,
      budget_amount_used: amount?.[0] ?? null,
      budget_amount: amount?.[1] ?? null,
    })

  test('is in hours, in money, both or none', () => {
    expect(budgets(null, null)).toEqual([])
    expect(budgets([34 * 3600, 40 * 3600], [50_000, 40_000])).toMatchObject([
      { text: '34 h / 40 h', percent: 8500, rest: '6 h left' },
      { text: '$500.00 / $400.00', percent: 12_500, rest: '$100.00 over' },
    ])
  })

  test.each([
    [0, 'enough'],
    [7999, 'enough'],
    [8000, 'nearly used up'],
    [9999, 'nearly used up'],
    [10_000, 'used up'],
    [12_000, 'used up'],
  ])('of 100 hours is with %i hundredths %s', (used, state) => {
    expect(budgets([used, 10_000], null)).toMatchObject([{ state }])
  })

  test('that is used up first comes first, and an estimate counts where there is none', () => {
    const project = { currency: 'USD', estimated_hours: 20 * 3600, hours_total: 5 * 3600 } as const
    const none = {
      budget_hours: null,
      budget_hours_used: null,
      budget_amount: null,
      budget_amount_used: null,
    }
    expect(budgetsByUse({ ...project, ...none })).toMatchObject([
      { label: 'Estimated hours', text: '5 h / 20 h', rest: '15 h left' },
    ])
    const money = { budget_amount: 40_000, budget_amount_used: 30_000 }
    const hours = { budget_hours: 40 * 3600, budget_hours_used: 5 * 3600 }
    expect(budgetsByUse({ ...project, ...hours, ...money })).toMatchObject([
      { label: 'Budget in money' },
      { label: 'Budget in hours' },
    ])
    expect(budgetsByUse({ ...project, ...none, estimated_hours: null })).toEqual([])
  })
})
