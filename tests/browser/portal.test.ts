import type { Page } from '@playwright/test'
import { type Person, signInAs } from '#tests/people.ts'
import { expectAccessible, SIZES } from './accessibility.ts'
import { expect, expectNothingMoved, test } from './fixtures.ts'

/** Everything that Ada has for one client, and the link to its portal. */
interface Books {
  ada: Person
  link: string
  projectId: number
  deliverableId: number
  invoiceId: number
}

let books = 0

async function openBooks(url: string): Promise<Books> {
  const ada = await signInAs(url, {
    name: 'Ada Lovelace',
    email: `ada.portal.${process.pid}.${++books}@example.com`,
  })
  const make = async (path: string, body: unknown = {}) => {
    const answer = await ada.post(path, body)
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
    return answer.body
  }
  const business = { business_name: 'Lovelace Studio', business_address: '12 Analytical Way\nLondon' }
  await ada.put('/api/users/me', { ...business, time_zone: 'UTC' })
  const client = await make('/api/clients', { name: 'Harbour & Pine' })
  const project = await make('/api/projects', {
    name: 'New checkout',
    client_id: client.id,
    description: 'A checkout that people finish on a phone.',
    hourly_rate: 95,
    estimated_hours: 120,
    start_date: '2026-10-01',
    end_date: '2026-12-15',
  })
  const within = `/api/projects/${project.id}`
  await make(`${within}/milestones`, { title: 'Workshop', due_date: '2026-10-20', status: 'completed' })
  await make(`${within}/milestones`, { title: 'Prototype', description: 'Clickable', status: 'in_progress' })
  const deliverable = await make(`${within}/deliverables`, {
    title: 'Checkout flow',
    description: 'From cart to receipt.',
    link_url: 'https://files.example.com/flow-1.pdf',
  })
  await make(`${within}/deliverables/${deliverable.id}/submit`)
  await make(`${within}/comments`, { content: 'The first version is up.' })
  await make(`${within}/comments`, { content: 'They will not like the colour.', is_internal: true })
  const invoice = await make('/api/invoices', {
    client_id: client.id,
    project_id: project.id,
    issue_date: '2026-11-13',
    due_date: '2999-11-27',
    tax_rate: 8.25,
    notes: 'Thank you for your trust.',
    items: [
      { description: 'Checkout flow', quantity: 7.25, rate: 95 },
      { description: 'Prototype hosting', quantity: 1, rate: 24 },
    ],
  })
  await make(`/api/invoices/${invoice.id}/send`, { mail: false })
  const access = await make(`/api/clients/${client.id}/portal-access`)
  return {
    ada,
    link: access.url,
    projectId: project.id,
    deliverableId: deliverable.id,
    invoiceId: invoice.id,
  }
}

const deliverablesOf = ({ link, projectId }: Books) => `${link}/projects/${projectId}?tab=deliverables`
const invoiceOf = ({ link, invoiceId }: Books) => `${link}/invoices/${invoiceId}`

