import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ClientInput, clientsApi } from '#features/engagement/clients/contract.ts'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { businessApi } from '#features/foundation/business/contract.ts'
import { answer, callsOf } from '#tests/answers.ts'
import { visit } from '#tests/component.tsx'
import { invoicesApi } from './contract/api.ts'

const NEW = { id: 4712, invoice_number: 'INV-0001' }

async function create(ada: ReturnType<typeof visit>) {
  answer(invoicesApi.create, NEW)
  answer(invoicesApi.get, NEW)
  const form = within(screen.getByRole('dialog', { name: 'Create Invoice' }))
  await ada.click(form.getByRole('button', { name: 'Create Invoice' }))
  await screen.findByRole('dialog', { name: /INV-0001/ })
  expect(ada.address()).toBe('/invoices?view=4712')
}

test('the only client is proposed', async () => {
  answer(clientsApi.list, [{ id: 1, name: 'Studio North' }])
  const ada = visit('/invoices?new')
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Client' })).toHaveValue('Studio North'))
  await create(ada)
  expect(callsOf(invoicesApi.create)).toMatchObject([{ body: { client_id: 1 } }])
})

test('discount, period and tax category are under "More options"', async () => {
  answer(clientsApi.list, [{ id: 1, name: 'Studio North' }])
  const ada = visit('/invoices?new')
  await ada.choose('Client', 'Studio North')
  expect(screen.getByLabelText('Tax category')).not.toBeVisible()
  await ada.click(screen.getByText('More options'))
  expect(screen.getByLabelText('Tax category')).toBeVisible()
  await ada.choose('Discount', 'In percent')
  await ada.fill('Discount in percent', '5')
  await ada.choose('Tax category', 'Exempt')
  await ada.fill('Service from', '2026-10-01')
  await ada.fill('Service to', '2026-10-31')
  await create(ada)
  expect(callsOf(invoicesApi.create)).toMatchObject([
    {
      body: {
        client_id: 1,
        tax_category: 'exempt',
        discount_percent: 5,
        service_from: '2026-10-01',
        service_to: '2026-10-31',
      },
    },
  ])
})

test('a date before the newest invoice asks first', async () => {
  answer(businessApi.get, { newest_issue_date: '2026-11-12' })
  answer(clientsApi.list, [{ id: 1, name: 'Studio North' }])
  const ada = visit('/invoices?new')
  await ada.choose('Client', 'Studio North')
  await ada.fill('Issue date', '2026-11-03')
  await ada.click(
    within(screen.getByRole('dialog', { name: 'Create Invoice' })).getByRole('button', {
      name: 'Create Invoice',
    }),
  )
  expect(await screen.findByRole('alertdialog')).toHaveTextContent('an invoice dated Nov 12, 2026')
  await ada.press('Change the date')
  expect(callsOf(invoicesApi.create)).toEqual([])
  answer(invoicesApi.create, NEW)
  answer(invoicesApi.get, NEW)
  await ada.press('Create Invoice')
  await ada.press('Use Nov 3, 2026')
  await screen.findByRole('dialog', { name: /INV-0001/ })
  expect(callsOf(invoicesApi.create)).toMatchObject([{ body: { issue_date: '2026-11-03' } }])
})

test('a picker creates a missing client and project without leaving the form', async () => {
  const hostile = 'Studio “North” <b>'
  answer(clientsApi.list, ({ query: { q = '' } }) =>
    'acme ltd'.includes(q) ? [{ id: 1, name: 'Acme Ltd' }] : [],
  )
  answer(clientsApi.create, ({ body }) => ({ id: 2, name: ClientInput.parse(body).name }))
  answer(projectsApi.create, { id: 3, name: 'Website' })
  const ada = visit('/invoices?new')
  const offers = (options: string[]) =>
    waitFor(() =>
      expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(options),
    )
  await ada.fill('Client', 'acme ltd')
  await offers(['Acme Ltd'])
  await ada.fill('Client', 'acme')
  await offers(['Acme Ltd', 'Create client “acme”'])
  await ada.fill('Client', hostile)
  await offers([`Create client “${hostile}”`])
  await ada.keyboard('{Enter}')
  await screen.findByText('Client created successfully')
  expect(await screen.findByRole('combobox', { name: 'Client' })).toHaveValue(hostile)

  await ada.fill('Project', 'Website')
  await ada.click(await screen.findByRole('option', { name: 'Create project “Website”' }))
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Project' })).toHaveValue('Website'))
  await create(ada)
  expect(callsOf(clientsApi.create)).toMatchObject([{ body: { name: hostile } }])
  expect(callsOf(projectsApi.create)).toMatchObject([{ body: { name: 'Website', client_id: 2 } }])
  expect(callsOf(invoicesApi.create)).toMatchObject([{ body: { client_id: 2, project_id: 3 } }])
})
