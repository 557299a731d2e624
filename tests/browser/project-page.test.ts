import type { Page } from '@playwright/test'
import type { Person } from '#tests/people.ts'
import { expectAccessibleAtEverySize } from './accessibility.ts'
import { expect, test } from './fixtures.ts'

const TABS = ['overview', 'milestones', 'deliverables', 'comments', 'time', 'invoices'].map(
  (tab) => `/projects/{project}?tab=${tab}`,
)
const DIALOGS = [
  '/projects/{project}?tab=milestones&new',
  '/projects/{project}?tab=deliverables&edit={deliverable}',
  '/projects/{project}?tab=invoices&view={invoice}',
  '/clients?portal={client}',
]

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

async function created<Body = { id: number }>(ada: Person, path: string, body: unknown): Promise<Body> {
  const answer = await ada.post(path, body)
  expect(answer.status).toBe(201)
  return answer.body as Body
}

async function startProject(ada: Person) {
  const client = await created(ada, '/api/clients', { name: 'Studio North', email: 'mara@north.example' })
  const project = await created(ada, '/api/projects', { name: 'New website', client_id: client.id })
  return { client, project }
}

/** As the client, who has nothing but the link. */
const asClient = async (page: Page, portalUrl: string, path: string, data: unknown) => {
  const url = `${portalUrl.replace('/client-portal/', '/api/client-portal/')}${path}`
  const answer = await page.request.post(url, { data, headers: { origin: new URL(url).origin } })
  expect(answer.ok()).toBe(true)
}

/** A project on which everything has happened once. */
async function fillProject(page: Page, ada: Person) {
  const { client, project } = await startProject(ada)
  const own = `/api/projects/${project.id}`
  await created(ada, `${own}/milestones`, { title: 'Sketch', due_date: '2026-01-01' })
  const link_url = `https://prototype.example.com/${'a-long-way/'.repeat(20)}`
  const { id } = await created(ada, `${own}/deliverables`, { title: 'Prototype', link_url })
  await ada.post(`${own}/deliverables/${id}/submit`, {})
  const { url } = await created<{ url: string }>(ada, `/api/clients/${client.id}/portal-access`, {})
  await asClient(page, url, `/deliverables/${id}/reject`, { feedback: 'Greener, please.' })
  await created(ada, `${own}/comments`, { content: 'A note', is_internal: true })
  await created(ada, '/api/time-entries', { project_id: project.id, hours: 1, date: '2026-11-14' })
  const terms = { client_id: client.id, project_id: project.id, issue_date: '2026-11-15' }
  const invoice = await created(ada, '/api/invoices', terms)
  await ada.post(`/api/invoices/${invoice.id}/send`, {})
  return { project: project.id, client: client.id, deliverable: id, invoice: invoice.id }
}

const copiedLink = (page: Page) => page.evaluate(() => navigator.clipboard.readText())
const titles = (page: Page, list: string) =>
  page.getByRole('list', { name: list }).getByRole('heading', { level: 2 })

async function addMilestone(page: Page, title: string) {
  await page.getByRole('button', { name: 'Add Milestone' }).click()
  await page.getByLabel('Title').fill(title)
  await page.getByRole('button', { name: 'Save Milestone' }).click()
  await expect(page.getByRole('dialog', { name: 'Add Milestone' })).toHaveCount(0)
}

