import { projectsApi } from '#features/engagement/projects/contract.ts'
import { SIZES } from './accessibility.ts'
import { expect, goWithin, test } from './fixtures.ts'

test.use({ viewport: SIZES.phone, hasTouch: true, isMobile: true })

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