test.describe('on a phone', () => {
  test.use({ viewport: SIZES.phone, hasTouch: true, firstVisit: true })

  test('a client asks for changes, approves what comes back, approves the invoice, and comments', async ({
    page,
    app,
  }) => {
    const own = await openBooks(app.url)
    const { ada, link, projectId, deliverableId, invoiceId } = own
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

    const within = `/api/projects/${projectId}/deliverables/${deliverableId}`
    await ada.put(within, { title: 'Checkout flow', link_url: 'https://files.example.com/flow-2.pdf' })
    expect((await ada.post(`${within}/submit`, {})).status).toBe(200)

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
    expect((await ada.get(`/api/projects/${projectId}/deliverables`)).body[0].status).toBe('submitted')
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

    const { body: seen } = await ada.get(`/api/invoices/${invoiceId}`)
    expect(seen).toMatchObject({ approval_status: 'approved', client_notes: 'Paying on Friday.' })
    const { body: delivered } = await ada.get(`/api/projects/${projectId}/deliverables`)
    expect(delivered[0]).toMatchObject({ status: 'approved', version: 2 })
    expect(delivered[0].versions[1].decision).toMatchObject({
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

  test('open a link that is none', async ({ page }) => {
    await page.goto('/client-portal/not-a-link')
    await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
    await expect(page.getByText('Invalid or expired access token')).toBeVisible()
    await expectAccessible(page)
  })

  test('see what is not theirs', async ({ page, app }) => {
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
    await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible()
    const { body: clients } = await own.ada.get('/api/clients')
    const access = `/api/clients/${clients[0].id}/portal-access`
    for (const { id } of (await own.ada.get(access)).body) await own.ada.delete(`${access}/${id}`)
    await page.getByRole('button', { name: 'Request Changes' }).click()
    const dialog = page.getByRole('dialog', { name: 'Request Changes' })
    await dialog.getByLabel('Feedback').fill('Bluer')
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

  test('read on once the link is revoked and the page is looked at again', async ({ page, app }) => {
    const own = await openBooks(app.url)
    for (const address of [invoiceOf(own), deliverablesOf(own), own.link]) {
      const { body: clients } = await own.ada.get('/api/clients')
      const access = `/api/clients/${clients[0].id}/portal-access`
      const { body: created } = await own.ada.post(access, {})
      await page.goto(address.replace(own.link, created.url))
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await own.ada.delete(`${access}/${created.id}`)
      // What is still on its way is not asked for again.
      await expect(async () => {
        await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
        await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible({ timeout: 2000 })
      }).toPass()
      await expect(page.getByText('Lovelace Studio')).toHaveCount(0)
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

  test('is said in the dialog in which it was decided', async ({ page, app }) => {
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

  test('a newer version that came meanwhile is to be looked at first', async ({ page, app }) => {
    const own = await openBooks(app.url)
    await page.goto(deliverablesOf(own))
    await page.getByRole('button', { name: 'Request Changes' }).click()
    await page.getByLabel('Feedback').fill('Bluer')
    const within = `/api/projects/${own.projectId}/deliverables/${own.deliverableId}`
    await own.ada.put(within, { title: 'Checkout flow', link_url: 'https://files.example.com/flow-2.pdf' })
    await own.ada.post(`${within}/submit`, {})
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

  test('an invoice that is being revised says so, in the dialog, on its page and in the list', async ({
    page,
    app,
  }) => {
    const own = await openBooks(app.url)
    const REVISING =
      'Lovelace Studio is revising invoice INV-0001. It will be back here once it is sent again.'
    await page.goto(invoiceOf(own))
    await page.getByRole('button', { name: 'Request Changes' }).click()
    await page.getByLabel('Feedback').fill('Hosting was agreed at $20')
    await own.ada.put(`/api/invoices/${own.invoiceId}`, { status: 'draft' })
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
    await own.ada.post(`/api/invoices/${own.invoiceId}/send`, { mail: false })
    await page.goto(invoiceOf(own))
    await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible()
  })
})

test('a paid invoice asks for no decision', async ({ page, app }) => {
  const own = await openBooks(app.url)
  await own.ada.put(`/api/invoices/${own.invoiceId}`, { status: 'paid' })
  await page.goto(`${own.link}?tab=invoices`)
  await expect(page.getByRole('link', { name: 'View & Review INV-0001' })).toBeVisible()
  await expect(page.getByText('Pending approval')).toHaveCount(0)
  await page.goto(invoiceOf(own))
  await expect(page.getByRole('heading', { name: 'Invoice #INV-0001' })).toBeVisible()
  await expect(page.getByText('Pending approval')).toHaveCount(0)
  for (const name of ['Approve', 'Request Changes'])
    await expect(page.getByRole('button', { name })).toHaveCount(0)
})

test('comments have one order on both sides, the newest first, also after posting', async ({
  page,
  app,
  browseAs,
}) => {
  const own = await openBooks(app.url)
  await own.ada.post(`/api/projects/${own.projectId}/comments`, { content: 'And a second.' })
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

test.describe('tabs on the narrowest screen', () => {
  test.use({ viewport: { width: 320, height: 700 }, hasTouch: true })

  test('neither overlap nor widen the page, and the chosen one is in sight', async ({
    page,
    app,
    browseAs,
  }) => {
    const own = await openBooks(app.url)
    await browseAs(own.ada)
    await page.goto(`/projects/${own.projectId}?tab=invoices`)
    await expect(page.getByRole('tab')).toHaveText([
      'Overview',
      'Milestones (2)',
      'Deliverables (1)',
      'Comments (2)',
      'Time',
      'Invoices (1)',
    ])
    await expectTabsFit(page)
    for (const name of ['Comments', 'Overview', 'Time']) {
      await page.getByRole('tab', { name }).click()
      await expect(page.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true')
      await expectTabsFit(page)
    }
    for (const name of ['Invoices', 'Overview', 'Milestones']) {
      await page.keyboard.press('ArrowRight')
      await expect(page.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true')
      await expectTabsFit(page)
    }
    for (const tab of ['overview', 'deliverables', 'comments']) {
      await page.goto(`${own.link}/projects/${own.projectId}?tab=${tab}`)
      await expect(page.getByRole('tab', { selected: true })).toHaveText(new RegExp(tab, 'i'))
      await expectTabsFit(page)
    }
  })
})

async function expectTabsFit(page: Page): Promise<void> {
  await expect(page.getByRole('tab', { selected: true })).toBeInViewport({ ratio: 0.98 })
  const fit = await page.getByRole('tablist').evaluate((strip) => {
    const tabs = [...strip.querySelectorAll<HTMLElement>('[role=tab]')]
    const boxes = tabs.map((tab) => tab.getBoundingClientRect())
    const around = strip.getBoundingClientRect()
    const chosen = boxes[tabs.findIndex((tab) => tab.getAttribute('aria-selected') === 'true')]
    return {
      overlapping: boxes.filter((box, index) => index > 0 && box.left < (boxes[index - 1]?.right ?? 0))
        .length,
      spilling: tabs.filter((tab) => tab.scrollWidth > tab.clientWidth).length,
      small: boxes.filter(({ width, height }) => width < 44 || height < 44).length,
      chosenInside: chosen && chosen.left >= around.left - 1 && chosen.right <= around.right + 1,
      wide: document.documentElement.scrollWidth > innerWidth,
      hint: strip.scrollWidth <= strip.clientWidth || strip.matches('[data-more-before], [data-more-after]'),
    }
  })
  expect(fit).toEqual({
    overlapping: 0,
    spilling: 0,
    small: 0,
    chosenInside: true,
    wide: false,
    hint: true,
  })
}

test.describe('two tabs at once', () => {
  test.use({ expectedErrors: /409 \(Conflict\)|ApiError/ })

  test('the second to decide on a deliverable sees what was decided', async ({ page, context, app }) => {
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

  test('of an invoice, too', async ({ page, context, app }) => {
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

  test('what was changed meanwhile is not decided on unseen, but shown', async ({ page, app }) => {
    const own = await openBooks(app.url)
    await page.goto(invoiceOf(own))
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByLabel('Notes').fill('On Friday')
    const added = { description: 'Taxi', quantity: 1, rate: 12 }
    await own.ada.post(`/api/invoices/${own.invoiceId}/items`, added)
    // Behind the dialog the page asks anew, which is not the same as being read.
    const asked = page.waitForResponse((response) => response.url().endsWith(`/invoices/${own.invoiceId}`))
    await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
    await asked
    await expect(page.getByText('Taxi')).toBeAttached()
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
    const { body } = await own.ada.get(`/api/invoices/${own.invoiceId}`)
    expect(body.approval_status).toBe('pending')
  })

  test('however often it is pressed, it is sent once', async ({ page, app }) => {
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

test('an approved invoice that is changed says so, and is decided on anew', async ({ page, app }) => {
  const own = await openBooks(app.url)
  await page.goto(invoiceOf(own))
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByRole('button', { name: 'Approve Invoice' }).click()
  await expect(page.getByText('Invoice Approved')).toBeVisible()
  await own.ada.put(`/api/invoices/${own.invoiceId}`, { tax_rate: 10, notes: 'Pay to another account.' })
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Changed since you approved it' })).toBeVisible()
  await expect(page.getByText('8.25%', { exact: true })).toBeVisible()
  await expect(page.getByRole('deletion').filter({ hasText: 'Thank you for your trust.' })).toBeVisible()
  await expect(page.getByRole('insertion').filter({ hasText: 'Pay to another account.' })).toBeVisible()
  await expect(page.getByText('Approved by Harbour & Pine')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible()
  await expectAccessible(page)
})

test('an invoice prints as a sheet of paper', async ({ page, app }) => {
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