test('a deliverable goes out with its file, comes back with feedback, and is resubmitted', async ({
  page,
  signIn,
}) => {
  const { project } = await startProject(await signIn('Ada'))
  await page.goto('/projects')
  await page.getByRole('link', { name: 'New website' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'New website' })).toBeVisible()

  await page.getByRole('tab', { name: 'Deliverables' }).click()
  await expect(page).toHaveURL(`/projects/${project.id}?tab=deliverables`)
  await page.getByRole('button', { name: 'Add Deliverable' }).click()
  await page.getByLabel('Title').fill('Brand book')
  await page.getByLabel('File', { exact: true }).setInputFiles({
    name: 'brand book.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('Green, and plenty of paper.'),
  })
  await page.getByRole('button', { name: 'Save Deliverable' }).click()
  await expect(page.getByText('brand book.txt uploaded')).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'brand book.txt' }).click()
  expect((await download).suggestedFilename()).toBe('brand book.txt')

  await page.getByRole('button', { name: 'Submit for approval Brand book' }).click()
  await expect(page.getByText('Submitted for approval')).toBeVisible()

  await expect(page.getByText('Studio North has no working portal link')).toBeVisible()
  await page.getByRole('button', { name: 'Portal access' }).last().click()
  await page.getByRole('button', { name: 'Create link' }).click()
  await page.getByRole('button', { name: 'Copy' }).click()
  await expect(page.getByText('Link copied')).toBeVisible()
  const url = await copiedLink(page)
  expect(url).toMatch(/\/client-portal\/[\w.-]{43,}$/)
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText('has no working portal link')).toHaveCount(0)

  const [deliverable] = (await page.request
    .get(`/api/projects/${project.id}/deliverables`)
    .then((answer) => answer.json())) as { id: number }[]
  await asClient(page, url, `/deliverables/${deliverable?.id}/reject`, { feedback: 'Greener, please.' })
  await page.reload()
  await expect(page.getByText('Studio North requested changes')).toBeVisible()
  await expect(page.getByText('Greener, please.').first()).toBeVisible()

  await page.getByRole('button', { name: 'Resubmit Brand book' }).click()
  await expect(page.getByText('Version 2 submitted for approval')).toBeVisible()
  await page.getByText('2 versions').click()
  const history = page.getByRole('list').filter({ hasText: 'Version 1' }).last()
  await expect(history.getByText('Changes requested', { exact: true })).toBeVisible()
  await expect(history.getByText('Greener, please.')).toBeVisible()
})

