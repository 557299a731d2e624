import type { Page } from '@playwright/test'
import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { firstOf } from '#tests/lists.ts'
import { expect, goWithin, test } from './fixtures.ts'
import { deliverablesOf, invoiceOf, openBooks } from './portal-books.ts'

const TABS = 40

/** A laptop at 200 % and at 400 %, and a phone. */
const SIZES = [
  { width: 640, height: 512 },
  { width: 320, height: 256 },
  { width: 390, height: 844 },
]

/** In the page: the element that has focus, if something covers it or it is out of sight. */
function hiddenFocus(): string | null {
  const focused = document.activeElement
  if (!focused || focused === document.body) return null
  // A link that is wrapped has a box in each line.
  const { left, right, top, bottom } = focused.getClientRects()[0] ?? focused.getBoundingClientRect()
  const [fromX, toX] = [Math.max(left, 0), Math.min(right, innerWidth)]
  const [fromY, toY] = [Math.max(top, 0), Math.min(bottom, innerHeight)]
  const at = document.elementFromPoint((fromX + toX) / 2, (fromY + toY) / 2)
  const isSeen =
    at !== null && (focused.contains(at) || at.contains(focused) || at.closest('label')?.control === focused)
  if (toY - fromY > 1 && toX - fromX > 1 && isSeen) return null
  return `${focused.outerHTML.slice(0, 200)} at ${Math.round(top)} to ${Math.round(bottom)}, behind ${at?.outerHTML.slice(0, 120)}`
}

async function expectVisibleFocus(page: Page, most = TABS): Promise<void> {
  for (let tabs = 0; tabs < most; tabs++) {
    await page.keyboard.press('Tab')
    // A list measures the rows that come into sight, and moves them for a moment.
    await expect
      .poll(() => page.evaluate(hiddenFocus), { message: `${page.url()} after ${tabs + 1} tabs` })
      .toBeNull()
  }
}

test('what has focus is never behind a bar, on any screen', { tag: '@deep' }, async ({ page, openDemo }) => {
  const ada = await openDemo()
  const project = firstOf(await ada.call(projectsApi.list))
  const client = firstOf(await ada.call(clientsApi.list))
  const screens = {
    '/dashboard': 'Dashboard',
    '/clients': 'Clients',
    [`/clients/${client.id}`]: client.name,
    '/projects': 'Projects',
    [`/projects/${project.id}`]: project.name,
    '/time-tracking': 'Time Tracking',
    '/reports': 'Reports',
    '/time-tracking?view=week': 'Time Tracking',
    '/invoices': 'Invoices',
    '/recurring-invoices': 'Recurring Invoices',
    '/bill': 'Bill',
    [`/bill?client=${client.id}`]: `Bill ${client.name}`,
    '/expenses': 'Expenses',
    '/expenses/recurring': 'Recurring Expenses',
    '/subscription/manage': 'Subscription',
    '/import': 'Import',
    '/account': 'Account',
    '/pricing': 'Pricing',
    '/account?tab=business': 'Account',
    '/stripe-setup': 'Stripe Setup',
    '/account?tab=reminders': 'Account',
  }
  await page.goto('/dashboard')
  for (const size of SIZES) {
    await page.setViewportSize(size)
    for (const [path, name] of Object.entries(screens))
      await test.step(`${path} at ${size.width}`, async () => {
        await goWithin(page, path)
        await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
        await expect(page.getByText('Loading...')).toHaveCount(0)
        await expectVisibleFocus(page)
      })
  }
})

test('nor on the pages of a client, whose decision stays in sight', { tag: '@deep' }, async ({
  page,
  app,
}) => {
  const own = await openBooks(app.url)
  const { ada, link, projectId, invoiceId } = own
  const payment = { amount: 100, paid_on: '2026-11-15' }
  await ada.call(invoicesApi.recordPayment, { params: { id: invoiceId }, body: payment })
  for (const size of [...SIZES, { width: 768, height: 1024 }]) {
    await page.setViewportSize(size)
    for (const [address, ready] of [
      [link, page.getByRole('link', { name: 'View Details of New checkout' })],
      [`${link}/projects/${projectId}?tab=comments`, page.getByText('The first version is up.')],
      [deliverablesOf(own), page.getByRole('button', { name: 'Approve' })],
      [invoiceOf(own), page.getByRole('link', { name: /Receipt/ })],
    ] as const) {
      await page.goto(address)
      await expect(ready.first()).toBeVisible()
      await expectVisibleFocus(page, 15)
    }
    const receipt = page.getByRole('link', { name: /Receipt/ })
    await receipt.evaluate((link) => {
      const { bottom } = link.getBoundingClientRect()
      scrollBy(0, bottom - innerHeight + 8)
    })
    await receipt.focus()
    expect(await page.evaluate(hiddenFocus), `at ${size.width}`).toBeNull()
  }
})
