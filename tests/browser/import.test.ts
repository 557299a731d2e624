import { projectsApi } from '#features/engagement/projects/contract.ts'
import { timeEntriesApi } from '#features/work/time-entries/contract.ts'
import { expectAccessible, expectAccessibleAtEverySize, SIZES } from './accessibility.ts'
import { expect, test } from './fixtures.ts'

const TOGGL = [
  '"User","Email","Client","Project","Task","Description","Billable","Start date","Start time","End date","End time","Duration","Tags","Amount (USD)"',
  '"Ada","ada@example.com","Studio North","Website","","Sketches","Yes","2024-10-15","09:00:00","2024-10-15","10:30:00","01:30:00","","120.00"',
  '"Ada","ada@example.com","Studio North","Website","","Sketches","Yes","2024-10-15","09:00:00","2024-10-15","10:30:00","01:30:00","","120.00"',
  '"Ada","ada@example.com","Studio North","Website","","Review","Yes","2024-10-16","14:00:00","2024-10-16","16:00:00","02:00:00","","160.00"',
  '"Ada","ada@example.com","Studio North","Website","","Call","No","2024-02-31","14:00:00","2024-02-31","15:00:00","01:00:00","",""',
].join('\r\n')

const OTHER = 'When;Effort;For whom\n03/04/2024;1,5;Studio South\n05/04/2024;0,5;Studio South\n'

test.use({ expectedErrors: /status of 400/ })

test('files are imported with a preview, undone as a whole, and mapped by column', { tag: '@deep' }, async ({
  page,
  signIn,
}) => {
  const ada = await signIn('Ada')
  await page.setViewportSize(SIZES.desktop)
  await page.goto('/time-tracking')
  await page.getByRole('link', { name: 'Import from another tool' }).click()
  const choose = (name: string, content: string) =>
    page.getByLabel('CSV file').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })
  await choose('book.csv', 'nothing')
  await expect(page.getByText('This file has no rows below its header')).toBeVisible()

  await choose('toggl.csv', TOGGL)
  await expect(page.getByRole('heading', { name: 'toggl.csv' })).toBeVisible()
  await expect(page.getByText('Toggl Track, detailed report · 4 rows')).toBeVisible()
  await expect(page.getByText('Row 5: 2024-02-31 is not a date')).toBeVisible()
  await expect(page.getByText('1 row is in Daybook already')).toBeVisible()
  const rows = page.getByRole('table', { name: 'The first rows' }).getByRole('row')
  await expect(rows.filter({ hasText: 'Review' })).toContainText('$160.00')
  await expectAccessibleAtEverySize(page)
  await page.setViewportSize(SIZES.desktop)

  await page.getByRole('button', { name: 'Import 2 time entries, 1 client, and 1 project' }).click()
  await expect(page.getByText('Import finished')).toBeVisible()
  await expect(page.getByText('It created 2 time entries, 1 client, and 1 project.')).toBeVisible()
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download it with the reason' }).click()
  expect((await downloading).suggestedFilename()).toBe('toggl - not imported.csv')
  await expectAccessible(page)

  const [review] = await ada.call(timeEntriesApi.list)
  if (!review) throw new Error('nothing was imported')
  await ada.call(timeEntriesApi.update, { params: { id: review.id }, body: { ...review, hours: 3 } })
  await page.getByRole('button', { name: 'Undo import' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo import' }).click()
  await expect(page.getByText('This import was undone')).toBeVisible()
  await expect(page.getByText('It removed 1 time entry.')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Review' })).toContainText('changed since')

  await page.getByRole('link', { name: 'Import', exact: true }).first().click()
  await expect(page.getByRole('row').filter({ hasText: 'toggl.csv' })).toContainText('Undone')
  await choose('effort.csv', OTHER)
  await expect(page.getByText('Choose a column for: Date · Duration, or start and end time')).toBeVisible()
  const importAs = async (column: string, field: string) => {
    await page.getByRole('combobox', { name: `Import ${column} as` }).click()
    await page.getByRole('option', { name: field, exact: true }).click()
    await expect(page.getByRole('combobox', { name: `Import ${column} as` })).toHaveText(field)
  }
  await importAs('When', 'Date')
  await importAs('Effort', 'Duration')
  await importAs('For whom', 'Client')
  await page.getByRole('combobox', { name: 'Dates are written' }).click()
  await page.getByRole('option', { name: 'Day first' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Apr 3, 2024' })).toContainText('1.5')
  await expectAccessibleAtEverySize(page)
  await page.getByRole('button', { name: 'Import 2 time entries, 1 client, and 1 project' }).click()
  await expect(page.getByText('Import finished')).toBeVisible()
  await page.getByRole('link', { name: 'Show time' }).click()
  await expect(page.getByRole('heading', { name: 'Time Tracking' })).toBeVisible()
  expect((await ada.call(projectsApi.list)).map(({ name }) => name)).toEqual(['Studio South', 'Website'])
})
