import { addDays, monthOf } from '#core/calendar.ts'
import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { expensesApi } from '#features/work/expenses/contract.ts'
import { timeEntriesApi } from '#features/work/time-entries/contract.ts'
import type { Person } from '#tests/people.ts'
import { expectAccessible, expectAccessibleAtEverySize, SIZES } from './accessibility.ts'
import { expect, test } from './fixtures.ts'

test.use({ expectedErrors: /409 \(Conflict\)|already billed/ })

const TODAY = new Date().toISOString().slice(0, 10)
const LAST_MONTH = addDays(monthOf(TODAY).first, -1)

/** Two projects of one client with unbilled work, and some work of another client. */
async function logWork(ada: Person) {
  const north = await ada.call(clientsApi.create, { body: { name: 'Studio North' } })
  const pine = await ada.call(clientsApi.create, { body: { name: 'Pine & Partners' } })
  const startProject = (name: string, client_id: number, hourly_rate: number) =>
    ada.call(projectsApi.create, { body: { name, client_id, hourly_rate } })
  const website = await startProject('Website', north.id, 80)
  const app = await startProject('App', north.id, 100)
  const log = (project_id: number, hours: number, description: string, date = TODAY) =>
    ada.call(timeEntriesApi.create, { body: { project_id, hours, description, date } })
  await log(website.id, 1, 'Kick-off', LAST_MONTH)
  await log(website.id, 2, 'Layout')
  const layout = await log(website.id, 3, 'Layout')
  await log(app.id, 1.5, 'Sign-in')
  await log((await startProject('Brochure', pine.id, 60)).id, 1, 'Texts')
  await ada.call(expensesApi.create, {
    body: {
      project_id: website.id,
      description: 'Fonts',
      category: 'Other',
      amount: 30,
      date: TODAY,
      is_billable: true,
    },
  })
  return { north, website, layout }
}

test('unbilled work becomes a draft, as it is ticked and grouped, and leads there', async ({
  page,
  signIn,
}) => {
  const ada = await signIn('Ada')
  const { north, layout } = await logWork(ada)
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Bill', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Bill' })).toBeVisible()
  await page.getByRole('link', { name: 'Studio North' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Bill Studio North' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Create draft for $660.00' })).toBeEnabled()

  await page.getByRole('checkbox', { name: 'Fonts' }).uncheck()
  await expect(page.getByRole('button', { name: 'Create draft for $630.00' })).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Website' })).toBeChecked({ indeterminate: true })
  await page.getByRole('button', { name: 'This month' }).click()
  await expect(page.getByRole('button', { name: 'Create draft for $550.00' })).toBeVisible()
  const preview = page.getByRole('region', { name: 'Preview of INV-0001' })
  await expect(preview.getByRole('row', { name: 'Layout 5.00 hours $80.00 $400.00' })).toBeVisible()
  await page.getByRole('button', { name: 'Entry', exact: true }).click()
  await expect(preview.getByRole('row', { name: /Layout 3.00 hours/ })).toBeVisible()
  await page.getByRole('checkbox', { name: 'App' }).uncheck()
  await expect(page.getByRole('button', { name: 'Create draft for $400.00' })).toBeVisible()
  await expectAccessible(page)

  // Somebody bills one of the entries in the meantime.
  const other = await ada.call(invoicesApi.create, {
    body: { client_id: north.id, issue_date: TODAY, bill: { time_entry_ids: [layout.id] } },
  })
  await page.getByRole('button', { name: 'Create draft for $400.00' }).click()
  const refusal = page.getByRole('alert').filter({ hasText: 'The draft was not created' })
  await expect(refusal.getByRole('listitem')).toHaveText(/^Layout, .*, \$240.00$/)
  await expect(page.getByRole('checkbox', { name: 'App' })).not.toBeChecked()
  await page.getByRole('button', { name: 'Create draft for $160.00' }).click()
  const dialog = page.getByRole('dialog', { name: /INV-0002/ })
  await expect(dialog.getByRole('row', { name: /Layout 2 hours \$80.00 \$160.00/ })).toBeVisible()

  await page.goto('/time-tracking')
  await expect(page.getByRole('link', { name: 'Billed INV-0002' })).toBeVisible()
  await page.getByRole('link', { name: 'Billed INV-0001' }).click()
  await expect(page.getByRole('dialog', { name: /INV-0001/ })).toBeVisible()
  await expect(page).toHaveURL(`/invoices?view=${other.id}`)

  await page.goto(`/time-tracking?edit=${layout.id}`)
  const entry = page.getByRole('dialog', { name: 'Time Entry', exact: true })
  await expect(entry.getByText('Billed on INV-0001')).toBeVisible()
  await expect(entry.getByRole('textbox', { name: 'Hours' })).toBeDisabled()
  await expectAccessibleAtEverySize(page)
})

test.describe('on a phone', () => {
  test.use({ viewport: SIZES.phone, hasTouch: true, isMobile: true })

  test('what is billed and the invoice are two steps, and a part of a fee can be billed', {
    tag: '@deep',
  }, async ({ page, signIn }) => {
    const ada = await signIn('Ada')
    const { id: client_id } = await ada.call(clientsApi.create, { body: { name: 'Studio North' } })
    await page.goto(`/bill?client=${client_id}`)
    await expect(page.getByText('Nothing to bill')).toBeVisible()
    await ada.call(projectsApi.create, {
      body: { name: 'Brand', client_id, billing: 'fixed', fixed_fee: 10_000 },
    })

    await page.goto(`/invoices?new&client=${client_id}`)
    await expect(page.getByText('$10,000.00 unbilled')).toBeVisible()
    await page.getByRole('button', { name: 'Bill it' }).tap()
    await expect(page.getByRole('heading', { level: 1, name: 'Bill Studio North' })).toBeVisible()
    await page.getByLabel('Of the fee').fill('25')
    await expect(page.getByLabel('Bill now')).toHaveValue('2500')
    await page.getByLabel('Bill now').fill('10001')
    await expect(page.getByText('Must be at most $10,000.00')).toBeVisible()
    await page.getByLabel('Bill now').fill('3000')
    await expect(page.getByLabel('Of the fee')).toHaveValue('30')
    await expectAccessible(page)

    await page.getByRole('button', { name: 'Preview $3,000.00' }).tap()
    await expect(page.getByRole('region', { name: 'Preview of INV-0001' })).toBeVisible()
    await expect(page.getByRole('checkbox', { name: 'Brand' })).toBeHidden()
    await expectAccessible(page)
    await page.goBack()
    await expect(page.getByLabel('Bill now')).toHaveValue('3000')
    await page.getByRole('button', { name: 'Preview $3,000.00' }).tap()
    await page.getByRole('button', { name: 'Create draft for $3,000.00' }).tap()
    await expect(page.getByRole('dialog', { name: /INV-0001/ })).toBeVisible()

    await page.goto(`/bill?client=${client_id}`)
    await expect(page.getByText('$7,000.00 left of $10,000.00')).toBeVisible()
  })
})
