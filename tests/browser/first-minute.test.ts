import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import PostalMime, { type Email } from 'postal-mime'
import { clientsApi } from '#features/clients/contract.ts'
import { projectsApi } from '#features/projects/contract.ts'
import { SIZES } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { openMail } from './outbox.ts'

test('from the timer to the client’s mailbox', async ({ page, signIn }) => {
  await page.setViewportSize(SIZES.desktop)
  const ada = await signIn('Ada')
  const email = `north.${crypto.randomUUID()}@example.com`
  const client = await ada.call(clientsApi.create, { body: { name: 'Studio North', email } })
  await ada.call(projectsApi.create, { body: { name: 'Website', client_id: client.id, hourly_rate: 900 } })
  await page.goto('/dashboard')

  const timer = page.getByRole('region', { name: 'Timer' })
  await timer.getByRole('button', { name: 'Start the timer' }).click()
  const choice = page.getByRole('dialog', { name: 'Choose a project' })
  await choice.getByRole('combobox', { name: 'Project' }).click()
  await page.getByRole('option', { name: 'Website' }).click()
  await choice.getByRole('button', { name: 'Choose' }).click()
  await expect(timer.getByRole('timer')).toBeVisible()
  await timer.getByRole('button', { name: 'Stop the timer' }).click()
  const question = page.getByRole('dialog', { name: 'Keep this time?' })
  await question.getByRole('button', { name: 'Keep it' }).click()

  await page.getByRole('link', { name: 'Bill', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Bill Studio North' })).toBeVisible()
  await page.getByRole('button', { name: /^Create draft for \$\d/ }).click()
  const invoice = page.getByRole('dialog', { name: /INV-0001/ })
  await invoice.getByRole('button', { name: 'Send' }).click()
  const sending = page.getByRole('dialog', { name: 'Send INV-0001' })
  await sending.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText(`INV-0001 sent to ${email}`)).toBeVisible()

  await openMail(page, email)
  const { to, attachments } = await downloadMail(page)
  expect(to?.map(({ address }) => address)).toEqual([email])
  expect(attachments).toMatchObject([{ filename: 'INV-0001.pdf', mimeType: 'application/pdf' }])
  const [pdf] = attachments
  expect(Buffer.from(pdf?.content as ArrayBuffer).toString('latin1')).toMatch(/^%PDF-/)
})

async function downloadMail(page: Page): Promise<Email> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download the message' }).click(),
  ])
  return PostalMime.parse(await readFile(await download.path()))
}
