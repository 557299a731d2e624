import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answer, refusal } from '#tests/answers.ts'
import { visit } from '#tests/component.tsx'
import { expensesApi } from './contract.ts'

test('the total of a month that did not come is not zero', async () => {
  answer(expensesApi.thisMonth, refusal(503))
  visit('/expenses')
  expect(await screen.findAllByText('Not available')).toHaveLength(3)
  expect(screen.queryByText('$0.00')).toBeNull()
})

test('a list can be searched once there is something in it', async () => {
  const first = visit('/expenses')
  await screen.findByText('No expenses recorded')
  expect(screen.queryByPlaceholderText('Search expenses...')).toBeNull()
  answer(expensesApi.create, { id: 1 })
  answer(expensesApi.list, [{ id: 1, description: 'Taxi' }])
  await first.click(screen.getAllByRole('button', { name: 'Add Expense' })[0] ?? document.body)
  await first.fill('Description', 'Taxi')
  await first.choose('Category', 'Travel')
  await first.fill('Amount', '12')
  await first.press('Save Expense')
  expect(await screen.findByPlaceholderText('Search expenses...')).toBeVisible()
})

test('a filter that finds nothing says so', async () => {
  visit('/expenses?billable=true')
  expect(await screen.findByText('Nothing matches these filters.')).toBeVisible()
})

test('a search that finds nothing can be changed', async () => {
  visit('/expenses?q=taxi')
  expect(await screen.findByText('Nothing matches your search.')).toBeVisible()
  expect(screen.queryByText('No expenses recorded')).toBeNull()
  expect(screen.getByPlaceholderText('Search expenses...')).toHaveValue('taxi')
})
