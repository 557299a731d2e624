import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { addDays, dateIn } from '#core/calendar.ts'
import { formatDate } from '#core/format.ts'
import { creditNotesApi } from '#features/billing/credit-notes/contract.ts'
import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import { sendingApi } from '#features/billing/sending/contract/sending.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { businessApi } from '#features/foundation/business/contract.ts'
import { removalsApi } from '#features/foundation/removals/contract.ts'
import { answer, callsOf, refusal } from '#tests/answers.ts'
import { expectClosed, expectToast, rowWith, visit } from '#tests/component.tsx'
import { savedInvoice } from '#tests/saved-invoice.ts'

const DESIGN = { id: 1, description: 'Design', quantity: 1, rate: 100 }

/** An invoice with one line, opened from the list. */
async function open(given: Parameters<typeof savedInvoice>[0] = {}) {
  answer(clientsApi.get, { id: 1, name: 'Studio North', email: 'north@example.com' })
  const invoice = savedInvoice({ items: [DESIGN], ...given })
  answer(
    sendingApi.send,
    invoice.ifUnchanged(() => ({
      invoice: invoice.change({ status: 'sent' }),
      mailed_to: 'north@example.com',
    })),
  )
  const ada = visit('/invoices')
  await ada.press(/INV-0001/)
  const dialog = within(await screen.findByRole('dialog', { name: /INV-0001/ }))
  await dialog.findByRole('row', { name: /Design/ })
  return { ada, invoice, dialog }
}

test('a typed line is saved when the invoice is sent, unless it is incomplete, with the reason', async () => {
  const { ada, invoice, dialog } = await open()
  await ada.fill('Description', 'Hosting')
  await ada.press('Send')
  await dialog.findByText('Is required')
  await ada.choose('Status', 'Sent')
  await waitFor(() => expect(screen.getByLabelText('Rate')).toHaveFocus())
  expect(screen.queryByRole('dialog', { name: 'Send INV-0001' })).toBeNull()
  expect(invoice.current()).toMatchObject({ status: 'draft', items: [{ description: 'Design' }] })

  await ada.fill('Rate', '20')
  await ada.press('Send')
  const sending = within(await screen.findByRole('dialog', { name: 'Send INV-0001' }))
  await ada.click(await sending.findByRole('button', { name: 'Send' }))
  await expectToast('INV-0001 sent to north@example.com')
  expect(invoice.current()).toMatchObject({
    status: 'sent',
    total: 120,
    items: [{ description: 'Design' }, { description: 'Hosting' }],
  })
})

test('a payment is recorded on an invoice, but not on a proposal', async () => {
  const { dialog } = await open({ status: 'sent' })
  expect(dialog.getAllByRole('button', { name: 'Record payment' })[0]).toBeVisible()
  cleanup()
  savedInvoice({ items: [DESIGN], number: null, invoice_number: 'Draft', status: 'sent' })
  visit('/invoices?view=1')
  const proposal = within(await screen.findByRole('dialog', { name: /Proposal/ }))
  await proposal.findByRole('row', { name: /Design/ })
  expect(proposal.queryByRole('button', { name: 'Record payment' })).toBeNull()
})

test('an invoice that could not be loaded is no unknown one, and is loaded again on request', async () => {
  answer(invoicesApi.get, refusal(503))
  const ada = visit('/invoices?view=1')
  await screen.findByText('This invoice could not be loaded')
  savedInvoice({ items: [DESIGN] })
  await ada.press('Try again')
  expect(await screen.findByRole('dialog', { name: /INV-0001/ })).toBeVisible()
  cleanup()
  answer(invoicesApi.get, refusal(404))
  visit('/invoices?view=2')
  expect(await screen.findByRole('dialog', { name: 'Invoice not found' })).toBeVisible()
})

