import type { Locator, Page } from '@playwright/test'
import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import { sendingApi } from '#features/billing/sending/contract/sending.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { png } from '#tests/images.ts'
import { connectStripe } from '#tests/online-payments.ts'
import type { Person } from '#tests/people.ts'
import { expectAccessible, SIZES } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { openMail } from './outbox.ts'

const ADDRESS = 'jonas@email-to-paid.example'

/** An invoice of $2,000.00, longer than any phone, to approve and to pay. */
async function mailInvoice(ada: Person): Promise<void> {
  await connectStripe(ada)
  await ada.fetch('/api/business/logo', { method: 'PUT', body: new Blob([new Uint8Array(png(40))]) })
  const client = await ada.call(clientsApi.create, { body: { name: 'Jonas Pine', email: ADDRESS } })
  const { id } = await ada.call(invoicesApi.create, {
    body: {
      client_id: client.id,
      issue_date: '2026-11-15',
      due_date: '2099-12-31',
      items: Array.from({ length: 40 }, (_, index) => ({
        description: `Page ${index + 1}`,
        quantity: 1,
        rate: 50,
      })),
    },
  })
  await ada.call(sendingApi.send, { params: { id } })
}

/** As a thumb does: at its place on the screen, without scrolling there first. */
async function tap(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeInViewport({ ratio: 1 })
  const box = await target.boundingBox()
  if (!box) throw new Error('what is to be pressed is not shown')
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
}

async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tap(page, field)
  await expect(field).toBeFocused()
  await page.keyboard.type(text)
}

test.describe('on a phone', () => {
  // A mail runs no scripts, of which the browser tells the test's own.
  test.use({ viewport: SIZES.phone, hasTouch: true, expectedErrors: /Blocked script execution/ })

  test('a client gets from the email to paid by pressing only what is in sight', async ({
    page,
    context,
    signIn,
  }) => {
    await mailInvoice(await signIn('Ada'))
    await context.clearCookies()
    await openMail(page, ADDRESS)
    // A mail program shows the mail alone.
    await page.goto(`${page.url()}/html`)
    await expect(page.getByText('$2,000.00').first()).toBeInViewport()
    await expect(page.getByRole('presentation').locator('img')).toBeInViewport()

    const opened = page.waitForEvent('popup')
    await tap(page, page.getByRole('link', { name: 'View & review invoice' }))
    const portal = await opened
    await expect(portal.getByText('Due December 31, 2099')).toBeInViewport()
    await expect(portal.getByText('$2,000.00', { exact: true }).first()).toBeInViewport()
    await expectAccessible(portal)
    await tap(portal, portal.getByRole('button', { name: 'Approve & Pay $2,000.00' }))

    await typeInto(portal, portal.getByLabel('Card number'), '4242 4242 4242 4242')
    await typeInto(portal, portal.getByLabel(/expir/i), '12 / 34')
    await typeInto(portal, portal.getByLabel(/cvc/i), '123')
    await typeInto(portal, portal.getByLabel(/name/i), 'Jonas Pine')
    await tap(portal, portal.getByRole('button', { name: /^Pay/ }))

    await expect(portal.getByText('Payment received')).toBeInViewport()
    await expect(portal.getByText('Paid', { exact: true }).first()).toBeInViewport()
    await expectAccessible(portal)
  })
})
