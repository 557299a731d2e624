import type { Page } from '@playwright/test'

/** Pays on the payment page that the browser is on. */
export async function payByCard(page: Page): Promise<void> {
  await page.getByLabel('Card number').fill('4242 4242 4242 4242')
  await page.getByLabel(/expir/i).fill('12 / 34')
  await page.getByLabel(/cvc/i).fill('123')
  await page.getByLabel(/name/i).fill('Jonas Pine')
  await page.getByRole('button', { name: /^Pay/ }).click()
}
