import type { Page } from '@playwright/test'
import { expectAccessibleAtEverySize } from './accessibility.ts'
import { expect, test, testOnNewServer } from './fixtures.ts'

/** A device that keeps passkeys, and whose owner is always there. */
async function addDevice(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

testOnNewServer(
  'on a new server the setup link makes the first passkey, and work ends in an invoice',
  async ({ page, ownApp }) => {
    await page.setViewportSize({ width: 320, height: 700 })
    await page.goto(ownApp.setupLink ?? '')
    await page.getByLabel('Your name').fill('Ada Lovelace')
    await page.getByLabel('Email address').fill('ada@example.com')
    await expectAccessibleAtEverySize(page)
    await addDevice(page)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Save your recovery codes' })).toBeVisible()
    await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10)
    await page.getByRole('button', { name: 'I have saved them' }).click()
    await expect(page).toHaveURL(/\/dashboard$/)

    await page.goto('/clients?new')
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Studio North')
    await page.getByRole('button', { name: 'Save Client' }).click()
    await expect(page.getByText('Client created successfully')).toBeVisible()
    await page.goto('/invoices?new')
    await page.getByRole('combobox', { name: 'Client' }).click()
    await page.getByRole('option', { name: 'Studio North' }).click()
    await page.getByRole('button', { name: 'Create Invoice' }).click()
    await expect(page.getByText('INV-0001').first()).toBeVisible()

    await page.context().clearCookies()
    await page.goto('/sign-in')
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await expect(page).toHaveURL(/\/dashboard$/)
  },
)

test('a passkey is added under Security, and signs in', { tag: '@deep' }, async ({ page, signIn }) => {
  const ada = await signIn('Ada')
  await addDevice(page)
  await page.goto('/account?tab=security')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByRole('dialog', { name: 'Your recovery codes' })).toBeVisible()
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await expect(page.getByText('10 of 10 left')).toBeVisible()

  await page.context().clearCookies()
  await page.goto('/sign-in')
  // The email field offers the passkey too, and this device may accept it before the button is pressed.
  const pressed = page.getByRole('button', { name: 'Use a passkey' }).click()
  await Promise.race([pressed.catch(() => undefined), page.waitForURL(/\/dashboard$/)])
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByText(ada.email)).toBeVisible()
  await page.goto('/account?tab=security')
  await expect(page.getByText('10 of 10 left')).toBeVisible()
  await expectAccessibleAtEverySize(page)
})
