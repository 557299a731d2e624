import { PDFDocument } from '@cantoo/pdf-lib'
import { describe, expect, test } from 'vitest'
import { billableWorkApi } from '#features/billing/billable-work/contract.ts'
import { invoicesApi } from '#features/billing/invoices/contract.ts'
import { makeRecurringInvoice } from '#features/billing/recurring-invoices/actions/making.ts'
import { recurringInvoicesApi } from '#features/billing/recurring-invoices/contract.ts'
import { ApprovalStatus } from '#features/engagement/approvals/contract.ts'
import { certificatesApi } from '#features/engagement/certificates/contract.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { contactsApi } from '#features/engagement/contacts/contract.ts'
import { portalAccessApi } from '#features/engagement/portal-access/contract.ts'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { unreadApi } from '#features/engagement/unread/contract.ts'
import { accountApi } from '#features/foundation/account/contract.ts'
import { currenciesApi } from '#features/foundation/currencies/contract.ts'
import { storageApi } from '#features/foundation/storage/contract.ts'
import { subscriptionApi } from '#features/foundation/subscription/contract.ts'
import { dashboardApi } from '#features/pages/dashboard/contract.ts'
import { moneyApi } from '#features/pages/money/contract.ts'
import { portalApi } from '#features/pages/portal/contract.ts'
import { reportsApi } from '#features/pages/reports/contract.ts'
import { commentsApi } from '#features/work/comments/contract.ts'
import { DeliverableStatus, deliverablesApi } from '#features/work/deliverables/contract.ts'
import { expensesApi } from '#features/work/expenses/contract.ts'
import { MilestoneStatus, milestonesApi } from '#features/work/milestones/contract.ts'
import { addDueExpenses } from '#features/work/recurring-expenses/actions.ts'
import { recurringExpensesApi } from '#features/work/recurring-expenses/contract.ts'
import { timeEntriesApi } from '#features/work/time-entries/contract.ts'
import { inTransaction } from '#server/context.ts'
import { setClock, sharedApp, signIn } from '#tests/app.ts'
import { png } from '#tests/images.ts'
import { systemContext } from '#tests/jobs.ts'
import { firstOf } from '#tests/lists.ts'
import { type Person, Visitor } from '#tests/people.ts'
import { givePlan } from '#tests/plans.ts'
import { addDeliverable, submit, visitorWith } from '#tests/portal.ts'
import { type PortalVisitor, tokenOf } from '#tests/portal-visitor.ts'
import { uploadReceipt } from '#tests/uploads.ts'
import { sampleDataApi } from './contract.ts'

const status = async (person: Person) => (await person.call(sampleDataApi.status)).status
const TABLES = [
  'clients',
  'contacts',
  'projects',
  'time_entries',
  'invoices',
  'invoice_items',
  'payments',
  'paid_notices',
  'line_requests',
  'recurring_expenses',
  'recurring_invoices',
  'recurring_invoice_items',
  'expenses',
  'expense_receipts',
  'portal_access',
  'milestones',
  'deliverables',
  'deliverable_versions',
  'comments',
  'decisions',
] as const

async function rows(person: Person, tables: readonly string[] = TABLES) {
  const { database } = await sharedApp()
  const { id } = await person.call(accountApi.me)
  const all: Record<string, unknown[]> = {}
  for (const table of tables) {
    all[table] = (
      await database.pool.query(`select * from ${table} where account_id = $1 order by 2, 3`, [id])
    ).rows
  }
  return all
}

const counts = async (person: Person) =>
  Object.fromEntries(Object.entries(await rows(person)).map(([table, list]) => [table, list.length]))
const nothing = Object.fromEntries(TABLES.map((table) => [table, 0]))

const today = () => new Date().toISOString().slice(0, 10)
const addInvoice = (person: Person, client_id: number) =>
  person.call(invoicesApi.create, { body: { client_id, issue_date: today() } })

