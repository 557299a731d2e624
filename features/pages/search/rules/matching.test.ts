import { expect, test } from 'vitest'
import { matchActions } from './matching.ts'

const ACTIONS = [
  { label: 'New invoice', words: 'create bill' },
  { label: 'Invoices' },
  { label: 'Recurring invoices' },
  { label: 'Account' },
]

const found = (text: string) => matchActions(text, ACTIONS).map(({ label }) => label)

test('actions are found by the beginnings of their words, in any order', () => {
  expect(found('inv')).toEqual(['Invoices', 'New invoice', 'Recurring invoices'])
  expect(found('invoice new')).toEqual(['New invoice'])
  expect(found('CREATE')).toEqual(['New invoice'])
  expect(found('voice')).toEqual([])
  expect(found('invoices pine')).toEqual([])
})

test('all of them are offered without a text', () => {
  expect(found(' ')).toHaveLength(ACTIONS.length)
})
