import type { Page } from '@playwright/test'
import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import { sendingApi } from '#features/billing/sending/contract/sending.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { businessApi } from '#features/foundation/business/contract.ts'
import type { Person } from '#tests/people.ts'
import { expectAccessible, expectAccessibleAtEverySize, SIZES } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { openMail } from './outbox.ts'

async function createInvoice(ada: Person) {
  const client = await ada.call(clientsApi.create, {
    body: {
      name: 'Studio North',
      email: `north.${crypto.randomUUID()}@example.com`,
      cc_emails: ['books@north.example'],
    },
  })
  const { id } = await ada.call(invoicesApi.create, {
    body: {
      client_id: client.id,
      issue_date: '2026-11-01',
      due_date: '2099-12-01',
      items: [{ description: 'Design', quantity: 10, rate: 100 }],
    },
  })
  return { id, email: client.email }
}

async function openSendDialog(page: Page, id: number, button = 'Send') {
  await page.goto(`/invoices?view=${id}`)
  await page.getByRole('button', { name: button }).click()
  return page.getByRole('dialog', { name: 'Send INV-0001' })
}

test('the freelancer sees the mail while writing it', { tag: '@deep' }, async ({ page, signIn }) => {
  await page.setViewportSize(SIZES.phone)
  const ada = await signIn('Ada')
  await ada.call(businessApi.update, { body: { name: 'Ada & Co' } })
  const { id, email } = await createInvoice(ada)
  const dialog = await openSendDialog(page, id)
  const preview = dialog.getByRole('region', { name: 'Preview' })
  await expect(dialog.getByRole('textbox', { name: 'To', exact: true })).toHaveValue(email)
  await expect(dialog.getByLabel('Subject')).toHaveValue('Invoice INV-0001 from Ada & Co')
  await expect(preview).toContainText('Here is invoice INV-0001 for $1,000.00')
  await expect(preview).toContainText('INV-0001.pdf')
  await expectAccessibleAtEverySize(page)

  const subject = `For October ${crypto.randomUUID()}`
  await dialog.getByLabel('Subject').fill(subject)
  await dialog.getByLabel('Text').fill('Dear Jonas,\n\nsee https://evil.example please.')
  await dialog.getByLabel('Copies to').fill('boss@north.example')
  await dialog.getByLabel('Attach the invoice as PDF').uncheck()
  await expect(preview).toContainText(subject)
  await expect(preview).toContainText('Dear Jonas,see please.')
  await expect(preview).not.toContainText('INV-0001.pdf')
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText(`INV-0001 sent to ${email}`)).toBeVisible()

  await openMail(page, subject)
  await expect(page.getByText('boss@north.example')).toBeVisible()
  await expect(page.getByText('books@north.example')).toHaveCount(0)
  await expect(page.getByText('INV-0001.pdf')).toHaveCount(0)
})

test('what was sent before goes as a copy, a reminder or a revision', { tag: '@deep' }, async ({
  page,
  signIn,
}) => {
  const ada = await signIn('Ada')
  const { id, email } = await createInvoice(ada)
  await ada.call(sendingApi.send, { params: { id } })

  const dialog = await openSendDialog(page, id, 'Send again')
  await expect(dialog.getByLabel('Subject')).toHaveValue(/^Copy: Invoice INV-0001/)
  await dialog.getByRole('combobox', { name: 'Send as' }).click()
  await page.getByRole('option', { name: 'A reminder' }).click()
  await expect(dialog.getByLabel('Subject')).toHaveValue(/^Reminder: Invoice INV-0001/)
  await expect(dialog.getByLabel('Text')).toHaveValue(/This is a reminder that invoice INV-0001/)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Send reminder' }).click()
  await expect(page.getByText(`Reminder of INV-0001 sent to ${email}`)).toBeVisible()

  const invoice = page.getByRole('dialog', { name: /INV-0001/ })
  await invoice.getByRole('button', { name: 'Edit', exact: true }).click()
  await expect(invoice.getByText(/already has this invoice/)).toBeVisible()
  await invoice.getByRole('button', { name: 'Add an item' }).click()
  await invoice.getByLabel('Description').fill('Hosting')
  await invoice.getByLabel('Rate', { exact: true }).fill('20')
  await invoice.getByRole('button', { name: 'Send again' }).click()
  await expect(dialog.getByText('Hosting: 1 × $20.00 = $20.00')).toBeVisible()
  await expect(dialog.getByLabel('Subject')).toHaveValue(/^Revised: Invoice INV-0001/)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Send revision' }).click()
  await expect(page.getByText(`Revised INV-0001 sent to ${email}`)).toBeVisible()
})

test('what was typed is not lost by a stray press', { tag: '@deep' }, async ({ page, signIn }) => {
  const { id } = await createInvoice(await signIn('Ada'))
  const dialog = await openSendDialog(page, id)
  await dialog.getByLabel('Text').fill('Something long')
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click()
  await expect(dialog.getByLabel('Text')).toHaveValue('Something long')
})

test('the freelancer’s own words are the proposal', { tag: '@deep' }, async ({ page, signIn }) => {
  const ada = await signIn('Ada')
  await page.goto('/account?tab=business')
  const section = page.getByRole('region', { name: 'Invoice emails' })
  await section.getByLabel('Subject').fill('{number} for {client}')
  await section.getByLabel('Text').fill('{total}, please.')
  const preview = section.getByRole('region', { name: 'Preview of the email' })
  await expect(preview).toContainText('INV-0001 for Jonas Pine')
  await expect(preview).toContainText('$1,200.00, please.')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save invoice emails' }).click()
  await expect(page.getByText('Invoice emails saved')).toBeVisible()

  const { id } = await createInvoice(ada)
  const dialog = await openSendDialog(page, id)
  await expect(dialog.getByLabel('Subject')).toHaveValue('INV-0001 for Studio North')
  await expect(dialog.getByLabel('Text')).toHaveValue('$1,000.00, please.')
})
