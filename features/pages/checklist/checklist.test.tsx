import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { businessApi } from '#features/foundation/business/contract.ts'
import { answer, callsOf } from '#tests/answers.ts'
import { visit } from '#tests/component.tsx'
import { checklistApi } from './contract.ts'

const DONE = { business: true, client: true, rate: true, invoice: true, is_dismissed: false }

test('each step opens its form, and those that are done are ticked off', async () => {
  answer(checklistApi.get, { ...DONE, rate: false, invoice: false })
  visit('/dashboard')
  expect(await screen.findByText('2 of 4 steps done')).toBeVisible()
  const steps = within(screen.getByRole('list', { name: 'First steps' })).getAllByRole('link')
  expect(steps.map((step) => [step.textContent, step.getAttribute('href')])).toEqual([
    ['Your business, done', '/account?tab=business#business-name'],
    ['First client, done', '/clients?new'],
    ['Hourly rate', '/account?tab=business#business-hourly_rate'],
    ['First invoice', '/invoices?new'],
  ])
})

test('closing the form of a step leads back to the checklist', async () => {
  answer(checklistApi.get, { ...DONE, client: false, invoice: false })
  answer(clientsApi.create, { id: 1, name: 'Studio North' })
  const ada = visit('/dashboard')
  await ada.click(await screen.findByRole('link', { name: 'First client' }))
  await ada.fill('Name', 'Studio North')
  await ada.press('Save Client')
  expect(await screen.findByText('2 of 4 steps done')).toBeVisible()
  expect(ada.address()).toBe('/dashboard')
})

test('an account that sends invoices sees only the steps that are left', async () => {
  answer(checklistApi.get, { ...DONE, business: false })
  visit('/dashboard')
  expect(await screen.findByText('3 of 4 steps done')).toBeVisible()
  const steps = within(screen.getByRole('list', { name: 'First steps' })).getAllByRole('link')
  expect(steps.map((step) => step.textContent)).toEqual(['Your business'])
})

test('the step about the hourly rate leads to its field', async () => {
  answer(businessApi.get, { name: 'Studio North' })
  visit('/account?tab=business#business-hourly_rate')
  await waitFor(() => expect(screen.getByLabelText(/^Hourly rate/)).toHaveFocus())
})

test('the checklist is gone once it is dismissed', async () => {
  answer(checklistApi.get, { ...DONE, invoice: false })
  answer(checklistApi.dismiss, { success: true })
  const { press } = visit('/dashboard')
  await screen.findByText('Get started')
  answer(checklistApi.get, { ...DONE, invoice: false, is_dismissed: true })
  await press('Hide the checklist')
  await waitFor(() => expect(screen.queryByText('Get started')).toBeNull())
  expect(callsOf(checklistApi.dismiss)).toHaveLength(1)
})

test('an account that has taken all steps sees no checklist', async () => {
  answer(checklistApi.get, DONE)
  visit('/dashboard')
  await screen.findByRole('heading', { name: 'Recent Activity' })
  expect(screen.queryByText('Get started')).toBeNull()
})
