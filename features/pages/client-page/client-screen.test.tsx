import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { answer } from '#tests/answers.ts'
import { visit } from '#tests/component.tsx'
import { clientPageApi } from './contract.ts'

const CLIENT = { id: 7, name: 'Studio North' }

test('a new client shows next steps instead of zeros', async () => {
  answer(clientsApi.get, CLIENT)
  visit('/clients/7')
  await screen.findByRole('heading', { name: 'Next steps' })
  expect(screen.getByRole('main')).not.toHaveTextContent(/\$0/)
  const steps = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(steps).toEqual(expect.arrayContaining(['/projects?new&client=7', '/invoices?new&client=7']))
})

test('a client with a project and no work shows next steps instead of zeros', async () => {
  answer(clientsApi.get, { ...CLIENT, has_history: true })
  answer(clientPageApi.overview, { projects_count: 1 })
  visit('/clients/7')
  await screen.findByRole('heading', { name: 'Next steps' })
  expect(screen.getByRole('main')).not.toHaveTextContent(/\$0/)
  expect(screen.getByRole('link', { name: 'Log Time' })).toBeVisible()
})

test('a client with invoices shows where the money is', async () => {
  answer(clientsApi.get, { ...CLIENT, has_history: true })
  answer(clientPageApi.overview, { invoices_count: 1 })
  visit('/clients/7')
  await screen.findByRole('navigation', { name: 'Amounts' })
  expect(screen.queryByRole('heading', { name: 'Next steps' })).toBeNull()
})
