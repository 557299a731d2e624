import type { FieldErrors } from 'react-hook-form'
import { expect, test } from 'vitest'
import { errorList } from './form.ts'

type Errors = FieldErrors<{ tax_rate: number; items: { description: string; rate: number }[] }>

const wrong = (message: string) => ({ type: 'custom', message })

test('errors name their field, and the row it is in, and lead there', () => {
  const errors: Errors = {
    tax_rate: wrong('Must be at most 100'),
    items: [undefined, { rate: wrong('Must be a number'), description: wrong('Description is required') }],
  }
  expect(errorList(errors, 'recurring')).toEqual([
    { id: 'recurring-tax_rate', message: 'Tax rate must be at most 100' },
    { id: 'recurring-items-1-rate', message: 'Item 2: Rate must be a number' },
    { id: 'recurring-items-1-description', message: 'Item 2: Description is required' },
  ])
})

test('an error of a list as a whole leads to the list', () => {
  const errors: Errors = { items: Object.assign([], { root: wrong('Add at least one item') }) }
  expect(errorList(errors, 'recurring')).toEqual([
    { id: 'recurring-items', message: 'Add at least one item' },
  ])
})
