import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import { sendingApi } from '#features/billing/sending/contract/sending.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { portalAccessApi } from '#features/engagement/portal-access/contract.ts'
import { businessApi } from '#features/foundation/business/contract.ts'
import { expectAccessibleAtEverySize } from './accessibility.ts'
import { chooseFound, expect, test } from './fixtures.ts'

test('a final invoice is credited in part, and the client sees the credit note', { tag: '@deep' }, async ({
  page,
  signIn,
}) => {
  const ada = await signIn('Ada')
  await page.goto('/account?tab=business')
  await chooseFound(page.getByRole('combobox', { name: 'Country' }), 'Germany', /^Germany/)
  await expect(page.getByText('Make issued invoices final?')).toBeVisible()
  await expectAccessibleAtEverySize(page)
  await ada.call(businessApi.update, { body: { country: 'DE', issued_is_final: true } })
  const client = await ada.call(clientsApi.create, {
    body: { name: 'Studio North', approval_required: false },
  })
  const { id } = await ada.call(invoicesApi.create, {
    body: {
      client_id: client.id,
      issue_date: '2026-11-01',
      tax_rate: 19,
      items: [
        { description: 'Design', quantity: 2, rate: 50 },
        { description: 'Hosting', quantity: 1, rate: 20 },
      ],
    },
  })
  await ada.call(sendingApi.send, { params: { id }, body: { mail: false } })
  await page.goto(`/invoices?view=${id}`)
  await expect(page.getByText(/INV-0001 was issued and is final/)).toBeVisible()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Credit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Credit INV-0001' })
  await dialog.getByRole('combobox', { name: 'What to credit' }).click()
  await page.getByRole('option', { name: 'Some of its lines' }).click()
  await dialog.getByRole('checkbox', { name: 'Hosting' }).check()
  await dialog.getByLabel('Reason').fill('The server was not needed.')
  await expectAccessibleAtEverySize(page)
  await dialog.getByRole('button', { name: 'Draft credit note' }).click()
  const draft = page.getByRole('dialog', { name: /Credit note for INV-0001/ })
  await expect(draft.getByText('$23.80').first()).toBeVisible()
  await draft.getByRole('button', { name: 'Edit', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Edit credit note for INV-0001' })
  await form.getByLabel('Qty').fill('0.5')
  await expect(form.getByLabel('Amount')).toHaveText('$10.00')
  await expectAccessibleAtEverySize(page)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(draft.getByText('$11.90').first()).toBeVisible()
  await draft.getByRole('button', { name: 'Send credit note' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Send credit note' }).click()
  await expect(page.getByText('CN-0001 sent')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'CN-0001' })).toBeVisible()
  await expectAccessibleAtEverySize(page)

  const { url } = await ada.call(portalAccessApi.create, { params: { id: client.id } })
  await page.goto(`${new URL(url ?? '').pathname}/invoices/${id}`)
  await expect(page.getByRole('link', { name: 'CN-0001' })).toBeVisible()
  await expectAccessibleAtEverySize(page)
})
