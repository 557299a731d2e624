import { PDFDocument } from '@cantoo/pdf-lib'
import { describe, expect, test } from 'vitest'
import { billableWorkApi } from '#features/billing/billable-work/contract.ts'
import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import { makeRecurringInvoice } from '#features/billing/recurring-invoices/actions/making.ts'
import { recurringInvoicesApi } from '#features/billing/recurring-invoices/contract.ts'
import { certificatesApi } from '#features/engagement/approvals/contract/certificates.ts'
import { ApprovalStatus } from '#features/engagement/approvals/contract/decisions.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { contactsApi } from '#features/engagement/contacts/contract/contacts.ts'
import { unreadApi } from '#features/engagement/notifications/contract/unread.ts'
import { portalAccessApi } from '#features/engagement/portal-access/contract.ts'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { dashboardApi } from '#features/pages/dashboard/contract.ts'
import { moneyApi } from '#features/pages/money/contract.ts'
import { portalApi } from '#features/pages/portal/contract/portal.ts'
import { reportsApi } from '#features/pages/reports/contract.ts'
import { commentsApi } from '#features/work/comments/contract.ts'
import { DeliverableStatus, deliverablesApi } from '#features/work/deliverables/contract.ts'
import { expensesApi } from '#features/work/expenses/contract.ts'
import { MilestoneStatus } from '#features/work/milestones/contract.ts'
import { addDueExpenses } from '#features/work/recurring-expenses/actions.ts'
import { recurringExpensesApi } from '#features/work/recurring-expenses/contract.ts'
import { timeEntriesApi } from '#features/work/time-entries/contract.ts'
import { inTransaction } from '#server/context.ts'
import { setClock, signIn } from '#tests/app.ts'
import { addYear } from '#tests/demo.ts'
import { systemContext } from '#tests/jobs.ts'
import { firstOf } from '#tests/lists.ts'
import type { Person } from '#tests/people.ts'
import { visitorWith } from '#tests/portal.ts'
import { type PortalVisitor, tokenOf } from '#tests/portal-visitor.ts'

const openYear = async (): Promise<Person> => {
  const ada = await signIn('Ada')
  await addYear(await systemContext(ada.email))
  return ada
}

