import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { answer, callsOf, refusal } from '#tests/answers.ts'
import { expectToast, visit } from '#tests/component.tsx'
import { savedInvoice } from '#tests/saved-invoice.ts'
import { invoicesApi } from './contract/api.ts'

/** 170 in all. */
const LINES = [
  { id: 1, description: 'Design', quantity: 1, rate: 100 },
  { id: 2, description: 'Hosting', quantity: 2, rate: 20 },
  { id: 3, description: 'Photos', quantity: 3, rate: 10 },
]

async function open(given: Parameters<typeof savedInvoice>[0] = {}) {
  const invoice = savedInvoice({ items: LINES, ...given })
  const ada = visit(`/invoices?view=${invoice.id}`)
  const dialog = within(await screen.findByRole('dialog', { name: /INV-0001/ }))
  await dialog.findByText('Photos')
  return { ada, invoice, dialog, edit: () => ada.press('Edit'), save: () => ada.press('Save Details') }
}

const closed = () => screen.findByRole('button', { name: 'Edit' })

describe('a discount', () => {
  test('is previewed while it is typed, in percent and as an amount', async () => {
    const { ada, invoice, dialog, edit, save } = await open({ tax_rate: 10 })
    const expectTotal = async (amount: string) =>
      expect((await dialog.findByText('Total')).parentElement).toHaveTextContent(amount)
    await expectTotal('$187.00')
    await edit()
    await ada.choose('Discount', 'In percent')
    await ada.fill('Discount in percent', '12,5')
    await dialog.findByText('$21.25 off, before tax.')
    await expectTotal('$163.63')
    await save()
    await expectToast('Invoice updated successfully')
    await dialog.findByText('Discount (12.5%)')
    expect(invoice.current()).toMatchObject({ discount_percent: 12.5, discount_amount: 21.25, total: 163.63 })

    await edit()
    await ada.choose('Discount', 'As an amount')
    await ada.fill('Discount as an amount', '70')
    await expectTotal('$110.00')
    await save()
    await dialog.findByText('−$70.00')
    expect(invoice.current()).toMatchObject({ discount_percent: null, discount_amount: 70, total: 110 })

    await edit()
    await ada.choose('Discount', 'None')
    await save()
    await closed()
    await expectTotal('$187.00')
    expect(invoice.current()).toMatchObject({ discount_percent: null, discount_amount: 0, total: 187 })
  })

  test('that the server refuses is explained at its field', async () => {
    const { ada, edit, save } = await open()
    const fields = { discount_amount: 'Must be at most $170.00' }
    answer(invoicesApi.update, refusal(400, { error: 'Discount', code: 'validation_failed', fields }))
    await edit()
    await ada.choose('Discount', 'As an amount')
    await ada.fill('Discount as an amount', '171')
    await save()
    await screen.findByRole('link', { name: /at most \$170\.00/ })
    const field = screen.getByLabelText('Discount as an amount')
    expect(field).toHaveAccessibleDescription(/at most \$170\.00/)
    expect(field).toHaveValue('171')
  })
})

test('percents are read as people write them, and the arrow keys step', async () => {
  const { ada, edit, save } = await open()
  await edit()
  await ada.fill('Tax rate', '8,25')
  await ada.keyboard('{ArrowUp}{ArrowUp}{ArrowDown}')
  expect(screen.getByLabelText('Tax rate')).toHaveValue('8.26')
  await save()
  await closed()
  expect(callsOf(invoicesApi.update)).toMatchObject([{ body: { tax_rate: 8.26 } }])
})

test('reverse charge takes the tax off and says who is liable', async () => {
  const { ada, invoice, dialog, edit, save } = await open({ tax_rate: 19 })
  const rate = () => screen.getByLabelText('Tax rate')
  await edit()
  await ada.choose('Tax category', 'Reverse charge')
  expect(screen.getByRole('combobox', { name: 'Tax category' })).toHaveAccessibleDescription(
    /recipient is liable/,
  )
  expect(rate()).toHaveValue('0')
  expect(rate()).toHaveAttribute('readonly')
  await ada.choose('Tax category', 'Standard')
  expect(rate()).toHaveValue('19')
  await ada.choose('Tax category', 'Reverse charge')
  await ada.fill('Service from', '2026-10-01')
  await ada.fill('Service to', '2026-09-30')
  await save()
  await screen.findByRole('link', { name: /must not be before the first day/i })
  expect(screen.getByLabelText('Service to')).toBeInvalid()
  await ada.fill('Service to', '2026-10-31')
  await save()
  await expectToast('Invoice updated successfully')
  await dialog.findByText('Oct 1, 2026 – Oct 31, 2026')
  expect(invoice.current()).toMatchObject({
    tax_category: 'reverse_charge',
    tax_rate: 0,
    total: 170,
    service_from: '2026-10-01',
    service_to: '2026-10-31',
  })
})

test('a draft gets another client and project, and its currency is explained', async () => {
  answer(clientsApi.list, [{ id: 2, name: 'Atelier Moreau', currency: 'EUR' }])
  const lookbook = {
    id: 3,
    name: 'Lookbook',
    client_id: 2,
    currency: 'EUR',
    rate: 90,
    rate_unit: 'hour',
  } as const
  answer(projectsApi.list, [lookbook])
  answer(projectsApi.get, lookbook)
  const { ada, invoice, dialog, edit, save } = await open()
  await edit()
  await ada.choose('Client', /Atelier Moreau/)
  await dialog.findByText(/Atelier Moreau is billed in EUR\./)
  expect(screen.getByRole('combobox', { name: 'Currency' })).toHaveValue('USD')
  await ada.fill('Currency', 'EUR')
  await ada.click(await screen.findByRole('option', { name: /^EUR/ }))
  await dialog.findByText(/\$100\.00 becomes €100\.00/)
  await ada.choose('Project', /^Lookbook/)
  await ada.fill('Exchange rate', '1,1')
  await save()
  await expectToast('Invoice updated successfully')
  expect(callsOf(invoicesApi.update)).toMatchObject([
    { body: { client_id: 2, project_id: 3, currency: 'EUR', exchange_rate: 1.1 } },
  ])
  expect(invoice.current()).toMatchObject({ total: 170, home_total: 187 })
  expect(await screen.findByLabelText('Rate')).toHaveValue('90')
  expect(screen.getByRole('combobox', { name: 'Unit' })).toHaveTextContent('hours')
})

test('details that were changed elsewhere are shown beside what was typed, and can replace it', async () => {
  const { ada, invoice, edit, save } = await open()
  await edit()
  await ada.fill('Notes', 'Mine')
  invoice.change({ notes: 'Theirs', tax_rate: 5 })
  await save()
  const panel = await screen.findByRole('alert')
  for (const text of ['Mine', 'Theirs', '5%']) expect(panel).toHaveTextContent(text)
  expect(screen.getByLabelText('Notes')).toHaveValue('Mine')
  await ada.press('Use saved version')
  expect(screen.getByLabelText('Notes')).toHaveValue('Theirs')
  expect(screen.getByLabelText('Tax rate')).toHaveValue('5')
})
