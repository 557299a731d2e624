import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { answer, callsOf } from '#tests/answers.ts'
import { expectClosed, visit } from '#tests/component.tsx'
import { recurringInvoicesApi } from './contract.ts'

test('a retainer keeps its hours, rates and tax when it is edited', async () => {
  const retainer = {
    id: 1,
    client_id: 2,
    client_name: 'Harbor & Pine',
    kind: 'retainer' as const,
    frequency: 'month' as const,
    start_date: '2026-12-01',
    items: [{ description: 'Design retainer', quantity: 1.5, rate: 2100 }],
    included_hours: 25,
    extra_rate: 95.5,
    tax_rate: 8.875,
  }
  answer(recurringInvoicesApi.list, [retainer])
  answer(clientsApi.get, { id: 2, name: 'Harbor & Pine' })
  answer(recurringInvoicesApi.update, retainer)
  const ada = visit('/recurring-invoices?edit=1')
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Recurring Invoice' }))
  expect(dialog.getByLabelText('Included hours')).toHaveDisplayValue('25')
  await ada.fill('Description', 'Design')
  await ada.press('Save Recurring Invoice')
  await expectClosed('Edit Recurring Invoice')
  expect(callsOf(recurringInvoicesApi.update)).toMatchObject([
    {
      body: {
        items: [{ description: 'Design', quantity: 1.5, rate: 2100 }],
        included_hours: 25,
        extra_rate: 95.5,
        tax_rate: 8.875,
      },
    },
  ])
})
