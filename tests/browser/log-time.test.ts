import { clientsApi } from '#features/engagement/clients/contract.ts'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { timeEntriesApi } from '#features/work/time-entries/contract.ts'
import { expect, holdBack, test } from './fixtures.ts'

test('logging time from a project leads back to it, and the next form is prefilled', {
  tag: '@deep',
}, async ({ page, signIn }) => {
  const ada = await signIn('Ada')
  const { id } = await ada.call(projectsApi.create, { body: { name: 'Website' } })
  await ada.call(projectsApi.create, { body: { name: 'Poster' } })

  await page.goto(`/projects/${id}?tab=time`)
  await page.getByRole('button', { name: 'Log Time' }).click()
  const dialog = page.getByRole('dialog', { name: 'Log Time' })
  await expect(dialog.getByRole('combobox', { name: 'Project' })).toHaveValue('Website')
  await dialog.getByLabel('Hours').fill('1:30')
  await dialog.getByRole('button', { name: 'Log Time' }).click()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(`/projects/${id}?tab=time`)
  await expect(page.getByText('1.50 h').first()).toBeVisible()

  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Log Time' }).click()
  await expect(dialog.getByRole('combobox', { name: 'Project' })).toHaveValue('Website')
})

test('a long client name leaves room for the description', { tag: '@deep' }, async ({ page, signIn }) => {
  const ada = await signIn('Ada')
  const name = `Harbour & Pine ${'International '.repeat(12)}Ltd`
  const client_id = (await ada.call(clientsApi.create, { body: { name } })).id
  const project_id = (await ada.call(projectsApi.create, { body: { name: 'Website', client_id } })).id
  await ada.call(timeEntriesApi.create, {
    body: { project_id, hours: 1, date: '2026-11-15', description: 'Start page' },
  })
  await page.goto('/time-tracking')
  const line = page.getByText(/Start page/)
  for (const width of [320, 390, 768, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    await expect(line).toBeVisible()
    const cut = await line.evaluate(
      ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
        scrollWidth > clientWidth || scrollHeight > clientHeight,
    )
    expect(cut, `at ${width}`).toBe(false)
  }
})

test('the phone field shows the expected format', { tag: '@deep' }, async ({ page, signIn }) => {
  await signIn('Ada')
  await page.goto('/clients?new')
  await page.getByText('More details').click()
  const phone = page.getByLabel('Phone')
  await expect(phone).toHaveAccessibleDescription('With country code, for example +1 555 010 4477.')
  await page.getByLabel('Name').fill('Studio North')
  await phone.fill('040 123 456')
  await page.getByRole('button', { name: 'Save Client' }).click()
  await expect(phone).toHaveAccessibleDescription(/Please enter a valid phone number With country code/)
  await phone.fill('+1 555 010 4477')
  await page.getByRole('button', { name: 'Save Client' }).click()
  await expect(page.getByText('Client created successfully')).toBeVisible()
})

test('what was entered stays when the timer is loaded later', { tag: '@deep' }, async ({ page, signIn }) => {
  const ada = await signIn('Ada')
  const { id } = await ada.call(projectsApi.create, { body: { name: 'Festival' } })
  const letGo = await holdBack(page, 'timer-frame')
  await page.goto(`/projects/${id}?tab=time&new`)
  const hours = page.getByRole('dialog').getByLabel('Hours')
  await hours.fill('10')
  const isAsked = page.waitForResponse('**/api/time-entries/summary')
  letGo()
  await isAsked
  await expect(page.getByPlaceholder('What are you working on?')).toBeVisible()
  await expect(hours).toHaveValue('10')
})