describe('a year of the demo', () => {
  test('fills every screen', async () => {
    await setClock('2026-11-12T15:00:00Z')
    const ada = await openYear()
    expect((await ada.call(clientsApi.list)).length).toBe(7)
    expect((await ada.call(projectsApi.list)).length).toBe(13)
    expect((await ada.call(timeEntriesApi.list, { query: { limit: 500 } })).length).toBe(500)
    const invoices = await ada.call(invoicesApi.list)
    expect(new Set(invoices.map((invoice) => invoice.status))).toEqual(
      new Set(['draft', 'sent', 'paid', 'overdue', 'cancelled']),
    )
    const { id } = firstOf(invoices.slice(3))
    expect((await ada.call(invoicesApi.get, { params: { id } })).items.length).toBeGreaterThan(0)
    expect((await ada.call(expensesApi.list, { query: { limit: 500 } })).length).toBeGreaterThan(90)
    expect(await ada.call(dashboardApi.stats)).toMatchObject({ clientsCount: 7, projectsCount: 6 })
    const activity = await ada.call(dashboardApi.recentActivity)
    expect(activity.length).toBe(10)
    expect(firstOf(activity).date.slice(0, 10)).toBe('2026-11-12')
    const report = await ada.call(reportsApi.get, { query: { timeRange: 'lastyear' } })
    expect(report.totalRevenue).toBeGreaterThan(80_000)
    expect(report.profitMargin).toBeGreaterThan(50)
  })

  test('has a client abroad, payments in parts, and how each was paid', async () => {
    await setClock('2026-11-12T15:00:00Z')
    const ada = await openYear()
    const moreau = firstOf(await ada.call(clientsApi.list, { query: { q: 'moreau' } }))
    expect(moreau.currency).toBe('EUR')
    const projects = await ada.call(projectsApi.list, { query: { client_id: moreau.id } })
    expect(valuesOf(projects, 'currency')).toEqual(new Set(['EUR']))
    const expenses = await ada.call(expensesApi.list, { query: { limit: 500 } })
    expect(valuesOf(expenses, 'currency')).toEqual(new Set(['USD', 'EUR']))

    const invoices = await ada.call(invoicesApi.list, { query: { limit: 500 } })
    for (const { id, client_id, currency, total, home_total, home_currency } of invoices) {
      const { exchange_rate } = await ada.call(invoicesApi.get, { params: { id } })
      expect(currency).toBe(client_id === moreau.id ? 'EUR' : 'USD')
      expect(exchange_rate === null).toBe(currency === home_currency)
      expect(home_total).toBeCloseTo(total * (exchange_rate ?? 1), 1)
    }
    const methods = new Set<string>()
    for (const { id, status, total, amount_paid, balance } of invoices) {
      const { payments } = await ada.call(invoicesApi.payments, { params: { id } })
      for (const { method } of payments) methods.add(method)
      expect(payments.reduce((sum, { amount }) => sum + amount, 0)).toBeCloseTo(amount_paid, 6)
      expect(balance).toBeCloseTo(total - amount_paid, 6)
      expect(balance === 0).toBe(status === 'paid')
    }
    expect(methods.size).toBeGreaterThan(2)
    expect(invoices.filter(({ status, amount_paid }) => status !== 'paid' && amount_paid > 0)).toMatchObject([
      { status: 'overdue' },
    ])
  })

  test('has a recurring invoice of each kind, which goes on', async () => {
    await setClock('2026-11-16T12:00:00Z')
    const ada = await openYear()
    const invoices = (await ada.call(invoicesApi.list, { query: { limit: 500 } })).length
    const recurring = await ada.call(recurringInvoicesApi.list)
    expect(recurring.map(({ kind, next_date }) => [kind, next_date])).toEqual([
      ['retainer', '2026-12-01'],
      ['fixed', '2026-12-01'],
      ['work', '2026-12-01'],
    ])
    expect(firstOf(recurring).use?.used_hours).toBeGreaterThan(0)
    await setClock('2026-12-01T12:00:00Z')
    const ctx = await systemContext(ada.email)
    for (const { id } of recurring) await makeRecurringInvoice.run(ctx, { id }, { number: 1, isLast: false })
    expect(await ada.call(invoicesApi.list, { query: { limit: 500 } })).toHaveLength(invoices + 3)
    expect(await ada.call(recurringInvoicesApi.list)).toMatchObject([
      { next_date: '2027-01-01', problem: null },
      { next_date: '2027-01-01', problem: null },
      { next_date: '2027-01-01', problem: null },
    ])
  })

  test('has recurring expenses with what they added, which go on', async () => {
    await setClock('2026-11-12T15:00:00Z')
    const ada = await openYear()
    const recurring = await ada.call(recurringExpensesApi.list)
    expect(recurring).toMatchObject([
      { description: 'Desk at the coworking space', frequency: 'month', next_date: '2026-12-01' },
      { description: 'Figma, professional seat', next_date: '2026-12-02' },
      { description: 'Adobe Creative Cloud', next_date: '2026-12-05', is_paused: false },
    ])
    const added = async () => {
      const all = await ada.call(expensesApi.list, { query: { q: 'figma', limit: 500 } })
      return all.map(({ recurring_expense_id, date }) => ({ recurring_expense_id, date }))
    }
    const before = await added()
    expect(before.length).toBe(12)
    expect(valuesOf(before, 'recurring_expense_id')).toEqual(new Set([recurring[1]?.id]))

    const figma = firstOf(recurring.slice(1))
    await setClock('2026-12-02T15:00:00Z')
    const ctx = await systemContext(ada.email)
    await inTransaction(ctx, (tx) => addDueExpenses(tx, { id: figma.id }))
    expect(await added()).toEqual([{ recurring_expense_id: figma.id, date: '2026-12-02' }, ...before])
  })

  test('has receipts', async () => {
    await setClock('2026-11-12T15:00:00Z')
    const ada = await openYear()
    const expenses = await ada.call(expensesApi.list, { query: { limit: 500 } })
    const documented = expenses.filter(({ receipt_count }) => receipt_count > 0)
    expect(documented.map(({ description }) => description)).toEqual(['Hotel in Paris', 'Graphics tablet'])
    const tablet = firstOf(documented.slice(1))
    const params = { id: tablet.id }
    const receipt = firstOf(await ada.call(expensesApi.receipts, { params }))
    expect(receipt.file).toMatchObject({ name: 'Pixel-and-Pen-2026-09-09.pdf', type: 'application/pdf' })
    const content = Buffer.from(await (await ada.fetch(receipt.file_url)).arrayBuffer())
    expect((await PDFDocument.load(content)).getPageCount()).toBe(1)
    expect(content.toString()).toMatch(/TOTAL USD +379\.00/)
  })

  test('brings a portal link that opens, with projects under way and decisions in every state', async () => {
    await setClock('2026-11-12T15:00:00Z')
    const ada = await openYear()
    const client = await visitorWith(await linkToken(ada))
    const overview = await client.call(portalApi.overview)
    expect(overview).toMatchObject({ client: { name: 'Northwind Outdoor' }, projects_count: 2 })
    expect(overview.access.expires_at.slice(0, 10)).toBe('2026-12-12')

    const [trails, shop] = await projectsByMilestones(client)
    expect(trails).toMatchObject({ milestones_completed: 3, milestones_total: 3, deliverables_approved: 2 })
    expect(shop).toMatchObject({
      milestones_completed: 3,
      milestones_total: 6,
      deliverables_approved: 3,
      deliverables_total: 5,
      deliverables_submitted: 1,
    })
    const detail = await client.call(portalApi.project, { params: { projectId: shop.id } })
    expect(valuesOf(detail.milestones, 'status')).toEqual(new Set(MilestoneStatus.options))
    expect(valuesOf(detail.deliverables, 'status')).toEqual(new Set(['submitted', 'approved', 'rejected']))
    const checkout = detail.deliverables.find(({ title }) => title === 'Checkout flow')
    expect(checkout).toMatchObject({
      version: 2,
      file: { name: 'checkout-v2.pdf', type: 'application/pdf' },
    })
    const drawing = Buffer.from(await (await client.fetch(checkout?.file_url ?? '')).arrayBuffer())
    expect((await PDFDocument.load(drawing)).getPageCount()).toBe(1)
    const icons = detail.deliverables.find(({ title }) => title === 'Icon set')
    expect(icons?.file_url).toBe('https://example.com/northwind/icons')
    expect(checkout?.versions[1]?.decision).toMatchObject({
      decision: 'rejected',
      client_name: 'Northwind Outdoor',
    })
    expect(detail.comments_total).toBe(5)

    const own = await ada.call(deliverablesApi.list, { params: { id: shop.id } })
    expect(valuesOf(own, 'status')).toEqual(new Set(DeliverableStatus.options))
    const submitted = own.filter(({ version }) => version > 0)
    expect(valuesOf(submitted, 'has_changes')).toEqual(new Set([false]))
    const comments = await ada.call(commentsApi.list, { params: { id: shop.id } })
    expect(comments.filter(({ is_internal }) => is_internal).length).toBe(1)
    const instants = comments.map(({ created_at }) => created_at)
    expect(instants).toEqual(instants.toSorted().toReversed())
  })

  test('has fees that are billed, to be billed and to be approved', async () => {
    const ada = await openYear()
    const shop = await projectNamed(ada, 'Northwind online shop')
    const deliverables = await ada.call(deliverablesApi.list, { params: { id: shop.id } })
    const named = (title: string) => firstOf(deliverables.filter((one) => one.title === title))
    expect(named('Checkout flow')).toMatchObject({ status: 'submitted', fee: 1200, is_billed: false })
    expect(named('Icon set')).toMatchObject({ status: 'approved', fee: 850, is_billed: false })
    const { invoice, file, versions } = named('Homepage design')
    const code = versions[0]?.decision?.certificate ?? ''
    const certificate = await ada.call(certificatesApi.get, { params: { code } })
    expect(certificate.deliverable?.project_name).toBe(shop.name)
    expect(certificate.file?.sha256).toBe(file?.sha256)
    const { items } = await ada.call(invoicesApi.get, { params: { id: invoice?.id ?? 0 } })
    expect(items.filter(({ amount }) => amount === 1600)).toMatchObject([
      {
        description: expect.stringMatching(/^Homepage design, version 1, approved by Northwind Outdoor on /),
      },
    ])
    const unbilled = await ada.call(billableWorkApi.unbilled)
    const fees = unbilled.projects.flatMap((project) => project.fees)
    expect(fees.map(({ description }) => description).toSorted()).toEqual([
      'Festival identity',
      'Icon set',
      'Summer edition',
    ])
  })

  test('has contacts with links of their own, who decide and write in their name', async () => {
    const ada = await openYear()
    const northwind = firstOf(await ada.call(clientsApi.list, { query: { q: 'northwind' } }))
    expect(await ada.call(contactsApi.list, { params: { id: northwind.id } })).toMatchObject([
      { name: 'Ingrid Sato', gets_news: true, portal: { status: 'active' } },
      { name: 'Paul Whitaker', gets_invoices: true, portal: { status: 'active' } },
    ])
    const shop = await projectNamed(ada, 'Northwind online shop')
    const deliverables = await ada.call(deliverablesApi.list, { params: { id: shop.id } })
    const icons = firstOf(deliverables.filter(({ title }) => title === 'Icon set'))
    expect(icons.versions[0]?.decision).toMatchObject({ client_name: 'Ingrid Sato' })
    const code = icons.versions[0]?.decision?.certificate ?? ''
    expect(await ada.call(certificatesApi.get, { params: { code } })).toMatchObject({
      client_name: 'Ingrid Sato',
      on_behalf_of: 'Northwind Outdoor',
    })
    const comments = await ada.call(commentsApi.list, { params: { id: shop.id } })
    expect(firstOf(comments).author_name).toBe('Ingrid Sato')
    const unread = await ada.call(unreadApi.list)
    expect(unread.some(({ comment_id }) => comment_id === firstOf(comments).id)).toBe(true)
  })

  test('has a fee that its approval invoiced, and that is paid', async () => {
    const ada = await openYear()
    const { id } = await projectNamed(ada, 'Trail guide illustrations')
    expect((await ada.call(projectsApi.get, { params: { id } })).invoice_on_approval).toBe('sent')
    const deliverables = await ada.call(deliverablesApi.list, { params: { id } })
    const spots = firstOf(deliverables.filter(({ fee }) => fee !== null))
    const decided = spots.versions[0]?.decision?.decided_at.slice(0, 10)
    const invoice = await ada.call(invoicesApi.get, { params: { id: spots.invoice?.id ?? 0 } })
    expect(invoice).toMatchObject({ issue_date: decided, total: spots.fee, status: 'paid' })
    expect(invoice.items).toMatchObject([
      { description: expect.stringMatching(/^Spot illustrations, version 1, approved by Northwind Outdoor/) },
    ])
  })

  test('has a line that the client wants changed, and the rest can be paid', async () => {
    const ada = await openYear()
    const client = await visitorWith(await linkToken(ada))
    const invoices = await client.call(portalApi.invoices, { query: { limit: 500 } })
    const { id } = firstOf(invoices.filter(({ approval_status }) => approval_status === 'rejected'))
    const invoice = await ada.call(invoicesApi.get, { params: { id } })
    expect(invoice.line_requests).toMatchObject([{ item_id: firstOf(invoice.items).id, answer: null }])
    expect(invoice.payable).toBeGreaterThan(0)
    expect(invoice.payable).toBeLessThan(invoice.balance)
    const explained = await ada.call(invoicesApi.explainLine, {
      params: { id, requestId: firstOf(invoice.line_requests).id },
      body: { answer_text: 'These hours were for the shop.' },
    })
    expect(explained.line_requests).toMatchObject([{ answer: 'explained' }])
  })

  test.each(['2026-11-16', '2026-12-01', '2026-12-31', '2027-02-28'])(
    'has something in every part of the money, in one currency, on %s',
    async (day) => {
      await setClock(`${day}T15:00:00Z`)
      const ada = await openYear()
      const { unbilled, drafts, waiting, unpaid, overdue, paid_this_month, forecast } = await ada.call(
        moneyApi.money,
      )
      for (const part of [unbilled, drafts, waiting, unpaid, overdue, paid_this_month]) {
        expect(part.is_complete).toBe(true)
        expect(part.amount).toBeGreaterThan(0)
      }
      expect(forecast.is_complete).toBe(true)
    },
  )

  test('has a client who paid online, and one who says to have paid', async () => {
    const ada = await openYear()
    const late = await ada.call(invoicesApi.list, { query: { status: 'overdue' } })
    const all = await Promise.all(late.map(({ id }) => ada.call(invoicesApi.get, { params: { id } })))
    expect(all.filter(({ paid_notice }) => paid_notice)).toHaveLength(1)
    const northwind = firstOf(await ada.call(clientsApi.list, { query: { q: 'northwind' } }))
    const query = { client_id: northwind.id, status: 'paid' as const }
    for (const { id } of await ada.call(invoicesApi.list, { query })) {
      const { payments } = await ada.call(invoicesApi.payments, { params: { id } })
      expect(valuesOf(payments, 'method')).toEqual(new Set(['online']))
    }
  })

  test('brings invoices in every state of approval, each as it was decided on', async () => {
    const ada = await openYear()
    const client = await visitorWith(await linkToken(ada))
    const invoices = await client.call(portalApi.invoices, { query: { limit: 500 } })
    expect(valuesOf(invoices, 'approval_status')).toEqual(
      new Set([...ApprovalStatus.options, ...(hasCancelled(invoices) ? [null] : [])]),
    )
    for (const { id, approval_status, status } of invoices) {
      const invoice = await ada.call(invoicesApi.get, { params: { id } })
      expect(invoice.changes_since_decision).toEqual([])
      expect(invoice.sent_at).not.toBeNull()
      const decided = approval_status === 'approved' || approval_status === 'rejected'
      expect(invoice.decisions.length).toBe(decided ? 1 : 0)
      expect(approval_status === 'approved').toBe(status === 'paid')
    }
    const approve = ({ id }: { id: number }) =>
      client.try(portalApi.decideInvoice, { params: { invoiceId: id }, body: { status: 'approved' } })
    const of = (status: ApprovalStatus) =>
      firstOf(invoices.filter(({ approval_status }) => approval_status === status))
    expect((await approve(of('pending'))).status).toBe(200)
    expect(await approve(of('rejected'))).toMatchObject({ status: 409, body: { code: 'already_decided' } })
  })

  test('lets the client decide on what waits, and a new version be submitted', async () => {
    const ada = await openYear()
    const client = await visitorWith(await linkToken(ada))
    const [, shop] = await projectsByMilestones(client)
    const { deliverables } = await client.call(portalApi.project, { params: { projectId: shop.id } })
    const of = (status: string) => firstOf(deliverables.filter((found) => found.status === status)).id
    const approve = (deliverableId: number) =>
      client.try(portalApi.approveDeliverable, { params: { deliverableId }, body: {} })
    expect((await approve(of('submitted'))).status).toBe(200)
    expect((await approve(of('approved'))).status).toBe(409)
    const params = { id: shop.id, deliverableId: of('rejected') }
    expect((await ada.call(deliverablesApi.submit, { params })).version).toBe(2)
  })
})

