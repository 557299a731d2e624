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

test('a draft that gets its number by being sent leaves what was not changed to the server', async () => {
  const invoice = savedInvoice({ number: null, invoice_number: 'Draft', items: [{ ...DESIGN, rate: 50 }] })
  answer(clientsApi.get, { id: 1, name: 'Studio North', email: 'north@example.com' })
  answer(
    sendingApi.send,
    invoice.ifUnchanged(() => ({
      invoice: invoice.change({ status: 'sent', number: 1, invoice_number: 'INV-0001' }),
      mailed_to: 'north@example.com',
    })),
  )
  const ada = visit('/invoices?view=1')
  await screen.findByRole('row', { name: /Design/ })
  await ada.press('Send')
  const dialog = within(await screen.findByRole('dialog', { name: 'Send the draft for Studio North' }))
  expect(await dialog.findByLabelText('Subject')).not.toHaveDisplayValue(/proposal|Draft/)
  await ada.fill('Text', 'As agreed.')
  await ada.click(dialog.getByRole('button', { name: 'Send' }))
  await expectToast('INV-0001 sent to north@example.com')
  const [{ body } = { body: null }] = callsOf(sendingApi.send)
  expect(body).toMatchObject({ message: 'As agreed.' })
  expect(body).not.toHaveProperty('subject')
})

describe('what is missing', () => {
  test('asks for an email address alone, or shares a link instead', async () => {
    const invoice = savedInvoice({ items: [{ ...DESIGN, rate: 50 }] })
    answer(clientsApi.get, { id: 1, name: 'Studio North', email: '' })
    answer(
      sendingApi.send,
      invoice.ifUnchanged(() => ({
        invoice: invoice.change({ status: 'sent' }),
        mailed_to: null,
        portal_url: 'http://localhost/client-portal/secret/invoices/1',
      })),
    )
    const ada = visit('/invoices')
    await ada.press(/INV-0001/)
    await screen.findByRole('row', { name: /Design/ })
    await ada.press('Send')
    const dialog = within(await screen.findByRole('dialog', { name: 'Send INV-0001' }))
    expect(await dialog.findByText('Studio North has no email address.')).toBeVisible()
    expect(dialog.queryByText('Still missing')).toBeNull()
    await ada.press('Share a link instead')
    expect(dialog.getByText('Still missing')).toBeVisible()
    await ada.press('Mark as sent and get the link')
    expect(await screen.findByRole('dialog', { name: 'INV-0001 is sent' })).toHaveTextContent(
      'Share this link',
    )
    expect(callsOf(sendingApi.send)).toMatchObject([{ body: { mail: false } }])
  })

  test('is entered in the dialog, and saved before the invoice is sent', async () => {
    const { ada, dialog, send } = await open({ items: [DESIGN] })
    expect(dialog.getByText('So that Studio North can pay you.')).toBeVisible()
    await ada.fill('Rate per hour', '60')
    await ada.fill('Due date', '2026-12-01')
    await ada.fill('How to pay you', 'DE89 3704 0044 0532 0130 00')
    await ada.fill('Your street address', '1 Elm Street')
    await ada.fill('City', 'Bristol')
    expect(dialog.getByLabelText('Text')).toHaveDisplayValue(/for \$120\.00, due on December 1, 2026/)
    await send()
    await expectToast('INV-0001 sent to north@example.com')
    expect(callsOf(businessApi.update)).toMatchObject([
      { body: { iban: 'DE89370400440532013000', address: '1 Elm Street', city: 'Bristol' } },
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
    await ada.fill('How to pay you', 'DE89 3704 0044 0532 0130 01')
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

test('a freelancer who is paid online needs no bank details', async () => {
  answer(paymentsApi.connection, { status: 'ready' })
  const { dialog } = await open({ ...COMPLETE, details: { seller: SENDER } })
  expect(dialog.queryByText('Still missing')).toBeNull()
})

describe('an invoice that is sent later', () => {
  const AT_NINE = '2036-11-20T09:00:00.000Z'
  const SCHEDULED = { ...COMPLETE, scheduled_for: AT_NINE, scheduled_mail: { attach_pdf: true } }

  test('is scheduled with what was chosen, and says so', async () => {
    const { ada, dialog, invoice } = await open(COMPLETE)
    answer(
      sendingApi.schedule,
      invoice.ifUnchanged(() => invoice.change(SCHEDULED)),
    )
    await ada.press('Send later')
    expect(dialog.getByText(/It keeps its date, Nov 16, 2026\./)).toBeVisible()
    expect(dialog.getByLabelText('At')).toHaveDisplayValue('09:00')
    await ada.fill('Send on', '2036-11-20')
    await ada.fill('Subject', 'November')
    await ada.press('Schedule')
    await expectClosed('Send INV-0001')
    expect(callsOf(sendingApi.schedule)).toMatchObject([
      { body: { date: '2036-11-20', time: '09:00', subject: 'November', attach_pdf: true } },
    ])
    expect(Object.keys(callsOf(sendingApi.schedule)[0]?.body ?? {})).not.toContain('message')
    const shown = within(screen.getByRole('dialog', { name: 'INV-0001 Draft' }))
    expect(shown.getByText('Scheduled for Nov 20, 2036, 9:00 AM')).toBeVisible()
    expect(shown.getByText('To be sent at 9:00 AM')).toBeVisible()
  })

  test('can be sent now, changed, and called off, which can be undone', async () => {
    answer(clientsApi.get, { id: 1, name: 'Studio North', email: 'north@example.com' })
    const invoice = savedInvoice({ items: [DESIGN], ...SCHEDULED })
    const ended = { scheduled_for: null, scheduled_mail: null }
    answer(sendingApi.unschedule, () => invoice.change(ended))
    answer(sendingApi.schedule, () => invoice.change(SCHEDULED))
    answer(sendingApi.send, () => ({
      invoice: invoice.change({ status: 'sent', ...ended }),
      mailed_to: 'north@example.com',
    }))
    const ada = visit('/invoices?view=1')
    await ada.press('Cancel sending')
    await expectToast('INV-0001 is no longer scheduled')
    await ada.press('Undo')
    await ada.press('Change time')
    expect(await screen.findByLabelText('Send on')).toHaveDisplayValue('2036-11-20')
    await ada.press('Cancel')
    await ada.press('Send now')
    await expectToast('INV-0001 sent to north@example.com')
    expect(screen.queryByText(/Scheduled for/)).toBeNull()
    expect(callsOf(sendingApi.schedule)).toMatchObject([{ body: { date: '2036-11-20', time: '09:00' } }])
  })

  test('says why it was not sent, and opens the mail to send it', async () => {
    answer(clientsApi.get, { id: 1, name: 'Studio North', email: '' })
    const schedule_problem = 'Studio North has no email address.'
    savedInvoice({ items: [DESIGN], ...SCHEDULED, schedule_problem })
    const ada = visit('/invoices?view=1')
    expect(await screen.findByText('Not sent on Nov 20, 2036, 9:00 AM')).toBeVisible()
    await ada.press('Send now')
    expect(await screen.findByLabelText('Email address of Studio North')).toBeVisible()
  })
})
