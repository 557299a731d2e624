import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { callsOf, holdChanges } from '#tests/answers.ts'
import { expectToast, rowWith, visit } from '#tests/component.tsx'
import { savedInvoice } from '#tests/saved-invoice.ts'
import { invoicesApi } from './contract/api.ts'

const LINES = [
  { id: 1, description: 'Design', quantity: 1, rate: 100 },
  { id: 2, description: 'Hosting', quantity: 2, rate: 20 },
  { id: 3, description: 'Photos', quantity: 3, rate: 10 },
]

test('a line has a unit and two lines of text', async () => {
  const invoice = savedInvoice()
  const ada = visit(`/invoices?view=${invoice.id}`)
  await ada.fill('Description', 'Design of the checkout')
  await ada.keyboard('{Enter}Three rounds of review')
  await ada.fill('Qty', '7,5')
  await ada.choose('Unit', 'hours')
  await ada.fill('Rate', '80')
  expect(screen.getByLabelText('Amount')).toHaveTextContent('$600.00')
  await ada.keyboard('{Enter}')
  await expectToast('Item added successfully')
  expect(await screen.findByLabelText('Description')).toHaveFocus()
  expect(screen.getByRole('row', { name: /Design of the checkout/ })).toHaveTextContent('7.50 hours')
  const description = 'Design of the checkout\nThree rounds of review'
  expect(callsOf(invoicesApi.addItem)).toMatchObject([
    { body: { description, quantity: 7.5, unit: 'hours', rate: 80 } },
  ])

  await ada.press('Edit Design of the checkout')
  const row = await rowWith('Save item')
  expect(row.getByLabelText('Description')).toHaveValue(description)
  await ada.click(row.getByRole('combobox', { name: 'Unit' }))
  await ada.click(await screen.findByRole('option', { name: 'No unit' }))
  await ada.click(row.getByLabelText('Description'))
  await ada.keyboard('{Control>}{Enter}{/Control}')
  await expectToast('Item updated successfully')
  expect(invoice.current().items).toMatchObject([{ description, unit: '' }])
})

test('quantities and rates are read as people write them, and the arrow keys step', async () => {
  const invoice = savedInvoice()
  const ada = visit(`/invoices?view=${invoice.id}`)
  await ada.fill('Description', 'Design')
  await ada.fill('Qty', '1,5')
  await ada.keyboard('{ArrowUp}')
  expect(screen.getByLabelText('Qty')).toHaveValue('1.6')
  await ada.fill('Rate', '1.250,00')
  expect(screen.getByLabelText('Amount')).toHaveTextContent('$2,000.00')
  await ada.keyboard('{Enter}')
  await expectToast('Item added successfully')
  expect(callsOf(invoicesApi.addItem)).toMatchObject([{ body: { quantity: 1.6, rate: 1250 } }])
})

const shown = () =>
  screen.getAllByRole('button', { name: /^Move / }).map((handle) => handle.getAttribute('aria-label'))
const saved = ({ current }: ReturnType<typeof savedInvoice>) =>
  current().items.map(({ description }) => description)

test('lines are moved by keyboard, and announced', async () => {
  const invoice = savedInvoice({ items: LINES })
  const ada = visit(`/invoices?view=${invoice.id}`)
  const handle = await screen.findByRole('button', { name: 'Move Photos' })
  handle.focus()
  await ada.keyboard('{ArrowUp}{ArrowUp}')
  expect(await screen.findByText('Photos is now number 1 of 3')).toHaveAttribute('role', 'status')
  await waitFor(() => expect(saved(invoice)).toEqual(['Photos', 'Design', 'Hosting']))
  expect(shown()).toEqual(['Move Photos', 'Move Design', 'Move Hosting'])
  expect(handle).toHaveFocus()
})

test('a line that was moved while the invoice changed elsewhere is back in its place', async () => {
  const invoice = savedInvoice({ items: LINES })
  const ada = visit(`/invoices?view=${invoice.id}`)
  const handle = await screen.findByRole('button', { name: 'Move Photos' })
  invoice.change({ notes: 'Thank you' })
  handle.focus()
  await ada.keyboard('{ArrowUp}')
  await expectToast('Failed to move the item')
  await within(await screen.findByRole('dialog', { name: /INV-0001/ })).findByText('Thank you')
  expect(saved(invoice)).toEqual(['Design', 'Hosting', 'Photos'])
  expect(shown()).toEqual(['Move Design', 'Move Hosting', 'Move Photos'])
})

test('a line that was changed elsewhere is shown beside what was typed, which stays', async () => {
  const invoice = savedInvoice({ items: LINES.slice(0, 1) })
  const ada = visit(`/invoices?view=${invoice.id}`)
  await ada.press('Edit Design')
  const rate = (await rowWith('Save item')).getByLabelText('Rate')
  await ada.clear(rate)
  await ada.type(rate, '120')
  invoice.change({ items: [{ id: 1, description: 'Design', quantity: 1, rate: 150 }] })
  await ada.press('Save item')
  const panel = await screen.findByRole('alert')
  expect(panel).toHaveTextContent('$120.00')
  expect(panel).toHaveTextContent('$150.00')
  expect(invoice.current().total).toBe(150)
  await ada.click(within(panel).getByRole('button', { name: 'Keep editing' }))
  expect((await rowWith('Save item')).getByLabelText('Rate')).toHaveValue('120')
  await ada.press('Save item')
  await expectToast('Item updated successfully')
  expect(invoice.current().total).toBe(120)
})

test('lines that are added in quick succession do not conflict', async () => {
  const invoice = savedInvoice()
  const ada = visit(`/invoices?view=${invoice.id}`)
  const letGo = holdChanges()
  for (const description of ['One', 'Two', 'Three', 'Four']) {
    await ada.fill('Description', description)
    await ada.fill('Rate', '10')
    await ada.keyboard('{Enter}')
  }
  await ada.choose('Status', 'Sent')
  expect(invoice.current().version).toBe(1)
  letGo()
  await waitFor(() => expect(invoice.current()).toMatchObject({ total: 40, status: 'sent' }))
  expect(saved(invoice)).toEqual(['One', 'Two', 'Three', 'Four'])
})
