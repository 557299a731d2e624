import { expect, test } from 'vitest'
import { describeExpense, kindOf } from './rules.ts'

test('an expense in short is what it was for and what it cost', () => {
  expect(describeExpense({ description: 'Train to Leeds', amount: 123_450, currency: 'USD' })).toBe(
    'Train to Leeds, $1,234.50',
  )
})

test('an expense is billable or the business’s own', () => {
  expect([kindOf({ is_billable: true }), kindOf({ is_billable: false })]).toEqual(['Billable', 'Business'])
})
