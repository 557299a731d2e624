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
