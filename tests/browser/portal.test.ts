import type { Page } from '@playwright/test'
import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import { portalAccessApi } from '#features/engagement/portal-access/contract.ts'
import { commentsApi } from '#features/work/comments/contract.ts'
import { deliverablesApi } from '#features/work/deliverables/contract.ts'
import { firstOf } from '#tests/lists.ts'
import { expectAccessible, SIZES } from './accessibility.ts'
import { expect, expectNothingMoved, test } from './fixtures.ts'
import { deliverablesOf, invoiceOf, openBooks, submitSecondVersion } from './portal-books.ts'

test.describe('on a phone', () => {
  test.use({ viewport: SIZES.phone, hasTouch: true, firstVisit: true })

  test('a client asks for changes, approves what comes back, approves the invoice, and comments', async ({
    page,
    app,
  }) => {
    const own = await openBooks(app.url)
    const { ada, link, projectId, invoiceId } = own
    const called: string[] = []
    page.on('request', (request) => called.push(request.url()))

    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'Welcome, Harbour & Pine' })).toBeVisible()
    await expect(page.getByText('Access expires:')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Lovelace Studio' })).toBeVisible()
    await expect(page).toHaveTitle('Harbour & Pine · Lovelace Studio')
    await expect(page.getByRole('tab')).toHaveText(['Projects (1)', 'Invoices (1)'])
    await expect(page.getByRole('progressbar', { name: 'Milestones' })).toHaveAttribute(
      'aria-valuetext',
      '1/2',
    )
    await expect(page.getByRole('progressbar', { name: 'Deliverables' })).toHaveAttribute(
      'aria-valuetext',
      '0/1',
    )
    await expectNothingMoved(page)
    await expectAccessible(page)

    await page.getByRole('link', { name: 'View Details of New checkout' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'New checkout' })).toBeVisible()
    await expect(page.getByText('$95.00 per hour')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Milestones (1/2)' })).toBeVisible()
    await expectAccessible(page)

    await page.getByRole('tab', { name: 'Deliverables' }).click()
    await expect(page.getByRole('link', { name: 'Download' })).toHaveAttribute('rel', 'noopener noreferrer')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Request Changes' }).click()
    const dialog = page.getByRole('dialog', { name: 'Request Changes' })
    await expect(dialog.getByRole('button', { name: 'Submit Feedback' })).toBeEnabled()
    await dialog.getByLabel('Feedback').fill('The button is too low.')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Submit Feedback' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('The button is too low.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0)

    await submitSecondVersion(own)

    await page.reload()
    await expect(page.getByText('Version 2', { exact: true })).toBeVisible()
    await expectNothingMoved(page)
    await page.getByText('1 earlier version').click()
    await expect(page.getByText('Changes requested by Harbour & Pine')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Approve' }).click()
    const sure = page.getByRole('dialog', { name: 'Approve Deliverable' })
    await expect(sure).toContainText('Checkout flow, version 2')
    await expectAccessible(page)
    await sure.getByRole('button', { name: 'Cancel' }).click()
    await expect(sure).toBeHidden()
    const pending = firstOf(await ada.call(deliverablesApi.list, { params: { id: projectId } }))
    expect(pending.status).toBe('submitted')
    await page.getByRole('button', { name: 'Approve' }).click()
    await sure.getByRole('button', { name: 'Approve' }).click()
    await expect(page.getByText('Approved', { exact: true }).first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Request Changes' })).toHaveCount(0)

    await page.getByRole('tab', { name: 'Comments' }).click()
    await expect(page.getByText('The first version is up.')).toBeVisible()
    await expect(page.getByText('They will not like the colour.')).toHaveCount(0)
    const comment = page.getByPlaceholder('Share your thoughts, questions, or feedback...')
    const post = page.getByRole('button', { name: 'Post Comment' })
    await expect(comment).toHaveAttribute('rows', '4')
    await comment.fill('   ')
    await expect(post).toBeDisabled()
    await comment.fill('Thank you!\n<b>Really</b> 🌲')
    await page.getByRole('tab', { name: 'Overview' }).click()
    await page.getByRole('tab', { name: 'Comments' }).click()
    await post.click()
    const first = page.getByRole('listitem').first()
    await expect(first).toContainText('<b>Really</b> 🌲')
    await expect(first).toContainText('Client')
    await expect(comment).toHaveValue('')
    await expectAccessible(page)

    await page.getByRole('link', { name: 'Back to portal' }).click()
    await page.getByRole('tab', { name: 'Invoices' }).click()
    await expect(page.getByText('Pending approval')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'View & Review INV-0001' }).click()
    await expect(page.getByRole('heading', { name: 'Invoice #INV-0001' })).toBeVisible()
    await expect(page.getByText('Tax (8.25%)')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Approve' }).click()
    const approval = page.getByRole('dialog', { name: 'Approve Invoice' })
    await expect(approval.getByText('Are you ready to approve this invoice for payment?')).toBeVisible()
    await approval.getByLabel('Notes').fill('Paying on Friday.')
    await expectAccessible(page)
    await approval.getByRole('button', { name: 'Approve Invoice' }).click()
    await expect(approval).toBeHidden()
    await expect(page.getByText('Invoice Approved')).toBeInViewport()
    await expect(page.getByText('Paying on Friday.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0)
    await expectAccessible(page)

    const seen = await ada.call(invoicesApi.get, { params: { id: invoiceId } })
    expect(seen).toMatchObject({ approval_status: 'approved', client_notes: 'Paying on Friday.' })
    const delivered = firstOf(await ada.call(deliverablesApi.list, { params: { id: projectId } }))
    expect(delivered).toMatchObject({ status: 'approved', version: 2 })
    expect(delivered.versions[1]?.decision).toMatchObject({
      decision: 'rejected',
      feedback: 'The button is too low.',
    })

    const elsewhere = called.filter((address) => new URL(address).origin !== app.url)
    expect(elsewhere).toEqual([])
    expect(called.filter((address) => /\/api\/(?!client-portal\/)/.test(address))).toEqual([])
  })
})

test.describe('what a client may not do', () => {
  test.use({ viewport: SIZES.phone, expectedErrors: /404 \(Not Found\)|ApiError/ })

  test('open a link that is none', { tag: '@deep' }, async ({ page }) => {
    await page.goto('/client-portal/not-a-link')
    await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
    await expect(page.getByText('Invalid or expired access token')).toBeVisible()
    await expectAccessible(page)
  })

  test('see what is not theirs', { tag: '@deep' }, async ({ page, app }) => {
    const { link } = await openBooks(app.url)
    await page.goto(`${link}/projects/987654`)
    await expect(page.getByRole('heading', { name: 'Project Not Found' })).toBeVisible()
    await page.getByRole('link', { name: 'Back to Portal' }).click()
    await expect(page.getByRole('heading', { name: 'Welcome, Harbour & Pine' })).toBeVisible()
    await page.goto(`${link}/invoices/987654`)
    await expect(page.getByRole('heading', { name: 'Invoice Not Found' })).toBeVisible()
    await expectAccessible(page)
  })

  test('go on once the link is revoked', async ({ page, app }) => {
    const own = await openBooks(app.url)
    await page.goto(deliverablesOf(own))
    await page.getByRole('button', { name: 'Request Changes' }).click()
    const dialog = page.getByRole('dialog', { name: 'Request Changes' })
    await dialog.getByLabel('Feedback').fill('Bluer')
    const params = { id: own.clientId }
    for (const { id } of await own.ada.call(portalAccessApi.list, { params }))
      await own.ada.call(portalAccessApi.revoke, { params: { ...params, accessId: id } })
    await dialog.getByRole('button', { name: 'Submit Feedback' }).click()
    await expect(dialog.getByRole('alert')).toHaveText(
      'This link no longer works. Please ask the person who sent it to you for a new one.',
    )
    await expect(dialog.getByLabel('Feedback')).toHaveValue('Bluer')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
    await expect(page.getByText('Invalid or expired access token')).toBeVisible()
    await expect(page.getByText('Checkout flow')).toHaveCount(0)
  })

  test('read on once the link is revoked and the page is looked at again', { tag: '@deep' }, async ({
    page,
    app,
  }) => {
    const own = await openBooks(app.url)
    for (const address of [invoiceOf(own), deliverablesOf(own), own.link]) {
      const params = { id: own.clientId }
      const created = await own.ada.call(portalAccessApi.create, { params })
      await page.goto(address.replace(own.link, created.url ?? ''))
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await own.ada.call(portalAccessApi.revoke, { params: { ...params, accessId: created.id } })
      // A pending request is not repeated.
      await expect(async () => {
        await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
        await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible({ timeout: 2000 })
      }).toPass()
      await expect(page.getByText('Please ask Lovelace Studio for a new one.')).toBeVisible()
      await expect(page.getByRole('link', { name: 'Lovelace Studio' })).toHaveCount(0)
    }
  })
})

test.describe('what is refused or lost', () => {
  test.use({
    viewport: SIZES.phone,
    expectedErrors: /4\d\d \(|Failed to load resource|Failed to fetch|ApiError/,
  })

  /** The console line that is asked for stays, beside the sentence. */
  const logged = (page: Page) => {
    const lines: string[] = []
    page.on('console', (message) => message.type() === 'error' && lines.push(message.text()))
    return lines
  }

  test('is said beside the button, and what was typed stays', async ({ page, app }) => {
    const own = await openBooks(app.url)
    const lines = logged(page)
    await page.goto(`${own.link}/projects/${own.projectId}?tab=comments`)
    const comment = page.getByPlaceholder('Share your thoughts, questions, or feedback...')
    const post = page.getByRole('button', { name: 'Post Comment' })
    await comment.fill('Lovely')
    await page.route('**/comments', (route) => route.abort())
    await post.click()
    const said = page.getByRole('alert')
    await expect(said).toHaveText('This could not be sent. Please check your connection and try again.')
    await expect(said).toBeInViewport()
    await expect(comment).toHaveValue('Lovely')
    await expectAccessible(page)
    await page.unroute('**/comments')
    await page.route('**/comments', (route) =>
      route.fulfill({
        status: 429,
        json: { error: 'Too many attempts. Please wait a minute.', code: 'rate_limited' },
      }),
    )
    await post.click()
    await expect(said).toHaveText('Too many attempts. Please wait a minute.')
    expect(lines.some((line) => line.includes('Too many attempts'))).toBe(true)
    await page.unroute('**/comments')
    await post.click()
    await expect(page.getByRole('listitem').first()).toContainText('Lovely')
    await expect(said).toHaveCount(0)
  })

  test('is said in the dialog in which it was decided', { tag: '@deep' }, async ({ page, app }) => {
    const own = await openBooks(app.url)
    await page.goto(invoiceOf(own))
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByLabel('Notes').fill('Paying on Friday.')
    await page.route('**/approve', (route) => route.abort())
    await page.getByRole('button', { name: 'Approve Invoice' }).click()
    await expect(page.getByRole('dialog').getByRole('alert')).toContainText('check your connection')
    await expectAccessible(page)
    await page.unroute('**/approve')
    await page.getByRole('button', { name: 'Approve Invoice' }).click()
    await expect(page.getByText('Invoice Approved')).toBeVisible()
    await expect(page.getByText('Paying on Friday.')).toBeVisible()

    await page.goto(deliverablesOf(own))
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.route('**/approve', (route) => route.abort())
    const dialog = page.getByRole('dialog', { name: 'Approve Deliverable' })
    await dialog.getByRole('button', { name: 'Approve' }).click()
    await expect(dialog.getByRole('alert')).toContainText('check your connection')
  })
})

test('comments have one order on both sides, the newest first, also after posting', { tag: '@deep' }, async ({
  page,
  app,
  browseAs,
}) => {
  const own = await openBooks(app.url)
  await own.ada.call(commentsApi.create, {
    params: { id: own.projectId },
    body: { content: 'And a second.' },
  })
  const words = ['And a second.', 'The first version is up.']
  const contents = (one: Page) => one.getByRole('listitem').locator('p[dir=auto]')
  await page.goto(`${own.link}/projects/${own.projectId}?tab=comments`)
  await expect(contents(page)).toHaveText(words)
  await page.getByPlaceholder('Share your thoughts, questions, or feedback...').fill('A third.')
  await page.getByRole('button', { name: 'Post Comment' }).click()
  await expect(contents(page)).toHaveText(['A third.', ...words])

  await browseAs(own.ada)
  await page.goto(`/projects/${own.projectId}?tab=comments`)
  const internal = 'They will not like the colour.'
  const forAda = ['A third.', 'And a second.', internal, 'The first version is up.']
  await expect(contents(page)).toHaveText(forAda)
  await page.getByLabel('New comment').fill('A fourth.')
  await page.getByRole('button', { name: 'Post Comment' }).click()
  await expect(contents(page)).toHaveText(['A fourth.', ...forAda])
  await page.reload()
  await expect(contents(page)).toHaveText(['A fourth.', ...forAda])
})

test('an invoice prints as a sheet of paper', { tag: '@deep' }, async ({ page, app }) => {
  const own = await openBooks(app.url)
  await page.goto(invoiceOf(own))
  await expect(page.getByRole('button', { name: 'Print' })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('12 Analytical Way').first()).toBeVisible()
  await expect(page.getByText('#INV-0001').last()).toBeVisible()
  for (const name of ['Print', 'Approve', 'Request Changes']) {
    await expect(page.getByRole('button', { name })).toHaveCount(0)
  }
  await expect(page.getByText('via Daybook')).toBeHidden()
})
