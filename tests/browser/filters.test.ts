import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { expensesApi } from '#features/work/expenses/contract.ts'
import { timeEntriesApi } from '#features/work/time-entries/contract.ts'
import type { Person } from '#tests/people.ts'
import { expectAccessibleAtEverySize, SIZES } from './accessibility.ts'
import { expect, goWithin, test } from './fixtures.ts'

const fillBooks = async (ada: Person) => {
  const north = await ada.call(clientsApi.create, { body: { name: 'Studio North' } })
  const website = await ada.call(projectsApi.create, { body: { name: 'Website', client_id: north.id } })
  const poster = await ada.call(projectsApi.create, { body: { name: 'Poster' } })
  for (const [project_id, hours, is_billable] of [
    [website.id, 1.5, true],
    [website.id, 2, false],
    [poster.id, 4, true],
  ] as const)
    await ada.call(timeEntriesApi.create, { body: { project_id, hours, is_billable, date: '2026-11-02' } })
  for (const [description, amount, project_id] of [
    ['Train', 42.5, website.id],
    ['Fonts', 30, poster.id],
  ] as const)
    await ada.call(expensesApi.create, {
      body: { description, amount, project_id, category: 'Travel', date: '2026-11-02' },
    })
  await ada.call(expensesApi.create, {
    body: {
      project_id: poster.id,
      description: 'Hotel',
      amount: 100,
      currency: 'EUR',
      exchange_rate: 1.1,
      category: 'Travel',
      date: '2026-10-02',
      is_billable: true,
    },
  })
  return north
}

