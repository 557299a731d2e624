import type { Page } from '@playwright/test'
import { clientsApi } from '#features/clients/contract.ts'
import { projectsApi } from '#features/projects/contract.ts'
import { expectAccessible, SIZES } from './accessibility.ts'
import { expect, goWithin, test } from './fixtures.ts'

test.use({ expectedErrors: /503|Not now/ })

const refusal = { status: 503, json: { error: 'Not now' } }

/** Where a list is shown, what is asked for, and what is said if it does not come. */
type FailedLoad = [page: string, call: string, words: string, empty: string]

const LISTS: FailedLoad[] = [
  ['/clients', '**/api/clients?*', 'Your clients could not be loaded', 'No clients found'],
  ['/projects', '**/api/projects?*', 'Your projects could not be loaded', 'No projects found'],
  ['/time-tracking', '**/api/time-entries?*', 'Your time entries could not be loaded', 'No time entries yet'],
  ['/invoices', '**/api/invoices?*', 'Your invoices could not be loaded', 'No invoices yet'],
  ['/expenses', '**/api/expenses?*', 'Your expenses could not be loaded', 'No expenses recorded'],
  [
    '/dashboard',
    '**/api/dashboard/recent-activity',
    'Recent activity could not be loaded',
    'No recent activity',
  ],
]

/** The same of the tabs of a project. */
const TABS: FailedLoad[] = [
  ['milestones', '**/api/**/milestones*', 'The milestones could not be loaded', 'No milestones yet'],
  ['deliverables', '**/api/**/deliverables*', 'The deliverables could not be loaded', 'No deliverables yet'],
  ['comments', '**/api/**/comments*', 'The comments could not be loaded', 'No comments yet'],
  ['time', '**/api/time-entries?*', 'The time of this project could not be loaded', 'No time logged yet'],
  ['invoices', '**/api/invoices?*', 'The invoices of this project could not be loaded', 'No invoices yet'],
]

async function expectAskedAgain(page: Page, [path, call, words, empty]: FailedLoad): Promise<void> {
  // Also what is asked for before the page reads it.
  await page.route(call, (route) => route.fulfill(refusal))
  await page.route(call.replace('?*', ''), (route) => route.fulfill(refusal))
  await goWithin(page, path)
  await expect(page.getByRole('heading', { name: words })).toBeVisible()
  await expect(page.getByText(empty)).toHaveCount(0)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText(empty)).toBeVisible()
  await expect(page.getByRole('heading', { name: words })).toHaveCount(0)
}

test('lists that could not be loaded say so, and are asked for again', async ({ page, signIn }) => {
  await signIn('Ada')
  await page.goto('/account')
  for (const list of LISTS) await test.step(list[0], () => expectAskedAgain(page, list))
})

test('so do the tabs of a project', async ({ page, signIn }) => {
  const ada = await signIn('Ada')
  const { id } = await ada.call(projectsApi.create, { body: { name: 'Website' } })
  await page.goto('/account')
  for (const [tab, ...rest] of TABS)
    await test.step(tab, () => expectAskedAgain(page, [`/projects/${id}?tab=${tab}`, ...rest]))
})

/** The same of the tabs of a client. */
const CLIENT_TABS: FailedLoad[] = [
  ['overview', '**/api/**/overview', 'Unbilled work could not be loaded', 'until they are billed'],
  ['overview', '**/api/**/statement?*', 'The statement could not be loaded', 'No invoices or payments'],
  ['projects', '**/api/projects?*', 'The projects of this client could not be loaded', 'No projects yet'],
  ['invoices', '**/api/invoices?*', 'The invoices of this client could not be loaded', 'No invoices yet'],
  ['time', '**/api/time-entries?*', 'The time of this client could not be loaded', 'No time logged yet'],
  [
    'expenses',
    '**/api/expenses?*',
    'The expenses of this client could not be loaded',
    'No expenses recorded',
  ],
]

test('so do the tabs of a client', async ({ page, signIn }) => {
  const ada = await signIn('Ada')
  const { id } = await ada.call(clientsApi.create, { body: { name: 'Studio North' } })
  for (const [tab, ...rest] of CLIENT_TABS)
    await test.step(tab, async () => {
      // What was loaded for the same tab before would not be asked for again.
      if (tab === 'overview') await page.goto('/account')
      await expectAskedAgain(page, [`/clients/${id}?tab=${tab}`, ...rest])
    })
})

test('a client or project that could not be loaded is not called missing', async ({ page, signIn }) => {
  await page.setViewportSize(SIZES.phone)
  const ada = await signIn('Ada')
  const client = await ada.call(clientsApi.create, { body: { name: 'Studio North' } })
  const project = await ada.call(projectsApi.create, { body: { name: 'Website' } })
  const pages = [
    [`/clients/${client.id}`, 'This client could not be loaded', 'Studio North'],
    [`/projects/${project.id}`, 'This project could not be loaded', 'Website'],
  ] as const
  for (const [path, words, name] of pages) {
    await page.route(`**/api${path}`, (route) => route.fulfill(refusal))
    await page.goto(path)
    await expect(page.getByRole('heading', { name: words })).toBeVisible()
    await expectAccessible(page)
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  }
})

test('the total of a month that did not come is not zero', async ({ page, signIn }) => {
  await signIn('Ada')
  await page.route('**/api/expenses/this-month', (route) => route.fulfill(refusal))
  await page.goto('/expenses')
  await expect(page.getByText('Not available')).toHaveCount(3)
  await expect(page.getByText('$0.00')).toHaveCount(0)
})

test('a picker that finds nothing says whether it could look', async ({ page, signIn }) => {
  const ada = await signIn('Ada')
  await ada.call(clientsApi.create, { body: { name: 'Studio North' } })
  await page.route('**/api/clients*', (route) => route.fulfill(refusal))
  await page.goto('/projects?new')
  await page.getByRole('combobox', { name: 'Client' }).click()
  await expect(page.getByText('The list could not be loaded.')).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('option', { name: 'Studio North' }).click()
  await expect(page.getByRole('combobox', { name: 'Client' })).toHaveValue('Studio North')
})
