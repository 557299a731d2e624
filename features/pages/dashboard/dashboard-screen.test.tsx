import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answer, refusal } from '#tests/answers.ts'
import { visit } from '#tests/component.tsx'
import { dashboardApi } from './contract.ts'

test('figures that do not come are said to be missing, instead of being waited for', async () => {
  answer(dashboardApi.stats, refusal(503))
  visit('/dashboard')
  await screen.findByRole('link', { name: 'Active Clients Not available' })
  expect(screen.getByRole('link', { name: 'Pending Invoices Not available' })).toBeVisible()
})
