import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { billableWorkApi } from '#features/billing/billable-work/contract.ts'
import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { businessApi } from '#features/foundation/business/contract.ts'
import { answer, callsOf } from '#tests/answers.ts'
import { visit } from '#tests/component.tsx'

test('work is billed before the date of the newest invoice only after a question', async () => {
  const client = { id: 1, name: 'Studio North' }
  answer(businessApi.get, { newest_issue_date: '2999-12-31' })
  answer(clientsApi.get, client)
  answer(billableWorkApi.unbilled, {
    projects: [
      {
        project_id: 2,
        project_name: 'Website',
        client_id: client.id,
        client_name: client.name,
        currency: 'USD',
        fees: [{ kind: 'milestone', id: 3, description: 'Launch', amount: 500 }],
        sums: [{ currency: 'USD', count: 1, amount: 500 }],
      },
    ],
  })
  const ada = visit('/bill?client_id=1')
  const [create] = await screen.findAllByRole('button', { name: 'Create draft for $500.00' })
  if (create) await ada.click(create)
  expect(await screen.findByRole('alertdialog')).toHaveTextContent('an invoice dated Dec 31, 2999')
  await ada.press('Cancel')
  expect(callsOf(invoicesApi.create)).toEqual([])
  const draft = { id: 7, invoice_number: 'INV-0001', number: 1, status: 'draft' } as const
  answer(invoicesApi.create, draft)
  answer(invoicesApi.get, draft)
  if (create) await ada.click(create)
  await ada.press(/^Use /)
  await screen.findByRole('dialog', { name: /INV-0001/ })
  expect(callsOf(invoicesApi.create)).toHaveLength(1)
})

test('a client with work says how much, how old, and where a rate is missing', async () => {
  const work = (client_id: number, client_name: string, amount: number) => ({
    project_id: client_id + 10,
    project_name: 'Website',
    client_id,
    client_name,
    currency: 'EUR',
    time: [
      { id: client_id, date: '2026-11-03', description: 'Sketches', hours: 1.5, amount: amount || null },
      { id: client_id + 5, date: '2026-10-20', description: '', hours: 1, amount: null },
    ],
    sums: [{ currency: 'EUR', count: 2, hours: 2.5, amount }],
  })
  answer(billableWorkApi.unbilled, { projects: [work(1, 'Studio North', 150), work(2, 'Alder Books', 0)] })
  answer(billableWorkApi.unbilledSums, {
    home_currency: 'USD',
    home_amount: 165,
    is_complete: true,
    sums: [{ currency: 'EUR', count: 4, hours: 5, amount: 150 }],
  })
  visit('/bill')
  const [alder, north] = await screen.findAllByRole('link', { name: /Website/ })
  expect(alder).toHaveTextContent('2.5 h, oldest from Oct 20')
  expect(alder).toHaveTextContent('No rate')
  expect(north).toHaveTextContent('€150.00')
  expect(await screen.findByText('About $165.00')).toBeVisible()
})
