import { type Person, signInAs } from '#tests/people.ts'
import { expect, expectFitForEverybody, expectNothingMoved, SIZES, test } from './fixtures.ts'

/** Everything that Ada has for one client, and the link that she gave them. */
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
  test.use({ viewport: SIZES.phone, hasTouch: true })

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
    await expectFitForEverybody(page)

    await page.getByRole('link', { name: 'View Details of New checkout' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'New checkout' })).toBeVisible()
    await expect(page.getByText('$95.00 per hour')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Milestones (1/2)' })).toBeVisible()
    await expectFitForEverybody(page)

    await page.getByRole('tab', { name: 'Deliverables' }).click()
    await expect(page.getByRole('link', { name: 'Download' })).toHaveAttribute('rel', 'noopener noreferrer')
    await expectFitForEverybody(page)
    await page.getByRole('button', { name: 'Request Changes' }).click()
    const dialog = page.getByRole('dialog', { name: 'Request Changes' })
    await expect(dialog.getByRole('button', { name: 'Submit Feedback' })).toBeEnabled()
    await dialog.getByLabel('Feedback').fill('The button is too low.')
    await expectFitForEverybody(page)
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
    await expectFitForEverybody(page)
    await page.getByRole('button', { name: 'Approve' }).click()
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
    await expectFitForEverybody(page)

    await page.getByRole('link', { name: 'Back to portal' }).click()
    await page.getByRole('tab', { name: 'Invoices' }).click()
    await expect(page.getByText('Pending approval')).toBeVisible()
    await expectFitForEverybody(page)
    await page.getByRole('link', { name: 'View & Review INV-0001' }).click()
    await expect(page.getByRole('heading', { name: 'Invoice #INV-0001' })).toBeVisible()
    await expect(page.getByText('Tax (8.25%)')).toBeVisible()
    await expectFitForEverybody(page)
    await page.getByRole('button', { name: 'Approve' }).click()
    const approval = page.getByRole('dialog', { name: 'Approve Invoice' })
    await expect(approval.getByText('Are you ready to approve this invoice for payment?')).toBeVisible()
    await approval.getByLabel('Notes').fill('Paying on Friday.')
    await expectFitForEverybody(page)
    await approval.getByRole('button', { name: 'Approve Invoice' }).click()
    await expect(approval).toBeHidden()
    await expect(page.getByText('Invoice Approved')).toBeInViewport()
    await expect(page.getByText('Paying on Friday.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0)
    await expectFitForEverybody(page)

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
    await expectFitForEverybody(page)
  })

  test('see what is not theirs', async ({ page, app }) => {
    const { link } = await openBooks(app.url)
    await page.goto(`${link}/projects/987654`)
    await expect(page.getByRole('heading', { name: 'Project Not Found' })).toBeVisible()
    await page.getByRole('link', { name: 'Back to Portal' }).click()
    await expect(page.getByRole('heading', { name: 'Welcome, Harbour & Pine' })).toBeVisible()
    await page.goto(`${link}/invoices/987654`)
    await expect(page.getByRole('heading', { name: 'Invoice Not Found' })).toBeVisible()
    await expectFitForEverybody(page)
  })

  test('go on once the link is revoked', async ({ page, app }) => {
    const own = await openBooks(app.url)
    await page.goto(deliverablesOf(own))
    await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible()
    const { body: clients } = await own.ada.get('/api/clients')
    const access = `/api/clients/${clients[0].id}/portal-access`
    for (const { id } of (await own.ada.get(access)).body) await own.ada.delete(`${access}/${id}`)
    await page.getByRole('button', { name: 'Approve' }).click()
    await expect(page.getByRole('heading', { name: 'Project Not Found' })).toBeVisible()
    await page.getByRole('link', { name: 'Back to Portal' }).click()
    await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
  })
})

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
    await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0)

    await other.getByRole('button', { name: 'Submit Feedback' }).click()
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
    await expect(other.getByRole('dialog')).toHaveCount(0)
    await expect(other.getByText('Changes Requested', { exact: true })).toBeVisible()
    await expect(other.getByText('Hosting was agreed at $20')).toBeVisible()
  })

  test('what was changed meanwhile is not decided on unseen, but shown', async ({ page, app }) => {
    const own = await openBooks(app.url)
    await page.goto(invoiceOf(own))
    await page.getByRole('button', { name: 'Approve' }).click()
    const added = { description: 'Taxi', quantity: 1, rate: 12 }
    await own.ada.post(`/api/invoices/${own.invoiceId}/items`, added)
    await page.getByRole('button', { name: 'Approve Invoice' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('cell', { name: 'Taxi' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible()
    const { body } = await own.ada.get(`/api/invoices/${own.invoiceId}`)
    expect(body.approval_status).toBe('pending')
  })

  test('however often it is pressed, it is sent once', async ({ page, app }) => {
    const own = await openBooks(app.url)
    const sent: string[] = []
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
    await page.goto(deliverablesOf(own))
    await page.getByRole('button', { name: 'Approve' }).evaluate((button: HTMLButtonElement) => {
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
  await own.ada.put(`/api/invoices/${own.invoiceId}`, { tax_rate: 10 })
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Changed since you approved it' })).toBeVisible()
  await expect(page.getByText('8.25%', { exact: true })).toBeVisible()
  await expect(page.getByText('Approved by Harbour & Pine')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible()
  await expectFitForEverybody(page)
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