test('an address leads to sending a draft', async () => {
  answer(clientsApi.get, { id: 1, name: 'Studio North', email: 'north@example.com' })
  savedInvoice({ items: [DESIGN] })
  visit('/invoices?view=1&step=send')
  expect(await screen.findByRole('dialog', { name: 'Send INV-0001' })).toBeVisible()
})

test('an invoice without items asks before it is sent', async () => {
  const { ada, invoice, dialog } = await open()
  answer(
    invoicesApi.removeItem,
    invoice.ifUnchanged(() => {
      const { version } = invoice.change({ items: [] })
      return { success: true, removal_id: 1, invoice_version: version }
    }),
  )
  await ada.press('Delete Design')
  await ada.press('Delete')
  await waitFor(() => expect(dialog.queryByRole('row', { name: /Design/ })).toBeNull())
  await ada.choose('Status', 'Sent')
  expect(await screen.findByRole('alertdialog', { name: 'Send INV-0001 without items?' })).toBeVisible()
  await ada.press('Cancel')
  expect(invoice.current()).toMatchObject({ status: 'draft', items: [] })
})

test('a line that is being edited is saved before the status changes, and going back to draft asks first', async () => {
  const { ada, invoice } = await open()
  await ada.press('Edit Design')
  const rate = (await rowWith('Save item')).getByLabelText('Rate')
  await ada.clear(rate)
  await ada.paste('150')
  await ada.choose('Status', 'Sent')
  await expectToast('Invoice marked as sent')
  expect(invoice.current()).toMatchObject({ status: 'sent', total: 150 })

  await ada.choose('Status', 'Draft')
  expect(await screen.findByRole('alertdialog')).toHaveTextContent('being revised')
  await ada.press('Cancel')
  await ada.choose('Status', 'Draft')
  await ada.press('Back to draft')
  await expectToast('Invoice marked as draft')
  expect(screen.getByRole('dialog', { name: /INV-0001/ })).toBeVisible()
  expect(callsOf(invoicesApi.update)).toMatchObject([
    { body: { status: 'sent' } },
    { body: { status: 'draft' } },
  ])
})

test('a sent invoice opens read-only, and Edit says what the client has seen and paid', async () => {
  answer(sendingApi.mails, { mails: [{ id: 1, seen_at: '2026-11-04T10:00:00Z' }] })
  const { ada, dialog } = await open({ status: 'sent', sent_at: '2026-11-03T10:00:00Z', amount_paid: 40 })
  expect(dialog.queryByRole('button', { name: 'Edit Design' })).toBeNull()
  expect(dialog.queryByLabelText('Description')).toBeNull()
  await ada.press('Edit')
  const notice = await screen.findByRole('alert')
  expect(notice).toHaveTextContent(
    'You sent it on Nov 3, 2026. It was opened on Nov 4, 2026. $40.00 of $100.00 is paid.',
  )
  expect(dialog.getByRole('button', { name: 'Edit Design' })).toBeVisible()
})

test('an invoice says that it was changed since it was sent', async () => {
  const { ada, dialog } = await open({
    status: 'sent',
    sent_at: '2026-11-03T10:00:00Z',
    changes_since_sent: [{ what: 'Total', before: '$90.00', after: '$100.00' }],
  })
  expect(dialog.getByText('Changed since it was sent')).toBeVisible()
  expect(dialog.getByText('$90.00')).toBeVisible()
  await ada.click(dialog.getAllByRole('button', { name: 'Send again' }).at(-1) ?? document.body)
  expect(await screen.findByRole('dialog', { name: 'Send INV-0001' })).toBeVisible()
})

