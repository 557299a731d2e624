import { clientsApi } from '#features/engagement/clients/contract.ts'
import { expectAccessibleAtEverySize } from './accessibility.ts'
import { expect, test } from './fixtures.ts'

test.use({ expectedErrors: /503|Not now/ })

// Every other list and page: web/ui/load-failed.test.tsx.
test('a client that could not be loaded is not called missing, and is asked for again', {
  tag: '@deep',
}, async ({ page, signIn }) => {
  const ada = await signIn('Ada')
  const { id } = await ada.call(clientsApi.create, { body: { name: 'Studio North' } })
  await page.route(`**/api/clients/${id}`, (route) =>
    route.fulfill({ status: 503, json: { error: 'Not now' } }),
  )
  await page.goto(`/clients/${id}`)
  await expect(page.getByRole('heading', { name: 'This client could not be loaded' })).toBeVisible()
  await expectAccessibleAtEverySize(page)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Studio North' })).toBeVisible()
})
