import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { answer, callsOf, refusal } from '#tests/answers.ts'
import { expectToast, visit } from '#tests/component.tsx'
import { projectsApi } from './contract.ts'

test('rates and estimated hours are read as people write them, and the arrow keys step', async () => {
  answer(projectsApi.create, {})
  const ada = visit('/projects?new')
  await ada.fill('Name', 'Website')
  await ada.fill('Hourly rate', "1'250.50")
  await ada.fill('Estimated hours', '12,5')
  await ada.keyboard('{ArrowDown}')
  await ada.press('Save Project')
  await expectToast('Project created successfully')
  expect(callsOf(projectsApi.create)).toMatchObject([
    { body: { name: 'Website', hourly_rate: 1250.5, estimated_hours: 12.4 } },
  ])
})

test('a picker that finds nothing says whether it could look', async () => {
  answer(clientsApi.list, refusal(503))
  const ada = visit('/projects?new')
  await ada.click(await screen.findByRole('combobox', { name: 'Client' }))
  await screen.findByText('The list could not be loaded.')
  expect(screen.queryByText(/No clients yet/)).toBeNull()
  answer(clientsApi.list, [{ id: 1, name: 'Studio North' }])
  await ada.press('Try again')
  await ada.click(await screen.findByRole('option', { name: 'Studio North' }))
  expect(screen.getByRole('combobox', { name: 'Client' })).toHaveValue('Studio North')
})

test('a project that is started on the page of a client is for that client, in its currency', async () => {
  answer(clientsApi.get, { id: 7, name: 'Studio North', currency: 'EUR' })
  answer(projectsApi.create, {})
  const ada = visit('/projects?new&client=7')
  await ada.fill('Name', 'Website')
  expect(screen.getByRole('combobox', { name: 'Client' })).toHaveValue('Studio North')
  await ada.press('Save Project')
  await expectToast('Project created successfully')
  expect(callsOf(projectsApi.create)).toMatchObject([{ body: { client_id: 7, currency: 'EUR' } }])
})
