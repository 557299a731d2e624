import type { Locator, Page } from '@playwright/test'
import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import { certificatePath } from '#features/engagement/approvals/rules/decisions.ts'
import { portalAccessApi } from '#features/engagement/portal-access/contract.ts'
import { previewPath } from '#features/engagement/portal-access/rules.ts'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { portalApi } from '#features/pages/portal/contract/portal.ts'
import { commentsApi } from '#features/work/comments/contract.ts'
import { deliverablesApi } from '#features/work/deliverables/contract.ts'
import { expensesApi } from '#features/work/expenses/contract.ts'
import { milestonesApi } from '#features/work/milestones/contract.ts'
import { timeEntriesApi } from '#features/work/time-entries/contract.ts'
import { firstOf } from '#tests/lists.ts'
import type { Person } from '#tests/people.ts'
import { PortalVisitor, tokenOf } from '#tests/portal-visitor.ts'
import { expectAccessibleIn, expectToFit, LOOKS, SIZES } from './accessibility.ts'
import { expect, goWithin, test } from './fixtures.ts'
import { deliverablesOf, invoiceOf, openBooks } from './portal-books.ts'

/**
 * Every screen, tab and dialog, by axe: on a wide screen in light colors with every change, on a phone in dark colors and at
 * other widths in the deep tests. A screen that only comes up in between, such as a refusal, is checked where it is provoked.
 */
test.use({ expectedErrors: /401 \(Unauthorized\)|404 \(Not Found\)|ApiError/ })

const [WIDE, PHONE] = LOOKS
let look: (typeof LOOKS)[number] = WIDE

async function expectAccessibleOnceLoaded(page: Page): Promise<void> {
  await expect(page.getByText('Loading...')).toHaveCount(0)
  // Answers to another question are dimmed.
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await expectAccessibleIn(page, look)
  if (look === PHONE) await expectToFit(page)
  await page.setViewportSize(SIZES.desktop)
}

const heading = (page: Page, name: string | RegExp): Locator => page.getByRole('heading', { level: 1, name })

type Screen = [path: string, heading: string | RegExp]

async function visit(page: Page, screens: readonly Screen[]): Promise<void> {
  for (const [path, name] of screens)
    await test.step(path, async () => {
      await goWithin(page, path)
      await expect(heading(page, name)).toBeVisible()
      await expectAccessibleOnceLoaded(page)
    })
}

async function visitTabs(
  page: Page,
  [path, name]: Screen,
  tabs: Record<string, string | RegExp>,
): Promise<void> {
  await goWithin(page, path)
  await expect(heading(page, name)).toBeVisible()
  for (const [name, says] of Object.entries(tabs))
    await test.step(`${path} ${name}`, async () => {
      await page.getByRole('tab', { name }).click()
      await expect(page.getByRole('tabpanel', { name }).getByText(says).first()).toBeVisible()
      await expectAccessibleOnceLoaded(page)
    })
}

/** Opens each dialog by its address. */
async function openDialogs(page: Page, dialogs: readonly Screen[]): Promise<void> {
  for (const [path, name] of dialogs)
    await test.step(path, async () => {
      await goWithin(page, path)
      await expect(page.getByRole('dialog', { name })).toBeVisible()
      await expectAccessibleOnceLoaded(page)
    })
}

/** Presses what opens something, and closes it again. */
async function press(page: Page, button: Locator, opens: Locator): Promise<void> {
  await test.step(`${button}`, async () => {
    await button.click()
    await expect(opens).toBeVisible()
    await expectAccessibleOnceLoaded(page)
    await page.keyboard.press('Escape')
    await expect(opens).toBeHidden()
  })
}

/** A year of a demo. One of its projects gets what is late and what is long; another one is over its budget. */
async function fillBooks(ada: Person) {
  const project = firstOf(await ada.call(projectsApi.list, { query: { q: 'Northwind online shop' } }))
  const params = { id: project.id }
  await ada.call(commentsApi.create, { params, body: { content: 'A note', is_internal: true } })
  await ada.call(milestonesApi.create, { params, body: { title: 'Sketch', due_date: '2026-01-01' } })
  const link_url = `https://prototype.example.com/${'a-long-way/'.repeat(20)}`
  const { id: deliverable } = await ada.call(deliverablesApi.create, {
    params,
    body: { title: 'Prototype', link_url },
  })
  const terms = { hourly_rate: 100, budget_hours: 10, budget_amount: 800 }
  const { id: overBudget } = await ada.call(projectsApi.create, { body: { name: 'Website', ...terms } })
  const work = { project_id: overBudget, hours: 8.5, date: '2026-11-15' }
  await ada.call(timeEntriesApi.create, { body: work })
  return {
    project: project.id,
    client: project.client_id ?? 0,
    clientName: project.client_name ?? '',
    deliverable,
    overBudget,
  }
}