const linkToken = async (ada: Person): Promise<string> => {
  const northwind = firstOf(await ada.call(clientsApi.list, { query: { q: 'northwind' } }))
  const links = await ada.call(portalAccessApi.list, { params: { id: northwind.id } })
  expect(valuesOf(links, 'status')).toEqual(new Set(['active']))
  expect(links.map(({ contact_name }) => contact_name)).toEqual([null, 'Paul Whitaker', 'Ingrid Sato'])
  return tokenOf(firstOf(links).url)
}

const projectNamed = async (ada: Person, wanted: string) =>
  firstOf((await ada.call(projectsApi.list)).filter(({ name }) => name === wanted))

/** The two projects of the client with a link, the one with fewer milestones first. */
async function projectsByMilestones(client: PortalVisitor) {
  const projects = await client.call(portalApi.projects)
  return firstTwoOf(projects.toSorted((a, b) => a.milestones_total - b.milestones_total))
}

const firstTwoOf = <Item>(list: Item[]): [Item, Item] => [firstOf(list), firstOf(list.slice(1))]
const valuesOf = (rows: Record<string, unknown>[], name: string) => new Set(rows.map((row) => row[name]))
const hasCancelled = (invoices: { status: string }[]) => invoices.some(({ status }) => status === 'cancelled')