describe('sample data', () => {
  test('is offered to an account without data, and fills every screen', async () => {
    await setClock('2026-11-12T15:00:00Z')
    const ada = await signIn('Ada')
    expect(await status(ada)).toBe('offered')
    expect(await ada.call(sampleDataApi.add)).toEqual({ status: 'present', tour: 'offered' })
    expect(await status(ada)).toBe('present')

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
    const ada = await signIn('Ada')
    await ada.call(sampleDataApi.add)
    const moreau = firstOf(await ada.call(clientsApi.list, { query: { q: 'moreau' } }))
    expect(moreau.currency).toBe('EUR')
    const projects = await ada.call(projectsApi.list, { query: { client_id: moreau.id } })
    expect(valuesOf(projects, 'currency')).toEqual(new Set(['EUR']))
    const expenses = await ada.call(expensesApi.list, { query: { limit: 500 } })
    expect(valuesOf(expenses, 'currency')).toEqual(new Set(['USD', 'EUR']))

    const invoices = await ada.call(invoicesApi.list, { query: { limit: 500 } })
    for (const { client_id, currency, exchange_rate, total, home_total, home_currency } of invoices) {
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

  test('has a recurring invoice of each kind, which makes none as long as it is a sample', async () => {
    await setClock('2026-11-16T12:00:00Z')
    const ada = await signIn('Ada')
    await ada.call(sampleDataApi.add)
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
    expect(await ada.call(invoicesApi.list, { query: { limit: 500 } })).toHaveLength(invoices)
    expect(await ada.call(recurringInvoicesApi.list)).toMatchObject([
      { next_date: '2027-01-01', problem: null },
      { next_date: '2027-01-01', problem: null },
      { next_date: '2027-01-01', problem: null },
    ])
  })

  test('has recurring expenses with what they added, which go on', async () => {
    await setClock('2026-11-12T15:00:00Z')
    const ada = await signIn('Ada')
    await ada.call(sampleDataApi.add)
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
    await ada.call(sampleDataApi.remove)
    expect(await counts(ada)).toEqual(nothing)
  })

  test('has receipts, which take no storage until their expense is adopted', async () => {
    await setClock('2026-11-12T15:00:00Z')
    const ada = await signIn('Ada')
    await ada.call(sampleDataApi.add)
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

    const used = async () => (await ada.call(storageApi.usage)).used_bytes
    expect(await used()).toBe(0)
    await ada.call(expensesApi.update, { params, body: { ...tablet, description: 'My tablet' } })
    expect(await used()).toBe(receipt.file.size)
    await ada.call(sampleDataApi.remove)
    expect(await counts(ada)).toEqual({ ...nothing, expenses: 1, expense_receipts: 1 })
    expect((await ada.fetch(receipt.file_url)).status).toBe(200)
  })

  test('brings a portal link that opens, with projects under way and decisions in every state', async () => {
    await setClock('2026-11-12T15:00:00Z')
    const ada = await signIn('Ada')
    await ada.call(sampleDataApi.add)
    const client = await visitorWith(await sampleToken(ada))
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
    const ada = await signIn('Ada')
    await ada.call(sampleDataApi.add)
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
    expect((await ada.call(storageApi.usage)).used_bytes).toBe(0)
  })

  test('has contacts with links of their own, who decide and write in their name', async () => {
    const ada = await signIn('Ada')
    await ada.call(sampleDataApi.add)
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
    const ada = await signIn('Ada')
    await ada.call(sampleDataApi.add)
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
    const ada = await signIn('Ada')
    await ada.call(sampleDataApi.add)
    const client = await visitorWith(await sampleToken(ada))
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
      const ada = await signIn('Ada')
      await ada.call(sampleDataApi.add)
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

  test('brings an exchange rate, which goes with it unless something of your own used it', async () => {
    await setClock('2026-11-16T15:00:00Z')
    const proposed = async (person: Person) =>
      (await person.call(currenciesApi.proposedRate, { params: { currency: 'EUR' } })).exchange_rate
    const [ada, grace] = [await signIn('Ada'), await signIn('Grace')]
    for (const person of [ada, grace]) {
      await person.call(sampleDataApi.add)
      expect(await proposed(person)).toBeGreaterThan(1)
    }
    await grace.call(expensesApi.create, {
      body: { category: 'Travel', description: 'Train', amount: 10, currency: 'EUR', date: today() },
    })
    const rate = await proposed(grace)
    for (const person of [ada, grace]) await person.call(sampleDataApi.remove)
    expect(await proposed(ada)).toBeNull()
    expect(await proposed(grace)).toBe(rate)
  })

  test('has a client who paid online, and one who says to have paid', async () => {
    const ada = await signIn('Ada')
    await ada.call(sampleDataApi.add)
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
    const ada = await signIn('Ada')
    await ada.call(sampleDataApi.add)
    const client = await visitorWith(await sampleToken(ada))
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
    const ada = await signIn('Ada')
    await ada.call(sampleDataApi.add)
    const client = await visitorWith(await sampleToken(ada))
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

  test('leaves no trace when it is removed, and can be added again', async () => {
    const ada = await signIn('Ada')
    await ada.call(sampleDataApi.add)
    expect(await ada.call(sampleDataApi.remove)).toEqual({ success: true })
    expect(await counts(ada)).toEqual(nothing)
    expect(await ada.call(dashboardApi.recentActivity)).toMatchObject([{ title: 'Sample data removed' }])
    expect(await status(ada)).toBe('offered')
    expect((await ada.try(sampleDataApi.add)).status).toBe(201)
  })

  test('gives its invoice numbers back', async () => {
    const ada = await signIn('Ada')
    await ada.call(sampleDataApi.add)
    await ada.call(sampleDataApi.remove)
    const client = (await ada.call(clientsApi.create, { body: { name: 'Studio North' } })).id
    expect((await addInvoice(ada, client)).invoice_number).toBe('INV-0001')
  })

  test('keeps the number of an own invoice, and continues from there', async () => {
    const ada = await signIn('Ada')
    await ada.call(sampleDataApi.add)
    const samples = (await counts(ada)).invoices ?? 0
    const client = (await ada.call(clientsApi.create, { body: { name: 'Studio North' } })).id
    const own = await addInvoice(ada, client)
    expect(own.invoice_number).toBe(`INV-${String(samples + 1).padStart(4, '0')}`)
    await ada.call(sampleDataApi.remove)
    expect(await ada.call(invoicesApi.list)).toMatchObject([{ invoice_number: own.invoice_number }])
    expect((await addInvoice(ada, client)).invoice_number).toBe(`INV-${String(samples + 2).padStart(4, '0')}`)
  })

  test('is removed without touching own records', async () => {
    const ada = await signIn('Ada')
    await ada.call(sampleDataApi.add)
    const marked = await rows(ada, ['clients'])
    const client_id = (await ada.call(clientsApi.create, { body: { name: 'Studio North' } })).id
    const project_id = (await ada.call(projectsApi.create, { body: { name: 'Webshop', client_id } })).id
    await ada.call(timeEntriesApi.create, { body: { project_id, hours: 2, date: today() } })
    const invoice = await addInvoice(ada, client_id)
    await ada.call(invoicesApi.addItem, {
      params: { id: invoice.id },
      body: { description: 'Work', quantity: 1, rate: 10 },
    })
    const expense = await ada.call(expensesApi.create, {
      body: { category: 'Travel', description: 'Train', amount: 10, date: today() },
    })
    await uploadReceipt(ada, expense.id, png())
    await ada.call(recurringExpensesApi.create, {
      body: {
        category: 'Other',
        description: 'Rent',
        amount: 10,
        frequency: 'month',
        start_date: '2099-01-01',
      },
    })
    await ada.call(recurringInvoicesApi.create, {
      body: {
        client_id,
        kind: 'fixed',
        items: [{ description: 'Hosting', quantity: 1, rate: 10 }],
        frequency: 'month',
        start_date: '2099-01-01',
      },
    })
    await ada.call(contactsApi.create, { params: { id: client_id }, body: { name: 'Mia Oak' } })
    await useThePortal(ada, client_id, project_id, invoice.id)
    await ada.call(invoicesApi.recordPayment, {
      params: { id: invoice.id },
      body: { amount: 4, paid_on: today() },
    })

    const own = await ownRows(ada)
    for (const table of TABLES) {
      expect({ table, rows: own[table]?.length }).toEqual({ table, rows: table === 'decisions' ? 2 : 1 })
    }
    await ada.call(sampleDataApi.remove)
    expect(await rows(ada)).toEqual(own)
    expect(marked.clients?.length).toBe(8)
    expect(await status(ada)).toBe('none')
  })

  test('keeps the sample project and client of own time entries, which become own records', async () => {
    const ada = await signIn('Ada')
    await ada.call(sampleDataApi.add)
    const project = await projectNamed(ada, 'Festival identity')
    await ada.call(timeEntriesApi.create, { body: { project_id: project.id, hours: 2, date: today() } })
    await ada.call(sampleDataApi.remove)
    expect(await counts(ada)).toEqual({ ...nothing, clients: 1, projects: 1, time_entries: 1 })
    expect(await ada.call(timeEntriesApi.list)).toMatchObject([
      { project_name: project.name, client_name: project.client_name, hours: 2 },
    ])
    expect(await status(ada)).toBe('none')
    expect((await ada.try(sampleDataApi.remove)).status).toBe(409)
  })

  test('keeps what an own invoice, expense or project refers to', async () => {
    const ada = await signIn('Ada')
    await ada.call(sampleDataApi.add)
    const [first, second] = firstTwoOf(await ada.call(clientsApi.list))
    await addInvoice(ada, first.id)
    await ada.call(projectsApi.create, { body: { name: 'Her own', client_id: second.id } })
    const { id: project_id } = await projectNamed(ada, 'Studio')
    await ada.call(expensesApi.create, {
      body: { category: 'Other', description: 'x', amount: 1, date: today(), project_id },
    })
    await ada.call(sampleDataApi.remove)
    expect(await counts(ada)).toEqual({ ...nothing, clients: 2, projects: 2, invoices: 1, expenses: 1 })
  })

  test('keeps the sample project and client of an own deliverable, without their samples', async () => {
    const ada = await signIn('Ada')
    await ada.call(sampleDataApi.add)
    const client = await visitorWith(await sampleToken(ada))
    const project = await projectNamed(ada, 'Northwind online shop')
    const id = await addDeliverable({ ada, projectId: project.id }, { title: 'Her own' })
    await submit({ ada, projectId: project.id }, id)
    await client.call(portalApi.approveDeliverable, { params: { deliverableId: id }, body: {} })
    await ada.call(sampleDataApi.remove)
    expect(await counts(ada)).toEqual({
      ...nothing,
      clients: 1,
      projects: 1,
      deliverables: 1,
      deliverable_versions: 1,
      decisions: 1,
      contacts: 2,
      portal_access: 3,
    })
    expect(await client.call(portalApi.project, { params: { projectId: project.id } })).toMatchObject({
      milestones: [],
      deliverables: [{ title: 'Her own', status: 'approved' }],
      comments: [],
    })
  })

  test('goes with what was tried out through its portal link', async () => {
    const ada = await signIn('Ada')
    await ada.call(sampleDataApi.add)
    const client = await visitorWith(await sampleToken(ada))
    const project = await projectNamed(ada, 'Northwind online shop')
    await client.call(portalApi.comment, { body: { project_id: project.id, content: 'Does this work?' } })
    const { deliverables } = await client.call(portalApi.project, { params: { projectId: project.id } })
    const waiting = firstOf(deliverables.filter(({ status }) => status === 'submitted'))
    await client.call(portalApi.rejectDeliverable, {
      params: { deliverableId: waiting.id },
      body: { feedback: 'Larger, please' },
    })
    await ada.call(sampleDataApi.remove)
    expect(await counts(ada)).toEqual(nothing)
    expect((await client.try(portalApi.overview)).status).toBe(404)
  })

  test('never removes what is added during the removal', async () => {
    const ada = await signIn('Ada')
    await ada.call(sampleDataApi.add)
    const projects = await ada.call(projectsApi.list)
    const [removed, ...added] = await Promise.all([
      ada.try(sampleDataApi.remove),
      ...projects.map(({ id }) =>
        ada.try(milestonesApi.create, { params: { id }, body: { title: 'In between' } }),
      ),
    ])
    expect(removed.status).toBe(200)
    const successful = added.filter(({ status }) => status === 201).length
    expect(added.filter(({ status }) => status === 404).length).toBe(added.length - successful)
    expect(await counts(ada)).toMatchObject({ projects: successful, milestones: successful })
  })

  test('keeps a sample project to which a milestone or a comment was added', async () => {
    const ada = await signIn('Ada')
    await ada.call(sampleDataApi.add)
    const [first, second] = firstTwoOf(await ada.call(projectsApi.list))
    await ada.call(milestonesApi.create, { params: { id: first.id }, body: { title: 'Launch' } })
    await ada.call(commentsApi.create, {
      params: { id: second.id },
      body: { content: 'Mine', is_internal: true },
    })
    await ada.call(sampleDataApi.remove)
    expect(await ada.call(milestonesApi.list, { params: { id: first.id } })).toMatchObject([
      { title: 'Launch' },
    ])
    expect(await ada.call(commentsApi.list, { params: { id: second.id } })).toMatchObject([
      { content: 'Mine' },
    ])
  })

  test('goes with the portal link and the decision that were tried out on it', async () => {
    const ada = await signIn('Ada')
    await ada.call(sampleDataApi.add)
    const invoices = await ada.call(invoicesApi.list, { query: { limit: 500 } })
    const { id: invoiceId, client_id } = firstOf(
      invoices.filter((found) => found.status === 'sent' && found.approval_status === 'pending'),
    )
    const access = await ada.call(portalAccessApi.create, { params: { id: client_id }, body: {} })
    const client = await visitorWith(tokenOf(access.url))
    await client.call(portalApi.decideInvoice, { params: { invoiceId }, body: { status: 'approved' } })
    await ada.call(sampleDataApi.remove)
    expect(await counts(ada)).toEqual(nothing)
    expect((await client.try(portalApi.overview)).status).toBe(404)
  })

  test('with the same key returns the first result again', async () => {
    const ada = await signIn('Ada')
    const add = () => ada.try(sampleDataApi.add, { headers: { 'idempotency-key': 'once' } })
    expect((await add()).status).toBe(201)
    expect((await add()).status).toBe(201)
  })

  test('is not added to an account with data', async () => {
    const ada = await signIn('Ada')
    await ada.call(clientsApi.create, { body: { name: 'Studio North' } })
    expect(await status(ada)).toBe('none')
    expect(await ada.try(sampleDataApi.add)).toMatchObject({
      status: 409,
      body: { error: 'Sample data can only be added while your books are empty' },
    })
    expect(await counts(ada)).toEqual({ ...nothing, clients: 1 })
  })

  test('is not limited by the plan, and does not count towards it', async () => {
    const ada = await signIn('Ada')
    await givePlan(ada, 'free')
    expect((await ada.try(sampleDataApi.add)).status).toBe(201)
    expect(await ada.call(subscriptionApi.usage)).toEqual({
      clientsCount: 0,
      projectsCount: 0,
      invoicesThisMonth: 0,
    })
    for (const expected of [201, 201, 201, 403]) {
      expect((await ada.try(clientsApi.create, { body: { name: 'Own' } })).status).toBe(expected)
    }
  })

  test('of one account is not another’s', async () => {
    const [ada, grace] = [await signIn('Ada'), await signIn('Grace')]
    await ada.call(sampleDataApi.add)
    expect(await status(grace)).toBe('offered')
    expect((await grace.try(sampleDataApi.remove)).status).toBe(409)
    await grace.call(sampleDataApi.add)
    await grace.call(sampleDataApi.remove)
    expect(await status(ada)).toBe('present')
    expect((await counts(ada)).clients).toBe(8)
    expect(await counts(grace)).toEqual(nothing)
  })

  test('requires a session', async () => {
    const { url } = await sharedApp()
    const visitor = new Visitor(url)
    expect((await visitor.try(sampleDataApi.status)).status).toBe(401)
    expect((await visitor.try(sampleDataApi.add)).status).toBe(401)
    expect((await visitor.try(sampleDataApi.remove)).status).toBe(401)
  })
})

const sampleToken = async (ada: Person): Promise<string> => {
  const northwind = firstOf(await ada.call(clientsApi.list, { query: { q: 'northwind' } }))
  const links = await ada.call(portalAccessApi.list, { params: { id: northwind.id } })
  expect(valuesOf(links, 'status')).toEqual(new Set(['active']))
  expect(links.map(({ contact_name }) => contact_name)).toEqual([null, 'Paul Whitaker', 'Ingrid Sato'])
  return tokenOf(firstOf(links).url)
}

const projectNamed = async (ada: Person, wanted: string) =>
  firstOf((await ada.call(projectsApi.list)).filter(({ name }) => name === wanted))

/** The two projects of the sample portal, the one with fewer milestones first. */
async function projectsByMilestones(client: PortalVisitor) {
  const projects = await client.call(portalApi.projects)
  return firstTwoOf(projects.toSorted((a, b) => a.milestones_total - b.milestones_total))
}

const firstTwoOf = <Item>(list: Item[]): [Item, Item] => [firstOf(list), firstOf(list.slice(1))]
const valuesOf = (rows: Record<string, unknown>[], name: string) => new Set(rows.map((row) => row[name]))
const hasCancelled = (invoices: { status: string }[]) => invoices.some(({ status }) => status === 'cancelled')

/** One of everything that the portal contains, on the freelancer's own records. */
async function useThePortal(ada: Person, clientId: number, projectId: number, invoiceId: number) {
  const access = await ada.call(portalAccessApi.create, { params: { id: clientId }, body: {} })
  await ada.call(milestonesApi.create, { params: { id: projectId }, body: { title: 'Launch' } })
  await ada.call(commentsApi.create, { params: { id: projectId }, body: { content: 'Welcome' } })
  const id = await addDeliverable({ ada, projectId })
  await submit({ ada, projectId }, id)
  await ada.call(invoicesApi.send, { params: { id: invoiceId }, body: { mail: false } })
  const client = await visitorWith(tokenOf(access.url))
  await client.call(portalApi.approveDeliverable, { params: { deliverableId: id }, body: {} })
  const { items } = await ada.call(invoicesApi.get, { params: { id: invoiceId } })
  const lines = items.map((item) => ({ item_id: item.id, note: 'Is this right?' }))
  await client.call(portalApi.decideInvoice, { params: { invoiceId }, body: { status: 'rejected', lines } })
  await client.call(portalApi.givePaidNotice, { params: { invoiceId }, body: {} })
}

/** The rows that are not marked and hang on none that is, by the tables' own words. */
async function ownRows(person: Person) {
  type Row = Record<string, unknown> & { sample?: boolean }
  const all = (await rows(person)) as Record<string, Row[]>
  const samples = (table: string) =>
    new Set((all[table] ?? []).filter(({ sample }) => sample).map(({ id }) => id))
  const parents = {
    client_id: samples('clients'),
    invoice_id: samples('invoices'),
    deliverable_id: samples('deliverables'),
    expense_id: samples('expenses'),
    recurring_invoice_id: samples('recurring_invoices'),
  }
  const isOwn = (row: Row) =>
    !row.sample && Object.entries(parents).every(([name, marked]) => !marked.has(row[name]))
  return Object.fromEntries(Object.entries(all).map(([table, list]) => [table, list.filter(isOwn)]))
}
