import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import { paymentsApi } from '#features/billing/payments/contract.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { businessApi } from '#features/foundation/business/contract.ts'
import { answer, callsOf, refusal } from '#tests/answers.ts'
import { expectClosed, expectToast, visit } from '#tests/component.tsx'
import { savedInvoice } from '#tests/saved-invoice.ts'
import { sendingApi } from './contract/sending.ts'

const TIME = { kind: 'time' as const, logged_hours: 2, count: 1 }
const DESIGN = { id: 1, description: 'Design', quantity: 2, unit: 'hours' as const, rate: 0, work: TIME }
const SENDER = { name: 'Ada & Co', address: '1 Elm Street', city: 'Bristol' }
const COMPLETE = {
  due_date: '2026-12-16',
  details: { seller: SENDER, payment: { iban: 'DE89370400440532013000' } },
}

/** The dialog that sends an invoice of Studio North. */
async function open(given: Parameters<typeof savedInvoice>[0] = {}) {
  answer(clientsApi.get, { id: 1, name: 'Studio North', email: 'north@example.com' })
  answer(businessApi.update, {})
  const invoice = savedInvoice({ issue_date: '2026-11-16', items: [{ ...DESIGN, rate: 50 }], ...given })
  answer(
    sendingApi.send,
    invoice.ifUnchanged(() => ({
      invoice: invoice.change({ status: 'sent' }),
      mailed_to: 'north@example.com',
    })),
  )
  const ada = visit('/invoices')
  await ada.press(/INV-0001/)
  await screen.findByRole('row', { name: /Design/ })
  await ada.press('Send')
  const dialog = within(await screen.findByRole('dialog', { name: 'Send INV-0001' }))
  await dialog.findByLabelText('To')
  return { ada, invoice, dialog, send: async () => ada.click(dialog.getByRole('button', { name: 'Send' })) }
}

describe('what is missing', () => {
  test('is entered in the dialog, and saved before the invoice is sent', async () => {
    const { ada, dialog, send } = await open({ items: [DESIGN] })
    expect(dialog.getByText('So that Studio North can pay you.')).toBeVisible()
    await ada.fill('Rate per hour', '60')
    await ada.fill('Due date', '2026-12-01')
    await ada.fill('Your IBAN', 'DE89 3704 0044 0532 0130 00')
    await ada.fill('Your street address', '1 Elm Street')
    await ada.fill('City', 'Bristol')
    expect(dialog.getByLabelText('Text')).toHaveDisplayValue(/for \$120\.00, due on December 1, 2026/)
    await send()
    await expectToast('INV-0001 sent to north@example.com')
    expect(callsOf(businessApi.update)).toMatchObject([
      { body: { iban: 'DE89 3704 0044 0532 0130 00', address: '1 Elm Street', city: 'Bristol' } },
    ])
    expect(callsOf(invoicesApi.update)).toMatchObject([{ body: { due_date: '2026-12-01' } }])
    expect(callsOf(invoicesApi.updateItem)).toMatchObject([{ body: { rate: 60, quantity: 2 } }])
    expect(callsOf(sendingApi.send)).toHaveLength(1)
  })

  test('can be left empty', async () => {
    const { send } = await open()
    await send()
    await expectClosed('Send INV-0001')
    expect([...callsOf(businessApi.update), ...callsOf(invoicesApi.update)]).toEqual([])
  })

  test('is checked before anything is saved', async () => {
    const { ada, dialog, send } = await open()
    await ada.fill('Due date', '2026-11-15')
    await ada.fill('Your IBAN', 'DE00')
    await send()
    expect(await dialog.findByText('Must not be before the issue date')).toBeVisible()
    expect(dialog.getByText('This IBAN contains a typo')).toBeVisible()
    expect(callsOf(sendingApi.send)).toEqual([])
  })

  test('is asked for once, even if the invoice could not be sent', async () => {
    const { ada, dialog, send } = await open({ details: COMPLETE.details })
    answer(sendingApi.send, refusal(429, { error: 'Your plan allows 50 emails a day to clients.' }))
    await ada.fill('Due date', '2026-12-01')
    await send()
    await expectToast('Failed to send invoice')
    expect(dialog.queryByLabelText('Due date')).toBeNull()
    await send()
    expect(callsOf(invoicesApi.update)).toHaveLength(1)
  })
})

test('a complete invoice is asked for nothing', async () => {
  const { dialog } = await open(COMPLETE)
  expect(dialog.queryByText('Still missing')).toBeNull()
})

test('whoever can be paid online needs no bank details', async () => {
  answer(paymentsApi.connection, { status: 'ready' })
  const { dialog } = await open({ ...COMPLETE, details: { seller: SENDER } })
  expect(dialog.queryByText('Still missing')).toBeNull()
})
