import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { timeEntriesApi } from '#features/work/time-entries/contract.ts'
import { expectAccessibleAtEverySize, SIZES } from './accessibility.ts'
import { expect, holdBack, test } from './fixtures.ts'

test('from Ctrl K by keyboard alone to an invoice, and to logged time', async ({ page, signIn }) => {
  await page.setViewportSize(SIZES.desktop)
  const ada = await signIn('Ada')
  const { id: client_id } = await ada.call(clientsApi.create, { body: { name: 'Harbor & Pine' } })
  await ada.call(projectsApi.create, { body: { name: 'Rebrand', client_id } })
  const items = [{ description: 'Design', quantity: 1, rate: 4312.5 }]
  await ada.call(invoicesApi.create, { body: { client_id, issue_date: '2026-11-01', items } })
  const letGo = await holdBack(page, 'palette')
  await page.goto('/projects')
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible()

  // Keys pressed before the palette is there are kept, and do nothing else.
  await page.keyboard.press('Control+k')
  await page.keyboard.type('4,312')
  letGo()
  const box = page.getByRole('combobox', { name: 'Search everything' })
  await expect(box).toBeFocused()
  await page.keyboard.type('.50')
  await expect(box).toHaveValue('4,312.50')
  await expect(page.getByRole('option', { name: 'INV-0001' })).toBeVisible()
  await expectAccessibleAtEverySize(page)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/invoices\?view=\d+$/)
  await expect(page.getByRole('dialog', { name: /INV-0001/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: /INV-0001/ })).toHaveCount(0)

  await page.keyboard.press('Control+k')
  await page.keyboard.type('log 1:30 pine yesterday - Kickoff')
  await expect(page.getByRole('option', { name: 'Log 1.5 h on Rebrand, yesterday' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Time entry logged successfully')).toBeVisible()
  await expect
    .poll(() => ada.call(timeEntriesApi.list))
    .toMatchObject([{ project_name: 'Rebrand', hours: 1.5, description: 'Kickoff' }])
})
