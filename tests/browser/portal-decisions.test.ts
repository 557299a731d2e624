import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import { sendingApi } from '#features/billing/sending/contract/sending.ts'
import { expectAccessible, SIZES } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { deliverablesOf, invoiceOf, openBooks, submitSecondVersion } from './portal-books.ts'

test('a paid invoice asks for no decision', { tag: '@deep' }, async ({ page, app }) => {
  const own = await openBooks(app.url)
  await own.ada.call(invoicesApi.update, { params: { id: own.invoiceId }, body: { status: 'paid' } })
  await page.goto(`${own.link}?tab=invoices`)
  await expect(page.getByRole('link', { name: 'View & Review INV-0001' })).toBeVisible()
  await expect(page.getByText('Pending approval')).toHaveCount(0)
  await page.goto(invoiceOf(own))
  await expect(page.getByRole('heading', { name: 'Invoice #INV-0001' })).toBeVisible()
  await expect(page.getByText('Pending approval')).toHaveCount(0)
  for (const name of ['Approve', 'Request Changes'])
    await expect(page.getByRole('button', { name })).toHaveCount(0)
})

test.describe('two tabs at once', () => {
  test.use({ expectedErrors: /409 \(Conflict\)|ApiError/ })

  test('the second to decide on a deliverable sees what was decided', { tag: '@deep' }, async ({
    page,
    context,
    app,
  }) => {
    const own = await openBooks(app.url)
    const other = await context.newPage()
    await page.goto(deliverablesOf(own))
    await other.goto(deliverablesOf(own))
    await other.getByRole('button', { name: 'Request Changes' }).click()
    await other.getByLabel('Feedback').fill('Not yet')
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
    await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0)

    await other.getByRole('button', { name: 'Submit Feedback' }).click()
    await expect(other.getByRole('alert')).toContainText('This was already approved on')
    await expect(other.getByLabel('Feedback')).toHaveValue('Not yet')
    await expect(other.getByRole('button', { name: 'Submit Feedback' })).toBeDisabled()
    await other.getByRole('button', { name: 'Cancel' }).click()
    await expect(other.getByRole('dialog')).toHaveCount(0)
    await expect(other.getByText('Approved', { exact: true }).first()).toBeVisible()
    await expect(other.getByText('Not yet')).toHaveCount(0)
  })

  test('of an invoice, too', { tag: '@deep' }, async ({ page, context, app }) => {
    const own = await openBooks(app.url)
    const other = await context.newPage()
    await page.goto(invoiceOf(own))
    await other.goto(invoiceOf(own))
    await other.getByRole('button', { name: 'Approve' }).click()
    await page.getByRole('button', { name: 'Request Changes' }).click()
    const submit = page.getByRole('button', { name: 'Submit Feedback' })
    await expect(submit).toBeDisabled()
    await page.getByLabel('Feedback').fill('Hosting was agreed at $20')
    await submit.click()
    await expect(page.getByText('Changes Requested', { exact: true })).toBeVisible()

    await other.getByRole('button', { name: 'Approve Invoice' }).click()
    await expect(other.getByRole('alert')).toContainText('Changes were already requested on')
    await other.getByRole('button', { name: 'Cancel' }).click()
    await expect(other.getByRole('dialog')).toHaveCount(0)
    await expect(other.getByText('Changes Requested', { exact: true })).toBeVisible()
    await expect(other.getByText('Hosting was agreed at $20')).toBeVisible()
  })

  test('what was changed meanwhile is not decided on unseen, but shown', { tag: '@deep' }, async ({
    page,
    app,
  }) => {
    const own = await openBooks(app.url)
    await page.goto(invoiceOf(own))
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByLabel('Notes').fill('On Friday')
    const added = { description: 'Taxi', quantity: 1, rate: 12 }
    await own.ada.call(invoicesApi.addItem, { params: { id: own.invoiceId }, body: added })
    // Behind the dialog the page asks anew, which is not the same as being read. It does not ask twice within a second.
    await expect(async () => {
      await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
      await expect(page.getByText('Taxi')).toBeAttached({ timeout: 2000 })
    }).toPass()
    await page.getByRole('button', { name: 'Approve Invoice' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('alert')).toHaveText(
      'This invoice was changed while you were reading it. Please review it again.',
    )
    await expect(page.getByRole('alert')).toBeInViewport()
    await expect(page.getByRole('cell', { name: 'Taxi' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Approve' }).click()
    await expect(page.getByLabel('Notes')).toHaveValue('On Friday')
    const invoice = await own.ada.call(invoicesApi.get, { params: { id: own.invoiceId } })
    expect(invoice.approval_status).toBe('pending')
  })

  test('however often it is pressed, it is sent once', { tag: '@deep' }, async ({ page, app }) => {
    const own = await openBooks(app.url)
    const sent: string[] = []
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
    await page.goto(deliverablesOf(own))
    await page.getByRole('button', { name: 'Approve' }).click()
    const sure = page.getByRole('dialog').getByRole('button', { name: 'Approve' })
    await sure.evaluate((button: HTMLButtonElement) => {
      button.click()
      button.click()
      button.click()
    })
    await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0)
    expect(sent).toHaveLength(1)
  })
})

test('an approved invoice that is changed says so, and is decided on anew', { tag: '@deep' }, async ({
  page,
  app,
}) => {
  const own = await openBooks(app.url)
  await page.goto(invoiceOf(own))
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByRole('button', { name: 'Approve Invoice' }).click()
  await expect(page.getByText('Invoice Approved')).toBeVisible()
  await own.ada.call(invoicesApi.update, {
    params: { id: own.invoiceId },
    body: { tax_rate: 10, notes: 'Pay to another account.' },
  })
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Changed since you approved it' })).toBeVisible()
  await expect(page.getByText('8.25%', { exact: true })).toBeVisible()
  await expect(page.getByRole('deletion').filter({ hasText: 'Thank you for your trust.' })).toBeVisible()
  await expect(page.getByRole('insertion').filter({ hasText: 'Pay to another account.' })).toBeVisible()
  await expect(page.getByText('Approved by Harbour & Pine')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible()
  await expectAccessible(page)
})

test.describe('what changed meanwhile', () => {
  test.use({ viewport: SIZES.phone, expectedErrors: /4\d\d \(|ApiError/ })

  test('a newer version that came meanwhile is to be looked at first', { tag: '@deep' }, async ({
    page,
    app,
  }) => {
    const own = await openBooks(app.url)
    await page.goto(deliverablesOf(own))
    await page.getByRole('button', { name: 'Request Changes' }).click()
    await page.getByLabel('Feedback').fill('Bluer')
    await submitSecondVersion(own)
    await page.getByRole('button', { name: 'Submit Feedback' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('alert')).toHaveText('There is a newer version. Please review it first.')
    await expect(page.getByText('Version 2', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Request Changes' }).click()
    await expect(page.getByLabel('Feedback')).toHaveValue('Bluer')
    await expect(page.getByRole('alert')).toHaveCount(0)
    await page.getByRole('button', { name: 'Submit Feedback' }).click()
    await expect(page.getByText('Bluer')).toBeVisible()
  })

  test('an invoice that is being revised says so, in the dialog, on its page and in the list', {
    tag: '@deep',
  }, async ({ page, app }) => {
    const own = await openBooks(app.url)
    const REVISING =
      'Lovelace Studio is revising invoice INV-0001. It will be back here once it is sent again.'
    await page.goto(invoiceOf(own))
    await page.getByRole('button', { name: 'Request Changes' }).click()
    await page.getByLabel('Feedback').fill('Hosting was agreed at $20')
    await own.ada.call(invoicesApi.update, { params: { id: own.invoiceId }, body: { status: 'draft' } })
    await page.getByRole('button', { name: 'Submit Feedback' }).click()
    await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(REVISING)
    await expect(page.getByLabel('Feedback')).toHaveValue('Hosting was agreed at $20')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('heading', { name: 'Invoice Being Revised' })).toBeVisible()
    await expect(page.getByText(REVISING)).toBeVisible()
    await expect(page.getByText('$')).toHaveCount(0)
    await expectAccessible(page)

    await page.getByRole('link', { name: 'Back to Portal' }).click()
    await expect(page.getByRole('tab', { name: 'Invoices' })).toHaveText('Invoices (1)')
    await expect(page.getByRole('heading', { name: 'INV-0001' })).toBeVisible()
    await expect(page.getByText('Being revised')).toBeVisible()
    await expect(page.getByText('$')).toHaveCount(0)
    await expectAccessible(page)
    await own.ada.call(sendingApi.send, { params: { id: own.invoiceId }, body: { mail: false } })
    await page.goto(invoiceOf(own))
    await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible()
  })
})