describe('Esc', () => {
  const isFocused = (name: string) =>
    waitFor(() => expect(screen.getByRole('button', { name })).toHaveFocus())

  test('leaves a line that is being edited, and asks first if it was changed', async () => {
    const { ada, invoice } = await open()
    await ada.press('Edit Design')
    await ada.keyboard('{Escape}')
    await isFocused('Edit Design')

    await ada.press('Edit Design')
    const rate = async () => (await rowWith('Save item')).getByLabelText('Rate')
    await ada.clear(await rate())
    await ada.paste('150')
    await ada.keyboard('{Escape}')
    await ada.press('Keep editing')
    expect(await rate()).toHaveValue('150')
    await ada.click(await rate())
    await ada.keyboard('{Escape}')
    await ada.press('Discard')
    await screen.findByRole('button', { name: 'Edit Design' })
    expect(invoice.current().items).toMatchObject([{ rate: 100 }])
  })

  test('leaves the details, then the new line, and then the invoice', async () => {
    const { ada, invoice } = await open()
    await ada.press('Edit')
    await ada.click(await screen.findByLabelText('Notes'))
    await ada.keyboard('{Escape}')
    await isFocused('Edit')
    await ada.press('Edit')
    await ada.fill('Notes', 'Thank you')
    await ada.keyboard('{Escape}')
    await ada.press('Discard')
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save Details' })).toBeNull())

    await ada.fill('Description', 'Hosting')
    await ada.keyboard('{Escape}')
    await ada.press('Discard')
    await waitFor(() => expect(screen.getByLabelText('Description')).toHaveValue(''))
    expect(screen.getByRole('dialog', { name: /INV-0001/ })).toBeVisible()
    await ada.click(screen.getByLabelText('Description'))
    await ada.keyboard('{Escape}')
    await expectClosed(/INV-0001/)
    expect(invoice.current()).toMatchObject({ version: 1, notes: '', items: [{ rate: 100 }] })
  })
})

test('marking as paid asks for the date, which can be corrected later, and locks fields that say why', async () => {
  const { ada, invoice, dialog } = await open()
  const today = dateIn('UTC', new Date())
  const [earlier, lately] = [addDays(today, -6), addDays(today, -4)]
  await ada.choose('Status', 'Paid')
  expect(await screen.findByLabelText('Paid on')).toHaveValue(today)
  await ada.fill('Paid on', addDays(today, 1))
  await ada.press('Mark as paid')
  await screen.findByRole('link', { name: 'Paid on must not be in the future' })
  await ada.fill('Paid on', lately)
  await ada.press('Mark as paid')
  await expectToast('Invoice marked as paid')
  await dialog.findByText(`Paid on ${formatDate(lately)}.`)
  expect(invoice.current()).toMatchObject({ status: 'paid', paid_on: lately })

  await ada.press('Change date')
  await ada.fill('Paid on', earlier)
  await ada.press('Save')
  await dialog.findByText(`Paid on ${formatDate(earlier)}.`)
  expect(invoice.current().paid_on).toBe(earlier)

  await ada.press('Edit')
  for (const label of ['Issue date', 'Due date', 'Tax rate']) {
    expect(screen.getByLabelText(label)).toHaveAttribute('readonly')
    expect(screen.getByLabelText(label)).toHaveAccessibleDescription(/This invoice is paid/)
  }
  expect(screen.getByLabelText('Notes')).not.toHaveAttribute('readonly')
})

test('an invoice that was changed elsewhere is not sent, and is shown as it is now', async () => {
  const { ada, invoice, dialog } = await open()
  await ada.press('Send')
  const sending = within(await screen.findByRole('dialog', { name: 'Send INV-0001' }))
  expect(await sending.findByLabelText('To')).toHaveValue('north@example.com')
  invoice.change({ items: [DESIGN, { id: 2, description: 'Hosting', quantity: 1, rate: 20 }] })
  await ada.click(await sending.findByRole('button', { name: 'Send' }))
  await expectToast('It has changed')
  await dialog.findByRole('row', { name: /Hosting/ })
  expect(invoice.current().status).toBe('draft')
})

