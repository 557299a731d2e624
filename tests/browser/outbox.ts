import { expect, type Page } from '@playwright/test'

/** Opens the newest mail in the sandbox's outbox with this text in its subject or recipients. */
export async function openMail(page: Page, text: string): Promise<void> {
  await expect(async () => {
    await page.goto('/sandbox/outbox')
    await page.getByRole('link', { name: text }).first().click({ timeout: 2000 })
  }).toPass()
}
