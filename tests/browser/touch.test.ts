import { projectsApi } from '#features/projects/contract.ts'
import { expectAccessible, SIZES } from './accessibility.ts'
import { expect, test } from './fixtures.ts'

test.use({ viewport: SIZES.phone, hasTouch: true, isMobile: true })

const LISTS = [
  { path: '/time-tracking?new', field: 'Project', option: 'Website' },
  { path: '/account', field: 'Time zone', option: /Berlin/ },
]

for (const { path, field, option } of LISTS)
  test(`${path}: a list that is searched opens by touch, and is accessible`, async ({ page, signIn }) => {
    const ada = await signIn('Ada')
    await ada.call(projectsApi.create, { body: { name: 'Website' } })
    await page.goto(path)
    const input = page.getByRole('combobox', { name: field })
    await page.getByRole('button', { name: 'Show the list' }).first().tap()
    if (field === 'Time zone') await input.fill('Berlin')
    await expect(page.getByRole('option', { name: option })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('option', { name: option }).tap()
    await expect(input).toHaveValue(option)
  })