test('an issued invoice is duplicated, and the copy opens', async () => {
  const { ada } = await open({ status: 'sent' })
  const copy = { id: 4711, invoice_number: 'INV-0002', items: [{ ...DESIGN, description: 'Hosting' }] }
  answer(invoicesApi.duplicate, copy)
  answer(invoicesApi.get, copy)
  await ada.press('More actions')
  await screen.findByRole('menuitem', { name: 'Duplicate' })
  expect(screen.queryByRole('menuitem', { name: 'Delete draft' })).toBeNull()
  await ada.click(screen.getByRole('menuitem', { name: 'Duplicate' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'INV-0002 Draft' }))
  await dialog.findByRole('row', { name: /Hosting/ })
  expect(ada.address()).toBe('/invoices?view=4711')
})

test.each([
  [
    'an earlier number',
    'cancelled',
    3,
    'will be marked as cancelled',
    'Cancel invoice',
    'Invoice marked as cancelled',
  ],
  ['the newest number', 'deleted', 2, 'will be removed', 'Delete', 'Draft deleted'],
] as const)('a draft with %s is %s, which is said before', async (...draft) => {
  const [, outcome, next_invoice_number, consequence, confirm, result] = draft
  answer(businessApi.get, { next_invoice_number })
  const { ada } = await open()
  answer(invoicesApi.remove, { outcome })
  if (outcome === 'deleted') answer(invoicesApi.list, [])
  await ada.press('More actions')
  await ada.click(await screen.findByRole('menuitem', { name: 'Delete draft' }))
  expect(await screen.findByRole('alertdialog')).toHaveTextContent(consequence)
  await ada.press(confirm)
  await expectClosed(/INV-0001/)
  await expectToast(result)
  expect(screen.queryAllByText('INV-0001')).toHaveLength(outcome === 'deleted' ? 0 : 1)
})

