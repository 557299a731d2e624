import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import type { InvoiceForm } from '#features/billing/invoices/contract/input.ts'
import { sendingApi } from '#features/billing/sending/contract/sending.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import type { Person } from '#tests/people.ts'
import { expectAccessible, expectAccessibleAtEverySize, SIZES } from './accessibility.ts'
import { expect, test } from './fixtures.ts'

test.use({ expectedErrors: /400 \(Bad Request\)|Amount must be at most|Please enter the exchange rate/ })

/** A sent invoice for 1,190.00, of which 190.00 is tax. */
async function sendInvoice(ada: Person, invoice: Partial<InvoiceForm> = {}) {
  const client = await ada.call(clientsApi.create, {
    body: { name: 'Studio North', email: 'north@example.com' },
  })
  const { id } = await ada.call(invoicesApi.create, {
    body: {
      client_id: client.id,
      issue_date: '2026-11-01',
      tax_rate: 19,
      items: [{ description: 'Design', quantity: 10, rate: 100 }],
      ...invoice,
    },
  })
  const { portal_url } = await ada.call(sendingApi.send, { params: { id }, body: { mail: false } })
  const saved = () => ada.call(invoicesApi.get, { params: { id } })
  return { id, portal_url, saved }
}

test('a client pays in parts, one of which was a mistake', { tag: '@deep' }, async ({ page, signIn }) => {
  await page.setViewportSize(SIZES.phone)
  const ada = await signIn('Ada')
  const { portal_url, saved } = await sendInvoice(ada)
  await page.goto('/invoices')
  await page.getByRole('button', { name: /INV-0001/ }).click()
  const dialog = page.getByRole('dialog', { name: /INV-0001/ })
  const payments = dialog.getByRole('region', { name: 'Timeline' })
  const paid = payments.getByRole('listitem').filter({ hasText: '$' })
  await dialog.getByRole('button', { name: 'Record payment' }).click()

  const form = page.getByRole('dialog', { name: 'Record payment for INV-0001' })
  const amount = form.getByLabel('Amount')
  await expect(amount).toHaveValue('1190')
  await expect(form.getByText('Pays the invoice in full.')).toBeVisible()
  await amount.fill('1500')
  await form.getByRole('button', { name: 'Record payment' }).click()
  await expect(form.getByRole('link', { name: /Amount must be at most \$1,190\.00/ })).toBeVisible()
  await amount.fill('500,50')
  await expect(form.getByText('= $500.50')).toBeVisible()
  await expect(form.getByText('$689.50 is left to pay.')).toBeVisible()
  await form.getByLabel('Reference').fill('TX-7')
  await expectAccessibleAtEverySize(page)
  await form.getByRole('button', { name: 'Record payment' }).click()

  await expect(form).toBeHidden()
  await expect(payments.getByRole('listitem').filter({ hasText: 'TX-7' })).toHaveText(
    /Bank transfer, TX-7\s*\$500\.50/,
  )
  await expect(dialog.getByText('Balance due')).toBeVisible()
  await expect(dialog.getByText('$689.50').first()).toBeVisible()
  await expectAccessibleAtEverySize(page)
  expect(await saved()).toMatchObject({ status: 'sent', amount_paid: 500.5, balance: 689.5 })

  await page.goto(portal_url)
  await expect(page.getByText('Balance due').first()).toBeVisible()
  await expect(page.getByText('$689.50').first()).toBeVisible()
  await expectAccessibleAtEverySize(page)
  const receipt = page.waitForEvent('download')
  await page.getByRole('link', { name: /Receipt/ }).click()
  expect((await receipt).suggestedFilename()).toMatch(/^Receipt INV-0001 .*\.pdf$/)

  await page.goto('/invoices')
  await expect(page.getByText('$689.50 due')).toBeVisible()
  await page.getByRole('button', { name: /INV-0001/ }).click()
  await dialog.getByRole('button', { name: 'Record payment' }).click()
  await expect(amount).toHaveValue('689.50')
  await form.getByRole('button', { name: 'Record payment' }).click()
  await expect(paid).toHaveCount(2)
  await expect(dialog.getByRole('button', { name: 'Record payment' })).toHaveCount(0)
  expect(await saved()).toMatchObject({ status: 'paid', balance: 0 })

  await payments.getByRole('button', { name: /^Remove \$500\.50/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(paid).toHaveCount(3)
  await expect(payments.getByText('Reversed, TX-7')).toBeVisible()
  await expect(dialog.getByText('Balance due')).toBeVisible()
  expect(await saved()).toMatchObject({ status: 'sent', amount_paid: 689.5, balance: 500.5 })
})

test('what was paid too much pays the next invoice, and the rest is written off', {
  tag: '@deep',
}, async ({ page, signIn }) => {
  const ada = await signIn('Ada')
  const { id, saved } = await sendInvoice(ada)
  await page.goto(`/invoices?view=${id}&step=pay`)
  const form = page.getByRole('dialog', { name: /^Record payment/ })
  await form.getByLabel('Amount').fill('1250')
  await form.getByLabel('Keep $60.00 as credit').check()
  await form.getByLabel('Fee in USD').fill('17.50')
  await form.getByRole('button', { name: 'Record payment' }).click()
  await expect(page.getByText('$60.00 more was paid than this invoice asks for')).toBeVisible()
  await expect(page.getByText('$60.00 of it is credit, $17.50 fee')).toBeVisible()

  const { client_id } = await saved()
  const next = await ada.call(invoicesApi.create, {
    body: {
      client_id,
      issue_date: '2026-11-01',
      items: [{ description: 'Hosting', quantity: 1, rate: 100 }],
    },
  })
  const params = { id: next.id }
  await ada.call(sendingApi.send, { params, body: { mail: false } })
  await page.goto(`/invoices?view=${next.id}`)
  await page.getByRole('button', { name: 'Use $60.00' }).click()
  await expect(page.getByText('Credit, INV-0001')).toBeVisible()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Write off' }).click()
  const writeOff = page.getByRole('dialog', { name: 'Write off INV-0002' })
  await writeOff.getByLabel('Reason').fill('Goodwill')
  await expectAccessible(page)
  await writeOff.getByRole('button', { name: 'Write off' }).click()
  await expect(page.getByText('Written off, Goodwill')).toBeVisible()
  await page.getByText('History', { exact: true }).click()
  await expect(page.getByText('Write-off added')).toBeVisible()
  await expectAccessibleAtEverySize(page)
  const settled = await ada.call(invoicesApi.get, { params })
  expect(settled).toMatchObject({ status: 'paid', amount_paid: 60, written_off: 40, balance: 0 })
})

test('back from paid asks, since the payments are reversed', { tag: '@deep' }, async ({ page, signIn }) => {
  const { id, saved } = await sendInvoice(await signIn('Ada'))
  await page.goto(`/invoices?view=${id}`)
  const choose = async (status: string) => {
    await page.getByRole('combobox', { name: 'Status' }).click()
    await page.getByRole('option', { name: status }).click()
  }
  await choose('Paid')
  await page.getByRole('button', { name: 'Mark as paid' }).click()
  await expect(
    page.getByRole('region', { name: 'Timeline' }).getByRole('listitem').filter({ hasText: '$' }),
  ).toHaveCount(1)
  await choose('Sent')
  await expect(page.getByRole('alertdialog')).toContainText(
    'The payments that you entered by hand stay on record. A reversal of $1,190.00, dated today, is added.',
  )
  await page.getByRole('button', { name: 'Cancel' }).click()
  expect(await saved()).toMatchObject({ status: 'paid' })
  await choose('Sent')
  await page.getByRole('button', { name: 'Set to sent' }).click()
  const entries = page
    .getByRole('region', { name: 'Timeline' })
    .getByRole('listitem')
    .filter({ hasText: '$' })
  await expect(entries).toHaveText([/Other.*\$1,190\.00/, /Reversed.*-\$1,190\.00/])
  await expect(entries.getByRole('button', { name: 'Remove' })).toHaveCount(0)
  expect(await saved()).toMatchObject({ status: 'sent', amount_paid: 0 })
})

test('an invoice starts in the currency of its client, and needs a rate to be sent', {
  tag: '@deep',
}, async ({ page, signIn }) => {
  const ada = await signIn('Ada')
  await ada.call(clientsApi.create, {
    body: { name: 'Atelier', email: 'atelier@example.com', currency: 'EUR' },
  })
  await page.goto('/invoices?new')
  const form = page.getByRole('dialog', { name: 'Create Invoice' })
  await form.getByRole('combobox', { name: 'Client' }).click()
  await page.getByRole('option', { name: 'Atelier' }).click()
  await expect(form.getByRole('combobox', { name: 'Currency' })).toHaveValue('EUR')
  await expect(form.getByLabel('Exchange rate')).toBeVisible()
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Create Invoice' }).click()

  const dialog = page.getByRole('dialog', { name: /INV-0001/ })
  await dialog.getByLabel('Description').fill('Design')
  await dialog.getByLabel('Rate').fill('100')
  await dialog.getByRole('button', { name: 'Send' }).click()
  const sending = page.getByRole('dialog', { name: 'Send INV-0001' })
  await sending.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(
    sending.getByText('Please enter the exchange rate: how many USD is one EUR worth?'),
  ).toBeVisible()
  await expectAccessible(page)
  await sending.getByLabel('Exchange rate').fill('1,25')
  await page.keyboard.press('Enter')
  await expect(page.getByText('INV-0001 sent to atelier@example.com')).toBeVisible()
  await expect(dialog.getByText('At 1.25 USD')).toBeVisible()
  await expect(dialog.getByText('$125.00')).toBeVisible()
})
