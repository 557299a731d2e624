import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './fixtures.ts'

test('a form says what is wrong, in a list and by each field', { tag: '@deep' }, async ({ page, signIn }) => {
  await signIn('Ada')
  await page.goto('/clients?new')
  await page.getByLabel('Email').fill('nowhere')
  await page.getByText('More details').click()
  await page.getByLabel('Phone').fill('0')
  await page.getByRole('button', { name: 'Save Client' }).click()
  for (const message of [
    'Client name is required',
    'Please enter a valid email address',
    'Please enter a valid phone number',
  ]) {
    await expect(page.getByText(message)).toHaveCount(2)
  }
  await expect(page.getByLabel('Name')).toBeFocused()
  await expectAccessible(page)
})

test('a list shows one status at an address of its own, and what is opened from there leads back', {
  tag: '@deep',
}, async ({ page, signIn }) => {
  const ada = await signIn('Ada')
  const client_id = (await ada.call(clientsApi.create, { body: { name: 'Studio North' } })).id
  for (const name of ['Website', 'Brochure'])
    await ada.call(projectsApi.create, { body: { name, client_id } })
  const items = [{ description: 'Design', quantity: 1, rate: 100 }]
  const invoice = { client_id, issue_date: '2026-11-01', due_date: '2026-11-02', items }
  for (const status of ['draft', 'sent'] as const) {
    const { id } = await ada.call(invoicesApi.create, { body: invoice })
    await ada.call(invoicesApi.update, { params: { id }, body: { status } })
  }
  const status = page.getByRole('navigation', { name: 'Status' })
  const cards = page.getByRole('list', { name: 'Invoices' }).getByRole('listitem')
  await page.goto('/invoices')
  await expect(cards).toHaveCount(2)
  await status.getByRole('link', { name: 'Overdue' }).click()
  await expect(cards).toHaveCount(1)
  await expect(cards).toContainText('INV-0002')

  await page.getByRole('button', { name: /INV-0002/ }).click()
  await expect(page.getByRole('dialog', { name: /INV-0002/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/invoices?status=overdue')
  await page.reload()
  await expect(status.getByRole('link', { name: 'Overdue' })).toHaveAttribute('aria-current', 'true')
  await expect(cards).toHaveCount(1)
  await status.getByRole('link', { name: 'Paid', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'No invoices found' })).toBeVisible()
  await page.goBack()
  await page.goBack()
  await expect(cards).toHaveCount(2)

  await page.goto('/projects?status=on_hold')
  await expect(page.getByRole('heading', { name: 'No projects found' })).toBeVisible()
  await status.getByRole('link', { name: 'Active' }).click()
  await expect(page.getByRole('heading', { name: 'Brochure' })).toBeVisible()
})

test.describe('an invoice of an archived client', () => {
  test.use({ expectedErrors: /404 \(Not Found\)|Client not found/ })

  test('says that it cannot be sent', { tag: '@deep' }, async ({ page, signIn }) => {
    const ada = await signIn('Ada')
    const client = await ada.call(clientsApi.create, {
      body: { name: 'Studio North', email: 'n@example.com' },
    })
    const invoice = { client_id: client.id, issue_date: '2026-11-15' }
    const { id } = await ada.call(invoicesApi.create, { body: invoice })
    await ada.call(clientsApi.remove, { params: { id: client.id } })
    await page.goto(`/invoices?view=${id}`)
    await page.getByRole('button', { name: 'Send' }).click()
    const dialog = page.getByRole('dialog', { name: 'Send INV-0001' })
    await expect(dialog).toContainText('Studio North is archived, so the invoice cannot be sent.')
    await expect(dialog.getByRole('button', { name: /send|link/i })).toHaveCount(0)
  })
})