test('milestones are put in order by menu and arrow keys, and keep it', async ({ page, signIn }) => {
  const { project } = await startProject(await signIn('Ada'))
  await page.goto(`/projects/${project.id}?tab=milestones`)
  for (const title of ['Sketch', 'Design', 'Launch']) await addMilestone(page, title)
  await expect(titles(page, 'Milestones')).toHaveText(['Sketch', 'Design', 'Launch'])

  await page.getByRole('button', { name: 'Actions for Launch' }).click()
  await page.getByRole('menuitem', { name: 'Move up' }).click()
  await expect(titles(page, 'Milestones')).toHaveText(['Sketch', 'Launch', 'Design'])

  const handle = page.getByRole('button', { name: 'Move Sketch' })
  await handle.focus()
  await handle.press('ArrowDown')
  await handle.press('ArrowDown')
  await expect(titles(page, 'Milestones')).toHaveText(['Launch', 'Design', 'Sketch'])
  await expect(handle).toBeFocused()
  await expect(page.getByText('Sketch is now number 3 of 3')).toBeAttached()

  await page.getByLabel('Status of Launch').click()
  await page.getByRole('option', { name: 'Completed' }).click()
  await expect(page.getByText('1 / 3')).toBeVisible()
  await expect(page.getByText('Launch completed')).toBeVisible()

  await page.getByRole('button', { name: 'Actions for Design' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Milestone deleted')).toBeVisible()
  await page.reload()
  await expect(titles(page, 'Milestones')).toHaveText(['Launch', 'Sketch'])
})

test('internal notes are marked, and an unfinished comment survives a look at another tab', async ({
  page,
  signIn,
}) => {
  const { project } = await startProject(await signIn('Ada'))
  await page.goto(`/projects/${project.id}?tab=comments`)
  await page.getByLabel('Internal').check()
  await page.getByLabel('New comment').fill('She prefers calls.')
  await page.getByRole('tab', { name: 'Overview' }).click()
  await page.getByRole('tab', { name: 'Comments' }).click()
  await expect(page.getByLabel('New comment')).toHaveValue('She prefers calls.')
  await page.getByRole('button', { name: 'Post Comment' }).click()
  const note = page.getByRole('list', { name: 'Comments' }).getByRole('listitem')
  await expect(note).toContainText('Only you see this')
  await expect(page.getByLabel('New comment')).toHaveValue('')

  await note.getByRole('button', { name: /Actions for your comment/ }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByLabel('Comment', { exact: true }).press('Escape')
  await expect(page.getByLabel('Comment', { exact: true })).toHaveCount(0)
  await note.getByRole('button', { name: /Actions for your comment/ }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByLabel('Comment', { exact: true }).fill('She prefers calls, before noon.')
  await page.getByLabel('Comment', { exact: true }).press('Escape')
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(note).toContainText('before noon')
  await expect(note).toContainText('edited')
})

test('a portal link is renewed and revoked from the client card', async ({ page, signIn }) => {
  await startProject(await signIn('Ada'))
  await page.goto('/clients')
  await page.getByRole('button', { name: 'Actions for Studio North' }).click()
  await page.getByRole('menuitem', { name: 'Portal access' }).click()
  await expect(page).toHaveURL(/\?portal=\d+$/)
  await page.getByRole('button', { name: 'Create link' }).click()
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await expect(page.getByText('Never opened')).toBeVisible()

  await page.getByRole('button', { name: 'Email' }).click()
  await expect(page.getByText('Portal link sent to mara@north.example')).toBeVisible()

  await page.getByRole('button', { name: 'Renew' }).click()
  const renewal = page.getByRole('dialog', { name: 'Renew portal link' })
  await renewal.getByLabel('Works for').click()
  await page.getByRole('option', { name: '1 year' }).click()
  await renewal.getByRole('button', { name: 'Renew' }).click()
  await expect(page.getByText('Portal link renewed')).toBeVisible()

  await page.getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('Revoked', { exact: true })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('an invoice is sent, approved, changed, and says what changed since', async ({ page, signIn }) => {
  const ada = await signIn('Ada')
  const { client, project } = await startProject(ada)
  const items = [{ description: 'Design', quantity: 10, rate: 95 }]
  const terms = { client_id: client.id, project_id: project.id, issue_date: '2026-11-15', items }
  const invoice = await created<{ id: number; items: { id: number }[] }>(ada, '/api/invoices', terms)

  await page.goto(`/projects/${project.id}?tab=invoices`)
  await page.getByRole('button', { name: 'View invoice INV-0001' }).click()
  await page.getByRole('button', { name: 'Send' }).click()
  const question = page.getByRole('dialog', { name: 'Send INV-0001' })
  await expect(question).toContainText('mara@north.example')
  await question.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('INV-0001 sent to mara@north.example')).toBeVisible()
  await expect(page.getByRole('dialog').getByText('Pending approval')).toBeVisible()

  const { body: links } = await ada.get(`/api/clients/${client.id}/portal-access`)
  const approval = { status: 'approved', client_notes: 'Gladly.' }
  await asClient(page, links[0].url, `/invoices/${invoice.id}/approve`, approval)
  await page.reload()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Approved by Studio North')).toBeVisible()
  await expect(dialog.getByText('Gladly.')).toBeVisible()

  const [item] = invoice.items
  await ada.put(`/api/invoices/${invoice.id}/items/${item?.id}`, { ...items[0], quantity: 12 })
  await page.reload()
  await expect(dialog.getByText('Changed since it was approved')).toBeVisible()
  await expect(dialog.getByText('Design: 12 × $95.00 = $1,140.00')).toBeVisible()
  await expect(dialog.getByText('Pending approval')).toBeVisible()
})

test('without an email address, the freelancer gets the link to pass on', async ({ page, signIn }) => {
  const ada = await signIn('Ada')
  const client = await created(ada, '/api/clients', { name: 'Quiet Ltd' })
  const invoice = await created(ada, '/api/invoices', { client_id: client.id, issue_date: '2026-11-15' })
  await page.goto(`/invoices?view=${invoice.id}`)
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Quiet Ltd has no email address.')).toBeVisible()
  await page.getByRole('button', { name: 'Mark as sent and get the link' }).click()
  await page.getByRole('button', { name: 'Copy' }).click()
  await expect(page.getByText('Link copied')).toBeVisible()
  expect(await copiedLink(page)).toMatch(new RegExp(`/client-portal/[\\w.-]+/invoices/${invoice.id}$`))
})

test.describe('another freelancer', () => {
  test.use({ expectedErrors: /404 \(Not Found\)|Project not found/ })

  test("sees nothing of another's project", async ({ page, signIn }) => {
    const { project } = await startProject(await signIn('Ada'))
    await signIn('Grace')
    await page.goto(`/projects/${project.id}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Project not found' })).toBeVisible()
  })
})

for (const [what, views] of [
  ['every tab', TABS],
  ['every dialog', DIALOGS],
] as const) {
  test(`${what} is accessible`, async ({ page, signIn }) => {
    const ids = await fillProject(page, await signIn('Ada'))
    for (const view of views) {
      const path = view.replace(/\{(\w+)\}/g, (_, name: keyof typeof ids) => String(ids[name]))
      await test.step(path, async () => {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toBeVisible()
        await expect(page.getByText('Loading...')).toHaveCount(0)
        await expectAccessibleAtEverySize(page)
      })
    }
  })
}
