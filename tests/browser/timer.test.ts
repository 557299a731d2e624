import type { Page } from '@playwright/test'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { accountApi } from '#features/foundation/account/contract.ts'
import { timeEntriesApi } from '#features/work/time-entries/contract.ts'
import { timerApi } from '#features/work/timer/contract.ts'
import { firstOf } from '#tests/lists.ts'
import type { Person } from '#tests/people.ts'
import { expectAccessible, SIZES } from './accessibility.ts'
import { chooseFound, expect, holdBack, test } from './fixtures.ts'

// While there is no connection.
test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED|Failed to fetch/ })

const timerOf = (page: Page) => page.getByRole('region', { name: 'Timer' }).filter({ visible: true })
const clockOf = (page: Page) => timerOf(page).getByRole('timer')

const entriesOf = (ada: Person) => ada.call(timeEntriesApi.list)

/** Projects of Ada, for whom it is afternoon, so that an hour ago is today. */
async function addProjects(ada: Person) {
  const ahead = Math.min(14, 15 - new Date().getUTCHours())
  await ada.call(accountApi.update, {
    body: { time_zone: `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}` },
  })
  const website = await ada.call(projectsApi.create, { body: { name: 'Website' } })
  const shop = await ada.call(projectsApi.create, { body: { name: 'Shop' } })
  return { website, shop }
}

/** As if it had been started earlier. */
const moveStart = (ada: Person, minutes: number) =>
  ada.call(timerApi.update, { body: { started_at: new Date(Date.now() - minutes * 60_000).toISOString() } })

