import type { Browser, Page } from '@playwright/test'
import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import { sendingApi } from '#features/billing/sending/contract/sending.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { portalAccessApi } from '#features/engagement/portal-access/contract.ts'
import { portalApi } from '#features/pages/portal/contract/portal.ts'
import type { Person } from '#tests/people.ts'
import { PortalVisitor, tokenOf } from '#tests/portal-visitor.ts'
import { expectAccessible, SIZES } from './accessibility.ts'
import { payByCard } from './card-payment.ts'
import { expect, test } from './fixtures.ts'

/** An invoice of $1,140 that waits for approval, and its page in the portal. */
async function sendInvoice(ada: Person): Promise<{ id: number; link: string; url: string }> {
  const client = await ada.call(clientsApi.create, {
    body: { name: 'Jonas Pine', email: 'jonas@online-payment.example' },
  })
  const { id } = await ada.call(invoicesApi.create, {
    body: {
      client_id: client.id,
      issue_date: '2026-11-15',
      due_date: '2099-12-31',
      items: [{ description: 'Checkout flow', quantity: 12, rate: 95 }],
    },
  })
  await ada.call(sendingApi.send, { params: { id }, body: { mail: false } })
  const access = await ada.call(portalAccessApi.create, { params: { id: client.id } })
  return { id, link: access.url ?? '', url: `${access.url}/invoices/${id}` }
}

/** The client does so with one press, on a phone. */
async function approveAndPay(browser: Browser, url: string): Promise<void> {
  const phone = await browser.newPage({ viewport: SIZES.phone })
  phone.on('pageerror', (error) => expect(error).toBeUndefined())
  await phone.goto(url)
  await expect(phone.getByRole('button', { name: 'Approve Only' })).toBeVisible()
  await expectAccessible(phone)
  await phone.getByRole('button', { name: 'Approve & Pay $1,140.00' }).click()
  await payByCard(phone)
  await expect(phone.getByText('Payment received')).toBeVisible()
  await expect(phone.getByText('Invoice Approved')).toBeVisible()
  await expect(phone.getByRole('link', { name: /Receipt/ })).toBeVisible()
  await expect(phone.getByRole('button', { name: /Pay/ })).toBeHidden()
  await expectAccessible(phone)
  await phone.close()
}

async function expectPaid(page: Page, id: number): Promise<void> {
  await page.goto(`/invoices?view=${id}`)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Paid online, Visa 4242')).toBeVisible()
  await expect(dialog.getByRole('button', { name: /Remove \$1,140/ })).toBeHidden()
  await expect(dialog.getByRole('button', { name: /Receipt for \$1,140/ })).toBeVisible()
}

test('a freelancer connects Stripe, and the client approves and pays on a phone', async ({
  page,
  app,
  browser,
  signIn,
}) => {
  const ada = await signIn('Ada')
  const { id, link, url } = await sendInvoice(ada)

  await test.step('the freelancer connects an account, leaving and coming back once', async () => {
    await page.goto('/account?tab=payments')
    await page.getByRole('button', { name: 'Connect Stripe' }).click()
    await page.getByRole('button', { name: 'Finish later' }).click()
    await expect(page.getByText('Stripe still needs some details')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Continue with Stripe' }).click()
    await page.getByLabel(/business/i).fill('Ada Design')
    await page.getByRole('button', { name: 'Finish', exact: true }).click()
    await expect(page.getByText('Connected', { exact: true })).toBeVisible()
  })

  await approveAndPay(browser, url)
  await expectPaid(page, id)

  await test.step('what is refunded at the provider is owed again', async () => {
    const console = await page.context().newPage()
    await console.goto('/sandbox/payments')
    await console
      .getByRole('row', { name: /Ada Design.*\$1,140\.00/ })
      .first()
      .getByRole('link')
      .click()
    await console.getByLabel('Refund (USD)').fill('140.00')
    await console.getByRole('button', { name: 'Refund', exact: true }).click()
    await expect(console.getByText('Refunded in part')).toBeVisible()
    await expect(async () => {
      const { balance } = await ada.call(invoicesApi.get, { params: { id } })
      expect(balance).toBe(140)
    }).toPass()
    await page.reload()
    await expect(page.getByRole('dialog').getByText(/[-−]\$140\.00/)).toBeVisible()
  })

  await test.step('a client who said that it was paid is asked before paying online as well', async () => {
    const client = new PortalVisitor(app.url, tokenOf(link))
    await client.call(portalApi.givePaidNotice, {
      params: { invoiceId: id },
      body: { paid_on: '2026-11-16' },
    })
    const hosting = { description: 'Hosting', quantity: 1, rate: 20 }
    await ada.call(invoicesApi.addItem, { params: { id }, body: hosting })
    await page.goto(url)
    await page.getByRole('button', { name: 'Approve & Pay $160.00' }).click()
    const question = page.getByRole('dialog', { name: 'Pay online as well?' })
    await expect(question).toContainText('you would pay this invoice twice')
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Cancel' }).click()
    expect((await ada.call(invoicesApi.get, { params: { id } })).approval_status).toBe('pending')
  })
})
