import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { answer, callsOf } from '#tests/answers.ts'
import type { Given } from '#tests/blank.ts'
import { visit } from '#tests/component.tsx'
import type { Body } from '#tests/people.ts'
import { portalApi } from './contract/portal.ts'

type Shown = Given<Body<typeof portalApi.invoice>>

const INVOICE: Shown = {
  id: 7,
  invoice_number: 'INV-0007',
  number: 7,
  status: 'sent',
  approval_status: 'pending',
  approval_required: true,
  due_date: '2026-12-01',
  issue_date: '2026-11-01',
  currency: 'USD',
  locale: 'en-US',
  time_zone: 'UTC',
  total: 140,
  balance: 140,
  payable: 140,
  revision: 'r1',
  items: [
    { id: 1, description: 'Design', quantity: 1, rate: 100, amount: 100 },
    { id: 2, description: 'Hosting', quantity: 2, rate: 20, amount: 40 },
  ],
}

async function open(given: Shown = {}) {
  answer(portalApi.overview, { business: { name: 'Ada Studio' }, locale: 'en-US' })
  answer(portalApi.invoice, { ...INVOICE, ...given })
  answer(portalApi.decideInvoice, { ...INVOICE, approval_status: 'rejected' })
  const jonas = visit('/client-portal/1.x/invoices/7')
  await screen.findByRole('heading', { name: 'Invoice #INV-0007' })
  return jonas
}

test('amount and due date stand before the letterhead, and the actions before the lines', async () => {
  await open()
  const page = document.body.textContent ?? ''
  const order = ['$140.00', 'Due December 1, 2026', 'Approve', 'Request Changes', 'Billed to', 'Design']
  expect(
    order.map((part) => page.indexOf(part)).every((place, index, all) => place > (all[index - 1] ?? -1)),
  ).toBe(true)
})

test('the question whether to approve states the amount', async () => {
  const jonas = await open({ amount_paid: 40, balance: 100 })
  await jonas.press('Approve')
  const dialog = within(await screen.findByRole('dialog', { name: 'Approve Invoice' }))
  dialog.getByText('Are you ready to approve this invoice for payment?')
  dialog.getByText('$100.00')
})

describe('changes are requested', () => {
  const submit = () => screen.getByRole('button', { name: 'Submit Feedback' })

  test('on marked lines, each in its own words', async () => {
    const jonas = await open()
    await jonas.press('Request Changes')
    await screen.findByRole('dialog', { name: 'Request Changes' })
    expect(submit()).toBeDisabled()
    await jonas.click(screen.getByRole('checkbox', { name: 'Design' }))
    await jonas.click(screen.getByRole('checkbox', { name: 'Hosting' }))
    expect(submit()).toBeDisabled()
    await jonas.fill('What should be changed on “Hosting”?', ' Agreed at $20 ')
    expect(submit()).toBeDisabled()
    await jonas.click(screen.getByRole('checkbox', { name: 'Design' }))
    await jonas.press('Submit Feedback')
    expect(callsOf(portalApi.decideInvoice)).toMatchObject([
      { body: { status: 'rejected', revision: 'r1', lines: [{ item_id: 2, note: 'Agreed at $20' }] } },
    ])
  })

  test('on the whole, and what was written is kept while the dialog is closed', async () => {
    const jonas = await open()
    await jonas.press('Request Changes')
    await jonas.fill('Feedback', 'Too much')
    await jonas.press('Cancel')
    await jonas.press('Request Changes')
    expect(await screen.findByLabelText('Feedback')).toHaveValue('Too much')
    await jonas.press('Submit Feedback')
    expect(callsOf(portalApi.decideInvoice)).toMatchObject([
      { body: { status: 'rejected', client_notes: 'Too much', lines: [] } },
    ])
  })

  test('by one button, however many lines there are', async () => {
    await open()
    expect(screen.getAllByRole('button', { name: /Request/ })).toHaveLength(1)
  })
})

test('a line that changes were requested on is marked, until the client decides again', async () => {
  const line = { description: 'Hosting', quantity: 2, rate: 20, amount: 40 }
  const request = { item_id: 2, line, note: 'Agreed at $20', client_name: 'Jonas', answered_at: null }
  await open({
    approval_status: 'rejected',
    line_requests: [
      { ...request, id: 1, answer: null, closed_at: null },
      { ...request, id: 2, item_id: 1, answer: 'explained', closed_at: '2026-11-10T12:00:00Z' },
    ],
  })
  const [marked] = screen.getAllByText('You requested a change')
  expect(marked?.closest('tr')).toHaveTextContent('Hosting')
  expect(screen.queryByText('Your request was answered')).toBeNull()
})
