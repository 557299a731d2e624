import type { Page } from '@playwright/test'
import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { portalAccessApi } from '#features/engagement/portal-access/contract.ts'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { portalApi } from '#features/pages/portal/contract/portal.ts'
import { deliverablesApi } from '#features/work/deliverables/contract.ts'
import { firstOf } from '#tests/lists.ts'
import type { Person } from '#tests/people.ts'
import { PortalVisitor, tokenOf } from '#tests/portal-visitor.ts'
import { expect, test } from './fixtures.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

async function startProject(ada: Person) {
  const client = await ada.call(clientsApi.create, {
    body: { name: 'Studio North', email: 'mara@north.example' },
  })
  const project = await ada.call(projectsApi.create, { body: { name: 'New website', client_id: client.id } })
  return { client, project }
}

/** The client, who has nothing but the link. */
const visitorOf = (link: string | null) => new PortalVisitor(new URL(link ?? '').origin, tokenOf(link))

const copiedLink = (page: Page) => page.evaluate(() => navigator.clipboard.readText())
const titles = (page: Page, list: string) =>
  page.getByRole('list', { name: list }).getByRole('heading', { level: 2 })

async function addMilestone(page: Page, title: string) {
  await page.getByRole('button', { name: 'Add Milestone' }).click()
  await page.getByLabel('Title').fill(title)
  await page.getByRole('button', { name: 'Save Milestone' }).click()
  await expect(page.getByRole('dialog', { name: 'Add Milestone' })).toHaveCount(0)
}

test('a deliverable goes out with its file, comes back with feedback, and is resubmitted', {
  tag: '@deep',
}, async ({ page, signIn }) => {
  const ada = await signIn('Ada')
  const { project } = await startProject(ada)
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

  const deliverable = firstOf(await ada.call(deliverablesApi.list, { params: { id: project.id } }))
  await visitorOf(url).call(portalApi.rejectDeliverable, {
    params: { deliverableId: deliverable.id },
    body: { feedback: 'Greener, please.' },
  })
  await page.reload()
  await expect(page.getByText('Studio North:')).toBeVisible()
  await expect(page.getByText('Greener, please.').first()).toBeVisible()

  await page.getByRole('button', { name: 'Resubmit Brand book' }).click()
  await expect(page.getByText('Version 2 submitted for approval')).toBeVisible()
  await page.getByText('2 versions').click()
  const history = page.getByRole('list').filter({ hasText: 'Version 1' }).last()
  await expect(history.getByText('Changes requested', { exact: true })).toBeVisible()
  await expect(history.getByText('Greener, please.')).toBeVisible()
})

test('milestones are put in order by menu and arrow keys, and keep it', { tag: '@deep' }, async ({
  page,
  signIn,
}) => {
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

test('internal notes are marked, and an unfinished comment survives a look at another tab', {
  tag: '@deep',
}, async ({ page, signIn }) => {
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

test('a portal link is renewed and revoked from the client card', { tag: '@deep' }, async ({
  page,
  signIn,
}) => {
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

test('an invoice is sent, approved, changed, and says what changed since', { tag: '@deep' }, async ({
  page,
  signIn,
}) => {
  const ada = await signIn('Ada')
  const { client, project } = await startProject(ada)
  const item = { description: 'Design', quantity: 10, rate: 95 }
  const terms = { client_id: client.id, project_id: project.id, issue_date: '2026-11-15' }
  const invoice = await ada.call(invoicesApi.create, { body: { ...terms, items: [item] } })

  await page.goto(`/projects/${project.id}?tab=invoices`)
  await page.getByRole('button', { name: 'View invoice INV-0001' }).click()
  await page.getByRole('button', { name: 'Send' }).click()
  const question = page.getByRole('dialog', { name: 'Send INV-0001' })
  await expect(question.getByRole('textbox', { name: 'To', exact: true })).toHaveValue('mara@north.example')
  await question.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText('INV-0001 sent to mara@north.example')).toBeVisible()
  await expect(page.getByRole('dialog').getByText('Pending approval')).toBeVisible()

  const access = firstOf(await ada.call(portalAccessApi.list, { params: { id: client.id } }))
  await visitorOf(access.url).call(portalApi.decideInvoice, {
    params: { invoiceId: invoice.id },
    body: { status: 'approved', client_notes: 'Gladly.' },
  })
  await page.reload()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Approved by Studio North')).toBeVisible()
  await expect(dialog.getByText('Gladly.')).toBeVisible()

  await ada.call(invoicesApi.updateItem, {
    params: { id: invoice.id, itemId: firstOf(invoice.items).id },
    body: { ...item, quantity: 12 },
  })
  await page.reload()
  await expect(dialog.getByText('Changed since it was approved')).toBeVisible()
  await expect(dialog.getByText('Design: 12 × $95.00 = $1,140.00')).toBeVisible()
  await expect(dialog.getByText('Pending approval')).toBeVisible()
})

test('without an email address, the freelancer gets the link to pass on', { tag: '@deep' }, async ({
  page,
  signIn,
}) => {
  const ada = await signIn('Ada')
  const client = await ada.call(clientsApi.create, { body: { name: 'Quiet Ltd' } })
  const invoice = await ada.call(invoicesApi.create, {
    body: {
      client_id: client.id,
      issue_date: '2026-11-15',
      items: [{ description: 'Design', quantity: 1, rate: 100 }],
    },
  })
  await page.goto(`/invoices?view=${invoice.id}`)
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Quiet Ltd has no email address.')).toBeVisible()
  await page.getByRole('button', { name: 'Share a link instead' }).click()
  await page.getByRole('button', { name: 'Mark as sent and get the link' }).click()
  await page.getByRole('button', { name: 'Copy' }).click()
  await expect(page.getByText('Link copied')).toBeVisible()
  expect(await copiedLink(page)).toMatch(new RegExp(`/client-portal/[\\w.-]+/invoices/${invoice.id}$`))
})

test.describe('another freelancer', () => {
  test.use({ expectedErrors: /404 \(Not Found\)|Project not found/ })

  test("sees nothing of another's project", { tag: '@deep' }, async ({ page, signIn }) => {
    const { project } = await startProject(await signIn('Ada'))
    await signIn('Grace')
    await page.goto(`/projects/${project.id}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Project not found' })).toBeVisible()
  })
})