describe('a final invoice', () => {
  const FINAL = {
    status: 'sent',
    sent_at: '2026-11-03T10:00:00Z',
    sealed_at: '2026-11-03T10:00:00Z',
  } as const

  test('cannot be edited, and a status that would rewrite it offers to correct it', async () => {
    const { ada, dialog } = await open(FINAL)
    expect(dialog.getByText(/INV-0001 was issued and is final/)).toBeVisible()
    expect(dialog.queryByRole('button', { name: 'Edit' })).toBeNull()
    expect(dialog.queryByRole('button', { name: 'Edit Design' })).toBeNull()
    await ada.choose('Status', 'Draft')
    expect(await screen.findByRole('alertdialog')).toHaveTextContent('Use Correct')
    await ada.press('Correct')
    await ada.fill('Reason', 'Wrong address')
    const copy = { id: 77, invoice_number: 'INV-0002', number: 2, status: 'draft' } as const
    answer(creditNotesApi.correct, {
      credit_note: { credit_note_number: 'CN-0001', invoice_number: 'INV-0001' },
      invoice: copy,
    })
    answer(invoicesApi.get, copy)
    await ada.press('Credit and copy')
    await expectToast('CN-0001 credits INV-0001')
    expect(callsOf(creditNotesApi.correct)).toMatchObject([{ body: { reason: 'Wrong address' } }])
    expect(ada.address()).toBe('/invoices?view=77')
  })

  test('is cancelled by a credit note, which is said before', async () => {
    const { ada } = await open(FINAL)
    await ada.choose('Status', 'Cancelled')
    expect(await screen.findByRole('alertdialog')).toHaveTextContent('A credit note takes back the $100.00')
    const cancelled = { ...FINAL, status: 'cancelled', total: 100, credited: 100, balance: 0 } as const
    answer(invoicesApi.update, cancelled)
    await ada.press('Cancel invoice')
    await expectToast('Invoice cancelled')
    expect(callsOf(invoicesApi.update)).toMatchObject([{ body: { status: 'cancelled' } }])
  })

  test('that was cancelled offers a duplicate instead of another status', async () => {
    const { ada } = await open({ ...FINAL, status: 'cancelled', credited: 100, balance: 0 })
    await ada.choose('Status', 'Sent')
    expect(await screen.findByRole('alertdialog')).toHaveTextContent('Duplicate it')
    const copy = { id: 78, invoice_number: 'Draft', number: null, status: 'draft' } as const
    answer(invoicesApi.duplicate, copy)
    answer(invoicesApi.get, copy)
    await ada.press('Duplicate')
    await expectToast('Draft created as a copy')
    expect(ada.address()).toBe('/invoices?view=78')
  })

  test('is credited line by line, and the draft is sent after a question', async () => {
    const { ada, invoice } = await open(FINAL)
    await ada.press('More actions')
    await ada.click(await screen.findByRole('menuitem', { name: 'Credit' }))
    await ada.choose('What to credit', 'Some of its lines')
    await ada.fill('Reason', 'Billed twice')
    await ada.press('Draft credit note')
    expect((await screen.findAllByText(/Choose at least one line/)).length).toBeGreaterThan(0)
    await ada.click(screen.getByRole('checkbox', { name: 'Design' }))
    const note = { id: 5, invoice_id: invoice.id, invoice_number: 'INV-0001', status: 'draft' } as const
    answer(creditNotesApi.create, note)
    answer(creditNotesApi.list, [note])
    await ada.press('Draft credit note')
    expect(callsOf(creditNotesApi.create)).toMatchObject([
      {
        body: {
          reason: 'Billed twice',
          items: [{ item_id: 1, description: 'Design', quantity: 1, rate: 100 }],
        },
      },
    ])
    const draft = within(await screen.findByRole('dialog', { name: /Credit note for INV-0001/ }))
    answer(creditNotesApi.send, { ...note, status: 'sent', credit_note_number: 'CN-0001', total: 100 })
    await ada.click(draft.getByRole('button', { name: 'Send credit note' }))
    expect(await screen.findByRole('alertdialog')).toHaveTextContent('neither be changed nor deleted')
    await ada.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Send credit note' }))
    await expectToast('CN-0001 sent')
  })

  test('has drafts of credit notes that can be changed and deleted, with undo', async () => {
    const line = { id: 9, item_id: 1, description: 'Design', quantity: 1, rate: 100, amount: 100 }
    const note = {
      id: 5,
      invoice_number: 'INV-0001',
      status: 'draft' as const,
      currency: 'USD',
      reason: 'Billed twice',
      issue_date: '2026-11-16',
      total: 100,
      items: [line],
      version: 1,
    }
    answer(creditNotesApi.list, ({ query }) => [{ ...note, invoice_id: Number(query.invoice_id) }])
    const { ada } = await open(FINAL)
    await ada.press('Draft of a credit note')
    const draft = within(await screen.findByRole('dialog', { name: /Credit note for INV-0001/ }))
    await ada.click(draft.getByRole('button', { name: 'Edit' }))
    await ada.fill('Qty', '0.5')
    expect(screen.getByRole('status', { name: 'Amount' })).toHaveTextContent('$50.00')
    await ada.fill('Reason', '')
    await ada.press('Save')
    expect((await screen.findAllByText(/Please say why/)).length).toBeGreaterThan(0)
    await ada.fill('Reason', 'Half of it')
    answer(creditNotesApi.update, { ...note, invoice_id: 1, reason: 'Half of it', version: 2 })
    await ada.press('Save')
    await expectToast('Credit note updated')
    expect(callsOf(creditNotesApi.update)).toMatchObject([
      {
        body: {
          reason: 'Half of it',
          issue_date: '2026-11-16',
          items: [{ item_id: 1, description: 'Design', quantity: 0.5, rate: 100 }],
        },
      },
    ])
    await expectClosed(/Edit credit note/)
    answer(creditNotesApi.remove, { success: true, removal_id: 3 })
    answer(removalsApi.undo, { outcome: 'restored' })
    await ada.click(draft.getByRole('button', { name: 'Delete draft' }))
    await expectToast('Draft of the credit note deleted')
    await ada.press('Undo')
    await expectToast('Restored')
    expect(callsOf(removalsApi.undo)).toMatchObject([{ params: { id: '3' } }])
  })
})
