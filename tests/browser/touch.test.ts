import { projectsApi } from '#features/engagement/projects/contract.ts'
import { SIZES } from './accessibility.ts'
import { expect, goWithin, test } from './fixtures.ts'

const TABLET = { width: 900, height: 1200 }
/** The part of a phone that the keyboard on its screen leaves. */
const ABOVE_KEYBOARD = { ...SIZES.phone, height: 500 }

/** In the page: the different ones, of which there should be one. */
const fontSizesOfFields = (dialog: Element): string[] => [
  ...new Set(
    [...dialog.querySelectorAll('input:not([type=checkbox], [type=file], [aria-hidden]), textarea')].map(
      (field) => getComputedStyle(field).fontSize,
    ),
  ),
]

test.use({ viewport: SIZES.phone, hasTouch: true, isMobile: true })

test('no dialog opens the keyboard on the screen by itself, whose fields are large enough not to zoom', async ({
  page,
  signIn,
}) => {
  const ada = await signIn('Ada')
  const { id } = await ada.call(projectsApi.create, { body: { name: 'Website' } })
  await page.goto('/dashboard')
  const dialogs = {
    '/clients?new': 'Add Client',
    '/projects?new': 'New Project',
    '/time-tracking?new': 'Log Time',
    '/invoices?new': 'Create Invoice',
    '/expenses?new': 'Add Expense',
    '/recurring-invoices?new': 'Add Recurring Invoice',
    '/expenses/recurring?new': 'Add Recurring Expense',
    [`/projects/${id}?tab=milestones&new`]: 'Add Milestone',
    [`/projects/${id}?tab=deliverables&new`]: 'Add Deliverable',
  }
  for (const [path, name] of Object.entries(dialogs))
    await test.step(name, async () => {
      await goWithin(page, path)
      const dialog = page.getByRole('dialog', { name })
      await expect(dialog.getByRole('textbox').first()).toBeVisible()
      await expect(dialog).toBeFocused()
      for (const size of [SIZES.phone, TABLET]) {
        await page.setViewportSize(size)
        expect(await dialog.evaluate(fontSizesOfFields)).toEqual(['16px'])
      }
      await page.setViewportSize(SIZES.phone)
    })
})

test('the keyboard on the screen makes a page lower, and the buttons of a dialog stay above it', {
  tag: '@deep',
}, async ({ page, signIn }) => {
  await signIn('Ada')
  await page.goto('/projects?new')
  await expect(page.locator('meta[name="viewport"]')).toHaveAttribute(
    'content',
    /interactive-widget=resizes-content/,
  )
  await page.getByLabel('Name').tap()
  await page.setViewportSize(ABOVE_KEYBOARD)
  await expect(page.getByLabel('Name')).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('button', { name: 'Save Project' })).toBeInViewport({ ratio: 1 })
})

test('lists that are searched open by touch, in a dialog and on a page', { tag: '@deep' }, async ({
  page,
  signIn,
}) => {
  const ada = await signIn('Ada')
  await ada.call(projectsApi.create, { body: { name: 'Website' } })
  await page.goto('/time-tracking?new')
  for (const { path, field, search, option } of [
    { path: '/time-tracking?new', field: 'Project', search: '', option: 'Website' },
    { path: '/account', field: 'Time zone', search: 'Berlin', option: /Berlin/ },
  ]) {
    await goWithin(page, path)
    const input = page.getByRole('combobox', { name: field })
    await page.getByRole('button', { name: 'Show the list' }).first().tap()
    if (search) await input.fill(search)
    await expect(page.getByRole('option', { name: option })).toBeVisible()
    await page.getByRole('option', { name: option }).tap()
    await expect(input).toHaveValue(option)
  }
})