test('a list is filtered, summed up and has an address', { tag: '@deep' }, async ({ page, signIn }) => {
  const ada = await signIn('Ada')
  const north = await fillBooks(ada)
  await page.setViewportSize(SIZES.phone)
  const rows = page.getByRole('list', { name: 'Expenses' }).getByRole('listitem')

  await page.goto('/expenses')
  await expect(rows).toHaveCount(3)
  await expect(rows.filter({ hasText: 'Hotel' })).toContainText('€100.00')
  await expect(rows.filter({ hasText: 'Hotel' })).toContainText('$110.00')

  const filters = page.getByRole('group', { name: 'Filters' })
  await filters.getByRole('button', { name: 'Client' }).click()
  await page.getByRole('combobox', { name: 'Client' }).click()
  await page.getByRole('option', { name: 'Studio North' }).click()
  await filters.getByRole('button', { name: 'Days' }).click()
  const days = page.getByRole('dialog', { name: 'Days' })
  await days.getByLabel('From').fill('2026-11-01')
  await days.getByLabel('To').fill('2026-10-01')
  await days.getByRole('button', { name: 'Apply' }).click()
  await expect(days.getByText('Must not be before the first day')).toBeVisible()
  await expectAccessibleAtEverySize(page)
  await days.getByLabel('To').fill('2026-11-30')
  await days.getByRole('button', { name: 'Apply' }).click()

  await expect(page).toHaveURL(`/expenses?client=${north.id}&from=2026-11-01&to=2026-11-30`)
  await expect(rows).toHaveCount(1)
  await expect(page.getByText('1 expense', { exact: true })).toBeVisible()
  await expect(page.getByRole('definition').first()).toHaveText('$42.50')
  await expectAccessibleAtEverySize(page)

  await page.getByRole('button', { name: 'Actions for Train' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await expect(page.getByRole('dialog', { name: 'Edit Expense' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(rows).toHaveCount(1)
  await page.reload()
  await expect(page.getByText('Studio North')).toBeVisible()
  await page.getByRole('link', { name: 'Show all clients' }).click()
  await expect(rows).toHaveCount(2)
  await expect(page.getByRole('definition').first()).toHaveText('$72.50')
  await page.goBack()
  await expect(rows).toHaveCount(1)

  await filters.getByRole('button', { name: 'Client Studio North' }).click()
  await expect(page.getByRole('combobox', { name: 'Client' })).toHaveValue('Studio North')
  await page.keyboard.press('Escape')
  await filters.getByRole('link', { name: 'Clear all' }).click()
  await expect(page).toHaveURL('/expenses')
  await expect(rows).toHaveCount(3)
})

test('time is filtered, chosen and changed by keyboard alone', { tag: '@deep' }, async ({ page, signIn }) => {
  const ada = await signIn('Ada')
  await fillBooks(ada)
  const list = page.getByRole('list', { name: 'Time entries' })
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  await page.goto('/time-tracking')
  const filter = (name: string) => page.getByRole('group', { name: 'Filters' }).getByRole('button', { name })
  await filter('Project').focus()
  await press('Enter')
  await expect(page.getByRole('combobox', { name: 'Project' })).toBeFocused()
  await page.keyboard.type('web')
  await expect(page.getByRole('option')).toHaveText([/Website/])
  await press('Enter')
  await filter('Billable').focus()
  await press('Enter', 'Enter')
  await filter('Billed').focus()
  await press('Enter', 'ArrowDown', 'Enter')
  await expect(page).toHaveURL(/\?project=\d+&billable=true&billed=false$/)
  await expect(page.getByText('1 time entry')).toBeVisible()
  await expect(list).toContainText('1.50 h')
  await expect(list).not.toContainText('2.00 h')
  await expectAccessibleAtEverySize(page)
  await page.getByRole('link', { name: 'Clear all' }).focus()
  await press('Enter')
  await expect(page).toHaveURL('/time-tracking')

  const entries = list.getByRole('checkbox')
  await expect(entries).toHaveCount(3)
  await entries.first().focus()
  await press('Space')
  await entries.last().focus()
  await press('Shift+Space')
  const bar = page.getByRole('region', { name: 'Selected time entries' })
  await expect(bar).toContainText('3 selected · 7.5 h')
  await goWithin(page, '/time-tracking?billable=true')
  await expect(entries).toHaveCount(2)
  await expect(bar).toBeHidden()
  await goWithin(page, '/time-tracking')
  await expect(entries).toHaveCount(3)
  await expect(bar).toBeHidden()
  await page.getByRole('checkbox', { name: 'Select all' }).focus()
  await press('Space')
  await expect(bar).toContainText('3 selected · 7.5 h')
  await entries.first().focus()
  await press('Space')
  await expect(bar).toContainText('2 selected · 3.5 h')
  await expectAccessibleAtEverySize(page)

  await bar.getByRole('button', { name: 'More actions' }).focus()
  await press('Enter')
  await bar.getByRole('button', { name: 'Billed' }).focus()
  await press('Enter', 'Enter')
  await expect(page.getByText('2 time entries updated')).toBeVisible()
  const billed = list.getByRole('listitem').filter({ hasText: 'Billed elsewhere' })
  await expect(billed).toHaveCount(2)
  await bar.getByRole('button', { name: 'Change project' }).focus()
  await press('Enter')
  await page
    .getByRole('dialog', { name: 'Change Project' })
    .getByRole('combobox', { name: 'Project' })
    .focus()
  await page.keyboard.type('poster')
  await expect(page.getByRole('option')).toHaveText([/Poster/])
  await press('Enter')
  await page.getByRole('button', { name: 'Move 2 time entries' }).focus()
  await press('Enter')
  await expect(list.getByRole('listitem').filter({ hasText: 'Poster' })).toHaveCount(3)

  await page.getByRole('checkbox', { name: 'Select all' }).focus()
  await press('Space')
  await expect(bar).toContainText('3 selected')
  await bar.getByRole('button', { name: 'Delete' }).focus()
  await press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).focus()
  await press('Enter')
  await expect(page.getByText('No time entries yet')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).focus()
  await press('Enter')
  await expect(entries).toHaveCount(3)
})

test('invoices are filtered by client and status, and their sums follow', { tag: '@deep' }, async ({
  page,
  signIn,
}) => {
  const ada = await signIn('Ada')
  const north = await fillBooks(ada)
  const atelier = await ada.call(clientsApi.create, { body: { name: 'Atelier' } })
  for (const [client_id, rate, issue_date] of [
    [north.id, 100, '2026-10-05'],
    [north.id, 20, '2026-11-05'],
    [atelier.id, 3, '2026-11-05'],
  ] as const) {
    const items = [{ description: 'Design', quantity: 1, rate }]
    const due_date = client_id === north.id ? '2026-11-06' : ''
    const { id } = await ada.call(invoicesApi.create, { body: { client_id, issue_date, due_date, items } })
    await ada.call(invoicesApi.update, { params: { id }, body: { status: 'sent' } })
  }
  const cards = page.getByRole('list', { name: 'Invoices' }).getByRole('listitem')
  const expectFigures = async (open: string, overdue: string) => {
    await expect(page.getByRole('definition').first()).toHaveText(open)
    await expect(page.getByRole('definition').nth(1)).toHaveText(overdue)
  }

  await page.goto('/invoices')
  await expect(cards).toHaveCount(3)
  await expectFigures('$123.00', '$120.00')
  await expectAccessibleAtEverySize(page)
  await page.getByRole('link', { name: 'Overdue 2' }).click()
  await expect(page).toHaveURL('/invoices?status=overdue')
  await expect(cards).toHaveCount(2)
  // A tab changes neither its own count nor the figures, which name what they add up.
  await expectFigures('$123.00', '$120.00')

  const filters = page.getByRole('group', { name: 'Filters' })
  await filters.getByRole('button', { name: 'Client' }).click()
  await page.getByRole('combobox', { name: 'Client' }).click()
  await page.getByRole('option', { name: 'Studio North' }).click()
  await filters.getByRole('button', { name: 'Days' }).click()
  const days = page.getByRole('dialog', { name: 'Days' })
  await days.getByLabel('From').fill('2026-11-01')
  await days.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(`/invoices?status=overdue&client=${north.id}&from=2026-11-01`)
  await expect(cards).toHaveCount(1)
  await expectFigures('$20.00', '$20.00')
  await page.reload()
  await expect(cards).toHaveCount(1)
  await page.getByRole('link', { name: 'Show all days' }).click()
  await expectFigures('$120.00', '$120.00')
})