test('a press of T counts although the timer is still being loaded', async ({ page, signIn }) => {
  await page.setViewportSize(SIZES.desktop)
  const ada = await signIn('Ada')
  const { website } = await addProjects(ada)
  await ada.call(timeEntriesApi.create, { body: { project_id: website.id, hours: 1, date: '2026-11-10' } })
  const letGo = await holdBack(page, 'timer-frame')
  await page.goto('/projects')
  await page.getByRole('heading', { level: 1, name: 'Projects' }).press('t')
  letGo()
  await expect(clockOf(page)).toHaveText(/^0:00:\d\d$/)
  await expect.poll(() => ada.call(timerApi.get)).toMatchObject({ project_id: website.id })
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('the timer is started, changed, stopped and continued from anywhere', async ({
  page,
  context,
  signIn,
}) => {
  await page.setViewportSize(SIZES.desktop)
  const ada = await signIn('Ada')
  const { website } = await addProjects(ada)
  await ada.call(timeEntriesApi.create, {
    body: { project_id: website.id, hours: 1, date: '2026-11-10', description: 'Start page' },
  })
  await page.goto('/projects')
  const timer = timerOf(page)
  await expect(timer.getByRole('button', { name: 'Project: Website' })).toBeVisible()

  // The last project, by one key; not while typing.
  await page.getByPlaceholder('Search projects...').press('t')
  await expect(clockOf(page)).toHaveCount(0)
  await page.getByPlaceholder('Search projects...').fill('')
  await page.getByRole('heading', { level: 1 }).press('t')
  await expect(clockOf(page)).toHaveText(/^0:00:\d\d$/)
  await expect(page).toHaveTitle('0:00 · Website')
  await expect.poll(() => ada.call(timerApi.get)).toMatchObject({ project_id: website.id, description: '' })

  await timer.getByLabel('Description').fill('Cart')
  await timer.getByLabel('Description').press('Enter')
  await expect.poll(async () => (await ada.call(timerApi.get))?.description).toBe('Cart')

  // Another tab shows the same, and each what the other changes.
  const other = await context.newPage()
  await other.setViewportSize(SIZES.desktop)
  await other.goto('/dashboard')
  await expect(timerOf(other).getByLabel('Description')).toHaveValue('Cart')
  await timerOf(other).getByRole('button', { name: 'Project: Website' }).click()
  const dialog = other.getByRole('dialog', { name: 'Choose a project' })
  await chooseFound(dialog.getByRole('combobox'), 'Shop', /Shop/)
  await dialog.getByRole('button', { name: 'Choose' }).click()
  await expect(timer.getByRole('button', { name: 'Project: Shop' })).toBeVisible()
  await other.close()

  // So does another device.
  await moveStart(ada, 67)
  await expect(clockOf(page)).toHaveText(/^1:07:\d\d$/)
  await expect(page).toHaveTitle('1:07 · Shop')
  await expectAccessible(page)

  await timer.getByRole('button', { name: 'Stop the timer' }).click()
  await expect(page.getByText(/^1\.1[2-9] h logged$/)).toBeVisible()
  await expect(page).toHaveTitle('Projects · Daybook')
  expect(firstOf(await entriesOf(ada))).toMatchObject({
    project_name: 'Shop',
    description: 'Cart',
    hours: expect.closeTo(1.15, 1),
  })

  await page.getByRole('link', { name: 'Time Tracking' }).click()
  const row = page.getByRole('listitem').filter({ hasText: 'Start page' })
  await row.getByRole('button', { name: 'Continue Start page' }).click()
  await expect(timer.getByLabel('Description')).toHaveValue('Start page')
  await expect(timer.getByRole('button', { name: 'Project: Website' })).toBeVisible()

  // Less than a minute is asked about.
  await timer.getByRole('button', { name: 'Stop the timer' }).click()
  const question = page.getByRole('dialog', { name: 'Keep this time?' })
  await question.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(clockOf(page)).toBeVisible()
  await expect.poll(() => ada.call(timerApi.get)).not.toBeNull()

  // Without a connection, a press counts from when it was made, also after a reload.
  await moveStart(ada, 30)
  await expect(clockOf(page)).toHaveText(/^0:30:\d\d$/)
  await context.setOffline(true)
  await timer.getByRole('button', { name: 'Stop the timer' }).click()
  await expect(timer.getByText('Not sent yet')).toBeVisible()
  expect(await ada.call(timerApi.get)).not.toBeNull()
  await context.setOffline(false)
  await page.reload()
  await expect.poll(() => ada.call(timerApi.get)).toBeNull()
  expect((await entriesOf(ada)).find(({ hours }) => hours >= 0.5 && hours < 0.6)).toMatchObject({
    description: 'Start page',
  })
})

test('on a phone, one thumb starts and stops it, notes what was done, and takes the stop back', {
  tag: '@deep',
}, async ({ page, signIn }) => {
  await page.setViewportSize(SIZES.phone)
  const ada = await signIn('Ada')
  const { shop } = await addProjects(ada)
  await page.goto('/dashboard')
  const timer = timerOf(page)
  await timer.getByRole('button', { name: 'Start the timer' }).click()
  const dialog = page.getByRole('dialog', { name: 'Choose a project' })
  await chooseFound(dialog.getByRole('combobox'), 'Shop', /Shop/)
  await dialog.getByRole('button', { name: 'Choose' }).click()
  await expect(clockOf(page)).toBeVisible()
  await expect.poll(async () => (await ada.call(timerApi.get))?.project_id).toBe(shop.id)

  await timer.getByRole('button', { name: /^Edit timer/ }).click()
  const edit = page.getByRole('dialog', { name: 'Edit timer' })
  await edit.getByLabel('Description').fill('Checkout')
  await expectAccessible(page)
  await edit.getByRole('button', { name: 'Save timer' }).click()
  await expect(timer).toContainText('Checkout · Shop')

  // A timer that was forgotten: when did work really end?
  await moveStart(ada, 14 * 60)
  await expect(clockOf(page)).toHaveText(/^14:00:\d\d$/)
  await timer.getByRole('button', { name: 'Stop the timer' }).click()
  const question = page.getByRole('dialog', { name: 'When did you really stop?' })
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Stop the timer' }).click()
  await expect.poll(() => ada.call(timerApi.get)).toBeNull()
  const hours = (await entriesOf(ada)).reduce((sum, entry) => sum + entry.hours, 0)
  expect(hours).toBeCloseTo(8)

  // Two presses choose another project, which is remembered.
  await timer.getByRole('button', { name: 'Project: Shop' }).click()
  await dialog.getByRole('button', { name: 'Website' }).click()
  await expect(timer.getByRole('button', { name: 'Project: Website' })).toBeFocused()
  await page.reload()
  await expect(timer.getByRole('button', { name: 'Project: Website' })).toBeVisible()

  // The page of a project offers that one.
  const tabs = page.getByRole('navigation', { name: 'Tabs' })
  await tabs.getByRole('button', { name: 'More' }).click()
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Projects' }).click()
  await page.getByRole('link', { name: 'Shop' }).click()
  await timer.getByRole('button', { name: 'Start the timer on Shop' }).click()
  await expect.poll(async () => (await ada.call(timerApi.get))?.project_id).toBe(shop.id)
  await tabs.getByRole('link', { name: 'Time' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Time Tracking' })).toBeVisible()

  await moveStart(ada, 30)
  await expect(clockOf(page)).toHaveText(/^0:30:\d\d$/)
  await timer.getByRole('button', { name: 'Stop the timer' }).click()
  await page.getByLabel('Note').fill('Cart')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Time entry updated successfully')).toBeVisible()
  await expect.poll(async () => firstOf(await entriesOf(ada)).description).toBe('Cart')

  const row = page.getByRole('listitem').filter({ hasText: 'Cart' })
  await row.getByRole('button', { name: 'Continue Cart' }).click()
  await expect.poll(() => ada.call(timerApi.get)).not.toBeNull()
  const { started_at } = await moveStart(ada, 20)
  await expect(clockOf(page)).toHaveText(/^0:20:\d\d$/)
  await timer.getByRole('button', { name: 'Stop the timer' }).click()
  await expect.poll(() => ada.call(timerApi.get)).toBeNull()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(clockOf(page)).toHaveText(/^0:20:\d\d$/)
  expect(await ada.call(timerApi.get)).toMatchObject({ started_at, project_id: shop.id })
})
