import type { Page } from '@playwright/test'
import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { expensesApi } from '#features/work/expenses/contract.ts'
import { timeEntriesApi } from '#features/work/time-entries/contract.ts'
import type { Person } from '#tests/people.ts'
import { expectAccessible, SIZES } from './accessibility.ts'
import { expect, goWithin, test } from './fixtures.ts'

test('a search is part of the address and survives Back and Forward', { tag: '@deep' }, async ({
  page,
  signIn,
}) => {
  const ada = await signIn('Ada')
  for (const name of ['Website', 'Webshop', 'Poster']) await ada.call(projectsApi.create, { body: { name } })
  await addOneOfEach(ada)
  await page.goto('/account')
  for (const [path, placeholder] of [
    ['/clients', 'Search clients...'],
    ['/projects', 'Search projects...'],
    ['/time-tracking', 'Search time entries...'],
    ['/invoices', 'Search invoices...'],
    ['/expenses', 'Search expenses...'],
  ] as const) {
    await goWithin(page, path)
    await page.getByPlaceholder(placeholder).pressSequentially('web s')
    await expect(page.getByPlaceholder(placeholder)).toHaveValue('web s')
    await expect(page).toHaveURL(/\?q=web\+s$/)
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
    await page.goBack()
    await expect(page.getByPlaceholder(placeholder)).toHaveValue('web s')
  }

  await goWithin(page, '/projects?q=webs')
  const search = page.getByPlaceholder('Search projects...')
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Webshop', 'Website'])
  await search.press('End')
  await search.pressSequentially('hop')
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Webshop'])
  await page.getByRole('link', { name: 'Webshop' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Webshop')
  await page.goBack()
  await expect(search).toHaveValue('webshop')
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Webshop'])

  await page.getByRole('navigation', { name: 'Status' }).getByRole('link', { name: 'Active' }).click()
  await expect(page).toHaveURL(/status=active&q=webshop$/)
  await page.getByRole('button', { name: /New Project/ }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(search).toHaveValue('webshop')
  await page.goBack()
  await expect(page).toHaveURL(/projects\?q=webshop$/)
  await page.goForward()
  await expect(page).toHaveURL(/status=active&q=webshop$/)
  await page.goBack()
  await expect(search).toHaveValue('webshop')
  await search.fill('')
  await expect(page).toHaveURL(/\/projects$/)
  await expect(page.getByRole('heading', { level: 2 })).toHaveCount(3)
})

test('an archived client is found and restored', { tag: '@deep' }, async ({ page, signIn }) => {
  const ada = await signIn('Ada')
  const { id } = await ada.call(clientsApi.create, { body: { name: 'Studio North' } })
  await ada.call(projectsApi.create, { body: { name: 'Website', client_id: id } })

  await page.goto('/clients')
  await page.getByRole('button', { name: 'Actions for Studio North' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByText('You can restore it later.')).toBeVisible()
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No clients found')).toBeVisible()

  await page.getByRole('link', { name: 'Archived' }).click()
  await expect(page).toHaveURL(/\/clients\?status=archived$/)
  await expect(page.getByRole('heading', { level: 2, name: 'Studio North' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Restore Studio North' }).click()
  await expect(page.getByText('Client restored successfully')).toBeVisible()
  await expect(page.getByText('No clients found')).toBeVisible()
  await page.getByRole('link', { name: 'Active' }).click()
  await expect(page.getByRole('button', { name: 'Actions for Studio North' })).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: SIZES.phone })

  /** The row below the header, and where it begins. */
  const topRow = (page: Page) =>
    page.getByRole('listitem').evaluateAll((rows) => {
      const row = rows.find((shown) => shown.getBoundingClientRect().bottom > 56)
      return { text: row?.textContent, top: Math.round(row?.getBoundingClientRect().top ?? 0) }
    })

  /** True if a row begins before the one above it ends. */
  const areOverlapping = (page: Page) =>
    page.getByRole('listitem').evaluateAll((rows) => {
      const boxes = rows.map((row) => row.getBoundingClientRect()).sort((a, b) => a.top - b.top)
      return boxes.some((box, index) => box.bottom > (boxes[index + 1]?.top ?? Number.POSITIVE_INFINITY) + 1)
    })

  test('Back leads to the row that was left, and a page that is loaded begins at its top', {
    tag: '@deep',
  }, async ({ page, openDemo }) => {
    await openDemo()
    await page.goto('/time-tracking')
    await expect(page.getByRole('listitem').first()).toBeVisible()
    await page.mouse.move(200, 400)
    for (let times = 0; times < 30; times++) await page.mouse.wheel(0, 500)
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(8000)
    await expect.poll(async () => (await topRow(page)).text).toBeTruthy()
    const left = await topRow(page)

    await page.getByRole('navigation', { name: 'Tabs' }).getByRole('link', { name: 'Dashboard' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
    expect(await page.evaluate(() => scrollY)).toBe(0)
    await page.goBack()
    await expect.poll(() => topRow(page)).toEqual(left)
    expect(await areOverlapping(page)).toBe(false)

    await page.goto('/expenses')
    await expect(page.getByRole('listitem').first()).toBeVisible()
    expect(await page.evaluate(() => scrollY)).toBe(0)
  })
})

/** Lists without anything have nothing to search. */
async function addOneOfEach(person: Person): Promise<void> {
  const [date, issue_date] = ['2026-11-16', '2026-11-16']
  const { id: client_id } = await person.call(clientsApi.create, { body: { name: 'Studio North' } })
  const [project] = await person.call(projectsApi.list)
  const project_id = project?.id ?? 0
  await person.call(timeEntriesApi.create, { body: { project_id, date, hours: 1, description: 'Layout' } })
  await person.call(invoicesApi.create, { body: { client_id, issue_date } })
  const taxi = { description: 'Taxi', amount: 12, category: 'Travel', date } as const
  await person.call(expensesApi.create, { body: taxi })
}
