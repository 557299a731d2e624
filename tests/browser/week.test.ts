import { clientsApi } from '#features/engagement/clients/contract.ts'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { timeEntriesApi } from '#features/work/time-entries/contract.ts'
import { expectAccessible, expectAccessibleAtEverySize, SIZES } from './accessibility.ts'
import { expect, test } from './fixtures.ts'

test.use({ hasTouch: true, expectedErrors: /409 \(Conflict\)|has changed since you opened it/ })

test('a week is copied, typed and summed up by keyboard, and on a phone day by day', async ({
  page,
  signIn,
}) => {
  const ada = await signIn('Ada')
  const north = await ada.call(clientsApi.create, { body: { name: 'Studio North' } })
  const website = await ada.call(projectsApi.create, { body: { name: 'Website', client_id: north.id } })
  const poster = await ada.call(projectsApi.create, { body: { name: 'Poster' } })
  await ada.call(projectsApi.create, { body: { name: 'Logo' } })
  const log = (project_id: number, date: string, hours: number) =>
    ada.call(timeEntriesApi.create, { body: { project_id, date, hours, description: `${hours} hours` } })
  for (const { id } of [website, poster]) await log(id, '2026-11-03', 2)

  const cell = (project: string, day: string) =>
    page.getByRole('textbox', { name: `${project}, ${day}`, exact: true })
  const sums = page.getByRole('row', { name: /^Total/ })
  const hoursIn = async () => {
    const { entries } = await ada.call(timeEntriesApi.week, { query: { date: '2026-11-09' } })
    return entries.map(({ project_name, date, hours }) => `${project_name} ${date.slice(8)} ${hours}`).sort()
  }

  await page.goto('/time-tracking?view=week&week=2026-11-09')
  await expect(page.getByRole('heading', { name: 'Nov 9 – 15, 2026' })).toBeVisible()
  await page.getByRole('button', { name: 'Copy last week’s rows' }).click()
  await expect(cell('Poster', 'Monday, November 9')).toBeFocused()

  await page.keyboard.type('1:30')
  await page.keyboard.press('Enter')
  await expect(cell('Website', 'Monday, November 9')).toBeFocused()
  await page.keyboard.type('90m')
  await page.keyboard.press('Tab')
  await page.keyboard.type('1,25')
  await page.keyboard.press('ArrowUp')
  await expect(cell('Poster', 'Tuesday, November 10')).toBeFocused()
  await page.keyboard.type('lunch')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('Please enter hours like 1.5, 1:30 or 90m')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(cell('Poster', 'Tuesday, November 10')).toHaveValue('')
  await page.keyboard.press('ArrowLeft')
  await expect(cell('Poster', 'Monday, November 9')).toHaveValue('1.50')
  await expect(sums).toHaveText('Total3.001.254.25')
  await expect(page.getByRole('row', { name: /^Website/ })).toContainText('2.75')
  await expect.poll(hoursIn).toEqual(['Poster 09 1.5', 'Website 09 1.5', 'Website 10 1.25'])

  // Typed again, it is still one entry; emptied, it is none, and its row stays.
  await page.keyboard.type('2')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Delete')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Delete')
  await page.keyboard.press('Enter')
  await expect(sums).toHaveText('Total2.002.00')
  await expect.poll(hoursIn).toEqual(['Poster 09 2'])
  await expect(cell('Website', 'Tuesday, November 10')).toHaveValue('')
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await expect(cell('Website', 'Tuesday, November 10')).toHaveValue('1.25')
  await expect(sums).toHaveText('Total2.001.253.25')

  await page.getByRole('button', { name: 'Add project' }).click()
  await page.keyboard.type('log')
  await page.getByRole('option', { name: 'Logo' }).click()
  await expect(cell('Logo', 'Monday, November 9')).toBeFocused()

  // Changed elsewhere in the meantime: both are shown, and the freelancer decides.
  const [{ id = 0 } = {}] = await ada.call(timeEntriesApi.list, {
    query: { from: '2026-11-09', project_id: poster.id },
  })
  const body = { project_id: poster.id, date: '2026-11-09', hours: 3 }
  await ada.call(timeEntriesApi.update, { params: { id }, body })
  await cell('Poster', 'Monday, November 9').fill('4')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('alert')).toContainText('Changed elsewhere to 3.00 h')
  await page.keyboard.press('ArrowUp')
  await expect(cell('Poster', 'Monday, November 9')).toHaveValue('4')
  await page.keyboard.press('Enter')
  await expect.poll(hoursIn).toEqual(['Poster 09 4', 'Website 10 1.25'])
  await expect(page.getByRole('alert')).toBeHidden()

  // Several entries are opened instead.
  await log(poster.id, '2026-11-10', 1)
  await log(poster.id, '2026-11-10', 2)
  await page.reload()
  // An added row without time is still there, and can be removed.
  await expect(cell('Logo', 'Monday, November 9')).toHaveValue('')
  await page.getByRole('button', { name: 'Remove Logo from this week' }).click()
  await expect(cell('Logo', 'Monday, November 9')).toBeHidden()
  await page.getByRole('button', { name: 'Poster, Tuesday, November 10: 3.00 h in 2 entries' }).click()
  const several = page.getByRole('dialog', { name: 'Poster' })
  await expect(several.getByRole('listitem')).toHaveText([/1 hours/, /2 hours/])
  await page.keyboard.press('Escape')
  await expectAccessibleAtEverySize(page)

  await cell('Poster', 'Monday, November 9').focus()
  await page.keyboard.press('PageUp')
  await expect(page).toHaveURL(/week=2026-11-02/)
  await expect(cell('Poster', 'Monday, November 2')).toBeFocused()

  await page.setViewportSize(SIZES.phone)
  await expect(cell('Poster', 'Tuesday, November 3')).toBeHidden()
  await page.getByRole('button', { name: 'Tuesday, November 3, 4.00 h' }).tap()
  await expect(cell('Poster', 'Tuesday, November 3')).toHaveValue('2.00')
  const swipe = (from: number, to: number) =>
    page.getByRole('region', { name: 'Week' }).evaluate(
      (target, [from, to]) => {
        const touch = (clientX = 0) => new Touch({ identifier: 1, target, clientX, clientY: 300 })
        const options = { bubbles: true, cancelable: true }
        target.dispatchEvent(new TouchEvent('touchstart', { ...options, touches: [touch(from)] }))
        target.dispatchEvent(new TouchEvent('touchend', { ...options, changedTouches: [touch(to)] }))
      },
      [from, to],
    )
  await swipe(300, 100)
  await expect(cell('Poster', 'Wednesday, November 4')).toBeVisible()
  await swipe(100, 300)
  await swipe(100, 300)
  await swipe(100, 300)
  await expect(page).toHaveURL(/week=2026-10-26/)
  await expect(page.getByRole('button', { name: 'Sunday, November 1, 0.00 h' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
})
