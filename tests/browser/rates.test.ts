import type { Page } from '@playwright/test'
import { timeEntriesApi } from '#features/work/time-entries/contract.ts'
import { expect, test } from './fixtures.ts'

test('time is logged at the rate of its project, and a new rate applies to it only if asked', {
  tag: '@deep',
}, async ({ page, signIn }) => {
  const ada = await signIn('Ada')
  await page.goto('/projects?new')
  const form = page.getByRole('dialog', { name: 'New Project' })
  await form.getByLabel('Name', { exact: true }).fill('Website')
  await form.getByLabel('Hourly rate').fill('85,50')
  await form.getByLabel('Budget in hours').fill('2')
  await form.getByRole('button', { name: 'Save Project' }).click()
  await expect(form).toBeHidden()

  await page.getByRole('link', { name: 'Website' }).click()
  await page.getByRole('tab', { name: 'Time' }).click()
  await page.getByRole('button', { name: 'Log Time' }).click()
  const dialog = page.getByRole('dialog', { name: 'Log Time' })
  await expect(dialog.getByLabel('Rate per hour')).toHaveValue('85.50')
  await dialog.getByLabel('Hours').fill('1:30')
  await expect(dialog.getByText('Worth $128.25')).toBeVisible()
  await dialog.getByRole('button', { name: 'Log Time' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('list', { name: 'Time entries' }).getByText('$128.25')).toBeVisible()

  await page.getByRole('tab', { name: 'Overview' }).click()
  await expect(page.getByText('1.5 h billable, $128.25 earned')).toBeVisible()
  await expect(page.getByRole('progressbar', { name: 'Budget in hours' })).toHaveAttribute(
    'aria-valuetext',
    '1.5 h / 2 h',
  )

  await page.getByRole('link', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Project' })
  await expect(edit.getByText(/unbilled time/)).toHaveCount(0)
  await edit.getByLabel('Hourly rate').fill('100')
  await edit.getByLabel('Apply to 1 unbilled time entry').check()
  await edit.getByRole('button', { name: 'Save Project' }).click()
  await expect(edit).toBeHidden()
  await expect(page.getByText('1.5 h billable, $150.00 earned')).toBeVisible()
  expect(await ada.call(timeEntriesApi.list)).toMatchObject([{ rate: 100, amount: 150 }])
})

test('a project for a fixed fee asks for the fee, and shows what an hour of it makes', {
  tag: '@deep',
}, async ({ page, signIn }) => {
  await signIn('Ada')
  await page.goto('/projects?new')
  const form = page.getByRole('dialog', { name: 'New Project' })
  await form.getByLabel('Name', { exact: true }).fill('Festival')
  await form.getByLabel('Billing').press('Enter')
  await page.getByRole('option', { name: 'Fixed fee' }).click()
  await expect(form.getByLabel('Hourly rate')).toHaveCount(0)
  await form.getByRole('button', { name: 'Save Project' }).click()
  await expect(form.getByLabel('Fixed fee')).toHaveAccessibleDescription(/Please enter the fee/)
  await form.getByLabel('Fixed fee').fill('5000')
  await form.getByRole('button', { name: 'Save Project' }).click()
  await expect(form).toBeHidden()
  await page.getByRole('link', { name: 'Festival' }).click()
  await expect(page).toHaveURL(/\/projects\/\d+$/)
  await expect(page.getByText('$5,000.00 fixed fee')).toBeVisible()

  const project = page.url()
  await page.goto(`${project}?tab=time&new`)
  await expect(page.getByLabel('Rate per hour')).toHaveValue('')
  await page.getByLabel('Hours').fill('10')
  await logTimeAndLeave(page)
  await expect(page.getByText('Fee per hour: $500.00')).toBeVisible()
  await expect(page).toHaveURL(project)

  await page.getByRole('tab', { name: 'Time' }).click()
  await page.getByRole('button', { name: 'Log Time' }).click()
  await page.getByLabel('Hours').fill('10')
  await logTimeAndLeave(page)
  await expect(page.getByText('Fee per hour: $250.00')).toBeVisible()

  await page.getByRole('tab', { name: 'Time' }).click()
  await page.getByRole('button', { name: 'Log Time' }).click()
  await page.getByRole('button', { name: 'Cancel' }).dblclick()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(`${project}?tab=time`)
})

/** Leaves the dialog and its tab before the answer comes, which then must not lead anywhere. */
async function logTimeAndLeave(page: Page): Promise<void> {
  const left = Promise.withResolvers<void>()
  const isAsked = page.waitForRequest('**/api/time-entries')
  await page.route(
    '**/api/time-entries',
    async (route) => {
      await left.promise
      await route.continue()
    },
    { times: 1 },
  )
  await page.getByRole('dialog').getByRole('button', { name: 'Log Time' }).click()
  await isAsked
  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: 'Overview' }).click()
  left.resolve()
  await expect(page.getByText('Time entry logged successfully')).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Overview' })).toHaveAttribute('aria-selected', 'true')
}