function everyScreen(): void {
  test('lists and reports of a year are accessible', { tag: '@deep' }, async ({ page, openDemo }) => {
    const { client } = await fillBooks(await openDemo())
    await page.goto('/dashboard')
    await visit(page, [
      ['/dashboard', 'Dashboard'],
      ['/clients', 'Clients'],
      ['/clients?status=archived', 'Clients'],
      ['/projects', 'Projects'],
      ['/time-tracking', 'Time Tracking'],
      ['/time-tracking?view=week', 'Time Tracking'],
      ['/invoices', 'Invoices'],
      ['/recurring-invoices', 'Recurring Invoices'],
      ['/bill', 'Bill'],
      [`/bill?client=${client}`, /^Bill \w/],
      ['/expenses', 'Expenses'],
      ['/expenses/recurring', 'Recurring Expenses'],
      ['/reports', 'Reports'],
      ['/reports?range=lastyear', 'Reports'],
    ])
  })

  test('every tab of a client and of a project is accessible', { tag: '@deep' }, async ({
    page,
    openDemo,
  }) => {
    const { client, clientName, project, overBudget } = await fillBooks(await openDemo())
    await page.goto('/dashboard')
    await visitTabs(page, [`/clients/${client}`, clientName], {
      Overview: 'Northwind online shop',
      Projects: 'Northwind online shop',
      Invoices: /INV-\d/,
      Time: /\d h/,
      Expenses: /\$\d/,
      Activity: 'Comment added',
    })
    await visitTabs(page, [`/projects/${project}`, 'Northwind online shop'], {
      Overview: 'Outstanding',
      Milestones: 'Sketch',
      Deliverables: 'Prototype',
      Comments: 'A note',
      Time: /\d h/,
      Expenses: /expenses?$|No expenses recorded/,
      Invoices: /INV-\d/,
    })
    await visitTabs(page, [`/projects/${overBudget}`, 'Website'], { Overview: '106.3% used, $50.00 over' })
  })

  test('every form is accessible', async ({ page, openDemo }) => {
    const ada = await openDemo()
    const { client, project, deliverable, overBudget } = await fillBooks(ada)
    const own = `/projects/${project}?tab=`
    await page.goto('/dashboard')
    await openDialogs(page, [
      ['/clients?new', 'Add Client'],
      [`/clients?edit=${client}`, 'Edit Client'],
      [`/clients?portal=${client}`, 'Portal access'],
      ['/projects?new', 'New Project'],
      [`/projects?edit=${overBudget}`, 'Edit Project'],
      ['/time-tracking?new', 'Log Time'],
      ['/expenses?new', 'Add Expense'],
      [`/expenses?edit=${firstOf(await ada.call(expensesApi.list)).id}`, /Expense/],
      ['/expenses/recurring?new', 'Add Recurring Expense'],
      ['/recurring-invoices?new', 'Add Recurring Invoice'],
      ['/invoices?new', 'Create Invoice'],
      [`${own}milestones&new`, 'Add Milestone'],
      [`${own}deliverables&edit=${deliverable}`, 'Edit Deliverable'],
    ])
  })

  test('invoices, and what a press opens, are accessible', { tag: '@deep' }, async ({ page, openDemo }) => {
    const ada = await openDemo()
    const { client } = await fillBooks(ada)
    const dialog = (name: string | RegExp) => page.getByRole('dialog', { name })
    const button = (name: string | RegExp) => page.getByRole('button', { name }).first()
    await page.goto('/dashboard')
    for (const status of ['draft', 'paid', 'sent'] as const) {
      const { id, invoice_number } = firstOf(await ada.call(invoicesApi.list, { query: { status } }))
      await openDialogs(page, [[`/invoices?view=${id}`, new RegExp(invoice_number)]])
    }
    await press(page, button(/^Send/), dialog(/^Send INV-/))
    await press(page, button('Record payment'), dialog(/^Record payment/))

    await goWithin(page, '/clients')
    await press(page, button(/^Actions for/), page.getByRole('menu'))
    await press(page, button(/Account menu/), page.getByRole('menu'))
    await goWithin(page, '/time-tracking')
    await press(page, button('Days'), dialog('Days'))
    await page.getByRole('checkbox', { name: 'Select all' }).click()
    const selected = page.getByRole('region', { name: 'Selected time entries' })
    await press(page, selected.getByRole('button', { name: 'Change project' }), dialog('Change Project'))
    await press(page, selected.getByRole('button', { name: 'Delete' }), page.getByRole('alertdialog'))
    await goWithin(page, `/clients/${client}`)
    await press(page, button('Add contact'), dialog('Add Contact'))
    await goWithin(page, '/account?tab=reminders')
    await press(page, button(/^Edit the reminder/), dialog('Edit reminder'))
    await button(/^Project:/).click()
    await expect(dialog('Choose a project')).toBeVisible()
    await expectAccessibleOnceLoaded(page)
  })

  test("the client's pages and questions are accessible", async ({ page, app, browseAs }) => {
    const own = await openBooks(app.url)
    const { ada, link, projectId, clientId, invoiceId } = own
    const dialog = (name: string) => page.getByRole('dialog', { name })
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const within = (address: string) => address.replace(app.url, '')
    await page.goto(link)
    await visit(page, [
      [within(link), 'Welcome, Harbour & Pine'],
      [`${within(link)}?tab=invoices`, 'Welcome, Harbour & Pine'],
      [`${within(link)}/projects/${projectId}`, 'New checkout'],
      [`${within(link)}/projects/${projectId}?tab=comments`, 'New checkout'],
      [within(deliverablesOf(own)), 'New checkout'],
    ])
    await press(page, button('Request Changes'), dialog('Request Changes'))
    await press(page, button('Approve'), dialog('Approve Deliverable'))
    await press(page, button('Your details'), dialog('Your details'))
    await visit(page, [[within(invoiceOf(own)), 'Invoice #INV-0001']])
    await press(page, button('Approve'), dialog('Approve Invoice'))
    await press(page, button('Request Changes'), dialog('Request Changes'))

    const client = new PortalVisitor(app.url, tokenOf(link))
    const lines = [
      {
        item_id: firstOf((await client.call(portalApi.invoice, { params: { invoiceId } })).items).id,
        note: 'We agreed on five hours.',
      },
    ]
    await client.call(portalApi.decideInvoice, { params: { invoiceId }, body: { status: 'rejected', lines } })
    await page.goto(invoiceOf(own))
    await expect(page.getByText('You requested a change')).toBeVisible()
    await expectAccessibleOnceLoaded(page)
    await press(page, button('I have paid'), dialog('I have paid'))
    const { decisions } = await ada.call(invoicesApi.get, { params: { id: invoiceId } })
    await visit(page, [[certificatePath(firstOf(decisions).certificate), 'Certificate of requested changes']])
    const params = {
      id: clientId,
      accessId: firstOf(await ada.call(portalAccessApi.list, { params: { id: clientId } })).id,
    }
    await ada.call(portalAccessApi.revoke, { params })
    await visit(page, [
      [within(link), 'Access Denied'],
      ['/client-portal/not-a-link', 'Access Denied'],
    ])
    await browseAs(ada)
    await page.goto(previewPath(clientId, projectId))
    await expect(heading(page, 'New checkout')).toBeVisible()
    await expectAccessibleOnceLoaded(page)
  })

  test('public pages, the account and empty books are accessible', async ({ page, signIn }) => {
    await page.goto('/')
    await visit(page, [
      ['/', 'Your whole business, in one good book.'],
      ['/pricing', 'Pricing'],
      ['/nowhere', 'This page does not exist.'],
      ['/sign-in#code=123456', 'Sign in to Daybook'],
      ['/setup#unknown', 'Set up Daybook'],
    ])
    await goWithin(page, '/sign-in')
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await expect(heading(page, 'Use a recovery code')).toBeVisible()
    await expectAccessibleOnceLoaded(page)
    await signIn('Ada')
    await page.goto('/dashboard')
    await visit(page, [
      ['/dashboard', 'Dashboard'],
      ['/clients', 'Clients'],
      ['/projects', 'Projects'],
      ['/time-tracking', 'Time Tracking'],
      ['/invoices', 'Invoices'],
      ['/expenses', 'Expenses'],
      ['/reports', 'Reports'],
      ['/import', 'Import'],
      ['/pricing', 'Pricing'],
      ['/subscription/manage', 'Subscription'],
      ['/stripe-setup', 'Stripe Setup'],
      ['/subscription/success', 'Your subscription was not activated'],
    ])
    await visitTabs(page, ['/account', 'Account'], {
      Details: 'Time zone',
      Business: 'Business name',
      Payments: 'Stripe',
      Reminders: 'Thanks',
      Security: 'This session',
    })
    await goWithin(page, '/account')
    await press(page, page.getByRole('button', { name: 'Show the list' }), page.getByRole('listbox'))
    await page.setViewportSize(SIZES.phone)
    await goWithin(page, '/clients')
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
    await expectAccessibleOnceLoaded(page)
  })
}

test.describe('on a wide screen, in light colors', everyScreen)

test.describe('on a phone, in dark colors', { tag: '@deep' }, () => {
  test.beforeAll(() => {
    look = PHONE
  })
  test.afterAll(() => {
    look = WIDE
  })
  everyScreen()
})
