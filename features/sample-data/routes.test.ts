import { describe, expect, test } from 'vitest'
import { ApprovalStatus } from '#features/approvals/contract.ts'
import { DeliverableStatus } from '#features/deliverables/contract.ts'
import { MilestoneStatus } from '#features/milestones/contract.ts'
import { setClock, sharedApp, signIn } from '#tests/app.ts'
import { type Person, Visitor } from '#tests/people.ts'
import { givePlan } from '#tests/plans.ts'
import { addDeliverable, created, done, submit, tokenOf, visitorWith } from '#tests/portal.ts'

const status = async (person: Person) => (await person.get('/api/sample-data')).body.status
const TABLES = [
  'clients',
  'projects',
  'time_entries',
  'invoices',
  'invoice_items',
  'expenses',
  'portal_access',
  'milestones',
  'deliverables',
  'deliverable_versions',
  'comments',
  'decisions',
] as const

async function rows(person: Person, tables: readonly string[] = TABLES) {
  const { database } = await sharedApp()
  const { id } = (await person.get('/api/users/me')).body
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
const addInvoice = async (person: Person, client_id: number) =>
  (await person.post('/api/invoices', { client_id, issue_date: today() })).body

describe('sample data', () => {
  test('is offered to an account without data, and fills every screen', async () => {
    await setClock('2026-11-12T15:00:00Z')
    const ada = await signIn('Ada')
    expect(await status(ada)).toBe('offered')
    const added = await ada.post('/api/sample-data', undefined)
    expect(added.status).toBe(201)
    expect(added.body).toEqual({ status: 'present' })
    expect(await status(ada)).toBe('present')

    expect((await ada.get('/api/clients')).body.length).toBe(7)
    expect((await ada.get('/api/projects')).body.length).toBe(13)
    expect((await ada.get('/api/time-entries?limit=500')).body.length).toBe(500)
    const invoices = (await ada.get('/api/invoices')).body
    expect(new Set(invoices.map((invoice: { status: string }) => invoice.status))).toEqual(
      new Set(['draft', 'sent', 'paid', 'overdue', 'cancelled']),
    )
    expect((await ada.get(`/api/invoices/${invoices[3].id}`)).body.items.length).toBeGreaterThan(0)
    expect((await ada.get('/api/expenses?limit=500')).body.length).toBeGreaterThan(90)
    expect((await ada.get('/api/dashboard/stats')).body).toMatchObject({ clientsCount: 7, projectsCount: 6 })
    const activity = (await ada.get('/api/dashboard/recent-activity')).body
    expect(activity.length).toBe(10)
    expect(activity[0].date.slice(0, 10)).toBe('2026-11-12')
    const report = (await ada.get('/api/reports?timeRange=lastyear')).body
    expect(report.totalRevenue).toBeGreaterThan(80_000)
    expect(report.profitMargin).toBeGreaterThan(50)
  })

  test('brings a portal link that opens, with projects under way and decisions in every state', async () => {
    await setClock('2026-11-12T15:00:00Z')
    const ada = await signIn('Ada')
    await ada.post('/api/sample-data', undefined)
    const client = await visitorWith(await sampleToken(ada))
    const overview = await done(client.open())
    expect(overview).toMatchObject({ client: { name: 'Northwind Outdoor' }, projects_count: 2 })
    expect(overview.access.expires_at.slice(0, 10)).toBe('2026-12-12')

    const [trails, shop] = (await done(client.open('/projects'))).toSorted(byMilestones)
    expect(trails).toMatchObject({ milestones_completed: 3, milestones_total: 3, deliverables_approved: 2 })
    expect(shop).toMatchObject({
      milestones_completed: 3,
      milestones_total: 6,
      deliverables_approved: 2,
      deliverables_total: 4,
      deliverables_submitted: 1,
    })
    const detail = await done(client.open(`/projects/${shop.id}`))
    expect(valuesOf(detail.milestones, 'status')).toEqual(new Set(MilestoneStatus.options))
    expect(valuesOf(detail.deliverables, 'status')).toEqual(new Set(['submitted', 'approved', 'rejected']))
    const checkout = detail.deliverables.find(({ title }: { title: string }) => title === 'Checkout flow')
    expect(checkout).toMatchObject({ version: 2, file_url: 'https://example.com/northwind/checkout-v2' })
    expect(checkout.versions[1].decision).toMatchObject({
      decision: 'rejected',
      client_name: 'Northwind Outdoor',
    })
    expect(detail.comments_total).toBe(5)

    const own = (await ada.get(`/api/projects/${shop.id}/deliverables`)).body
    expect(valuesOf(own, 'status')).toEqual(new Set(DeliverableStatus.options))
    const submitted = own.filter(({ version }: { version: number }) => version > 0)
    expect(valuesOf(submitted, 'has_changes')).toEqual(new Set([false]))
    const comments = (await ada.get(`/api/projects/${shop.id}/comments`)).body
    expect(comments.filter((comment: { is_internal: boolean }) => comment.is_internal).length).toBe(1)
    expect(comments.map(({ created_at }: { created_at: string }) => created_at)).toEqual(
      comments
        .map(({ created_at }: { created_at: string }) => created_at)
        .toSorted()
        .toReversed(),
    )
  })

  test('brings invoices in every state of approval, each as it was decided on', async () => {
    const ada = await signIn('Ada')
    await ada.post('/api/sample-data', undefined)
    const client = await visitorWith(await sampleToken(ada))
    const invoices = await done(client.open('/invoices?limit=500'))
    expect(valuesOf(invoices, 'approval_status')).toEqual(
      new Set([...ApprovalStatus.options, ...(hasCancelled(invoices) ? [null] : [])]),
    )
    for (const { id, approval_status, status } of invoices) {
      const invoice = (await ada.get(`/api/invoices/${id}`)).body
      expect(invoice.changes_since_decision).toEqual([])
      expect(invoice.sent_at).not.toBeNull()
      const decided = approval_status === 'approved' || approval_status === 'rejected'
      expect(invoice.decisions.length).toBe(decided ? 1 : 0)
      expect(approval_status === 'approved').toBe(status === 'paid')
    }
    const pending = invoices.find(isPending)
    const answer = await client.send(`/invoices/${pending.id}/approve`, { status: 'approved' })
    expect(answer.status).toBe(200)
    const rejected = invoices.find(
      (found: { approval_status: string }) => found.approval_status === 'rejected',
    )
    const again = await client.send(`/invoices/${rejected.id}/approve`, { status: 'approved' })
    expect(again.status).toBe(409)
  })

  test('lets the client decide on what waits, and a new version be submitted', async () => {
    const ada = await signIn('Ada')
    await ada.post('/api/sample-data', undefined)
    const client = await visitorWith(await sampleToken(ada))
    const [, shop] = (await done(client.open('/projects'))).toSorted(byMilestones)
    const { deliverables } = await done(client.open(`/projects/${shop.id}`))
    const of = (status: string) => deliverables.find((found: { status: string }) => found.status === status)
    await done(client.send(`/deliverables/${of('submitted').id}/approve`, {}))
    expect((await client.send(`/deliverables/${of('approved').id}/approve`, {})).status).toBe(409)
    const path = `/api/projects/${shop.id}/deliverables/${of('rejected').id}/submit`
    expect((await done(ada.post(path, undefined))).version).toBe(2)
  })

  test('leaves no trace in the books when it is removed, and can come again', async () => {
    const ada = await signIn('Ada')
    await ada.post('/api/sample-data', undefined)
    const { status: answer, body } = await ada.delete('/api/sample-data')
    expect(answer).toBe(200)
    expect(body).toEqual({ success: true })
    expect(await counts(ada)).toEqual(nothing)
    expect((await ada.get('/api/dashboard/recent-activity')).body).toMatchObject([
      { title: 'Sample data removed' },
    ])
    expect(await status(ada)).toBe('offered')
    expect((await ada.post('/api/sample-data', undefined)).status).toBe(201)
  })

  test('gives its invoice numbers back', async () => {
    const ada = await signIn('Ada')
    await ada.post('/api/sample-data', undefined)
    await ada.delete('/api/sample-data')
    const client = (await ada.post('/api/clients', { name: 'Studio North' })).body.id
    expect((await addInvoice(ada, client)).invoice_number).toBe('INV-0001')
  })

  test('keeps the number of an own invoice, and continues from there', async () => {
    const ada = await signIn('Ada')
    await ada.post('/api/sample-data', undefined)
    const samples = (await counts(ada)).invoices ?? 0
    const client = (await ada.post('/api/clients', { name: 'Studio North' })).body.id
    const own = await addInvoice(ada, client)
    expect(own.invoice_number).toBe(`INV-${String(samples + 1).padStart(4, '0')}`)
    await ada.delete('/api/sample-data')
    expect((await ada.get('/api/invoices')).body).toMatchObject([{ invoice_number: own.invoice_number }])
    expect((await addInvoice(ada, client)).invoice_number).toBe(`INV-${String(samples + 2).padStart(4, '0')}`)
  })

  test('is removed without touching own records', async () => {
    const ada = await signIn('Ada')
    await ada.post('/api/sample-data', undefined)
    const marked = await rows(ada, ['clients'])
    const client_id = (await ada.post('/api/clients', { name: 'Studio North' })).body.id
    const project_id = (await ada.post('/api/projects', { name: 'Webshop', client_id })).body.id
    await ada.post('/api/time-entries', { project_id, hours: 2, date: today() })
    const invoice = await addInvoice(ada, client_id)
    await ada.post(`/api/invoices/${invoice.id}/items`, { description: 'Work', quantity: 1, rate: 10 })
    await ada.post('/api/expenses', { category: 'Travel', description: 'Train', amount: 10, date: today() })
    await useThePortal(ada, client_id, project_id, invoice.id)

    const own = await ownRows(ada)
    for (const table of TABLES) {
      expect({ table, rows: own[table]?.length }).toEqual({ table, rows: table === 'decisions' ? 2 : 1 })
    }
    await done(ada.delete('/api/sample-data'))
    expect(await rows(ada)).toEqual(own)
    expect(marked.clients?.length).toBe(8)
    expect(await status(ada)).toBe('none')
  })

  test('keeps the sample project and client of own time entries, which become own records', async () => {
    const ada = await signIn('Ada')
    await ada.post('/api/sample-data', undefined)
    const project = await projectNamed(ada, 'Festival identity')
    await ada.post('/api/time-entries', { project_id: project.id, hours: 2, date: today() })
    await done(ada.delete('/api/sample-data'))
    expect(await counts(ada)).toEqual({ ...nothing, clients: 1, projects: 1, time_entries: 1 })
    expect((await ada.get('/api/time-entries')).body).toMatchObject([
      { project_name: project.name, client_name: project.client_name, hours: 2 },
    ])
    expect(await status(ada)).toBe('none')
    expect((await ada.delete('/api/sample-data')).status).toBe(409)
  })

  test('keeps what an own invoice, expense or project refers to', async () => {
    const ada = await signIn('Ada')
    await ada.post('/api/sample-data', undefined)
    const [first, second] = (await ada.get('/api/clients')).body
    await addInvoice(ada, first.id)
    await ada.post('/api/projects', { name: 'Her own', client_id: second.id })
    const studio = (await ada.get('/api/projects?q=studio')).body.find(
      ({ name }: { name: string }) => name === 'Studio',
    )
    const expense = { category: 'Other', description: 'x', amount: 1, date: today(), project_id: studio.id }
    await ada.post('/api/expenses', expense)
    await done(ada.delete('/api/sample-data'))
    expect(await counts(ada)).toEqual({ ...nothing, clients: 2, projects: 2, invoices: 1, expenses: 1 })
  })

  test('keeps the sample project and client of an own deliverable, without their samples', async () => {
    const ada = await signIn('Ada')
    await ada.post('/api/sample-data', undefined)
    const client = await visitorWith(await sampleToken(ada))
    const project = await projectNamed(ada, 'Northwind online shop')
    const id = await addDeliverable({ ada, projectId: project.id }, { title: 'Her own' })
    await submit({ ada, projectId: project.id }, id)
    await done(client.send(`/deliverables/${id}/approve`, {}))
    await done(ada.delete('/api/sample-data'))
    expect(await counts(ada)).toEqual({
      ...nothing,
      clients: 1,
      projects: 1,
      deliverables: 1,
      deliverable_versions: 1,
      decisions: 1,
      portal_access: 1,
    })
    expect(await done(client.open(`/projects/${project.id}`))).toMatchObject({
      milestones: [],
      deliverables: [{ title: 'Her own', status: 'approved' }],
      comments: [],
    })
  })

  test('goes with what was tried out through its portal link', async () => {
    const ada = await signIn('Ada')
    await ada.post('/api/sample-data', undefined)
    const client = await visitorWith(await sampleToken(ada))
    const project = await projectNamed(ada, 'Northwind online shop')
    await created(client.send('/comments', { project_id: project.id, content: 'Does this work?' }))
    const { deliverables } = await done(client.open(`/projects/${project.id}`))
    const waiting = deliverables.find(({ status }: { status: string }) => status === 'submitted')
    await done(client.send(`/deliverables/${waiting.id}/reject`, { feedback: 'Larger, please' }))
    await done(ada.delete('/api/sample-data'))
    expect(await counts(ada)).toEqual(nothing)
    expect((await client.open()).status).toBe(404)
  })

  test('never removes what is added during the removal', async () => {
    const ada = await signIn('Ada')
    await ada.post('/api/sample-data', undefined)
    const projects = (await ada.get('/api/projects')).body
    const [removed, ...added] = await Promise.all([
      ada.delete('/api/sample-data'),
      ...projects.map(({ id }: { id: number }) =>
        ada.post(`/api/projects/${id}/milestones`, { title: 'In between' }),
      ),
    ])
    expect(removed.status).toBe(200)
    const successful = added.filter(({ status }) => status === 201).length
    expect(added.filter(({ status }) => status === 404).length).toBe(added.length - successful)
    expect(await counts(ada)).toMatchObject({ projects: successful, milestones: successful })
  })

  test('keeps a sample project to which a milestone or a comment was added', async () => {
    const ada = await signIn('Ada')
    await ada.post('/api/sample-data', undefined)
    const [first, second] = (await ada.get('/api/projects')).body
    await ada.post(`/api/projects/${first.id}/milestones`, { title: 'Launch' })
    await ada.post(`/api/projects/${second.id}/comments`, { content: 'Mine', is_internal: true })
    await done(ada.delete('/api/sample-data'))
    expect((await ada.get(`/api/projects/${first.id}/milestones`)).body).toMatchObject([{ title: 'Launch' }])
    expect((await ada.get(`/api/projects/${second.id}/comments`)).body).toMatchObject([{ content: 'Mine' }])
  })

  test('goes with the portal link and the decision that were tried out on it', async () => {
    const ada = await signIn('Ada')
    await ada.post('/api/sample-data', undefined)
    const invoice = (await ada.get('/api/invoices?limit=500')).body.find(
      (found: { status: string }) => found.status === 'sent',
    )
    const access = await ada.post(`/api/clients/${invoice.client_id}/portal-access`, {})
    expect(access.status).toBe(201)
    const token = new URL(access.body.url).pathname.split('/').at(-1)
    const decided = await new Visitor(ada.url).post(
      `/api/client-portal/${token}/invoices/${invoice.id}/approve`,
      {
        status: 'approved',
      },
    )
    expect(decided.status).toBe(200)
    await done(ada.delete('/api/sample-data'))
    expect(await counts(ada)).toEqual(nothing)
    expect((await new Visitor(ada.url).get(`/api/client-portal/${token}`)).status).toBe(404)
  })

  test('with the same key answers the first result again', async () => {
    const ada = await signIn('Ada')
    const add = () => ada.post('/api/sample-data', undefined, { 'idempotency-key': 'once' })
    expect((await add()).status).toBe(201)
    expect((await add()).status).toBe(201)
  })

  test('is not poured into books that hold something', async () => {
    const ada = await signIn('Ada')
    await ada.post('/api/clients', { name: 'Studio North' })
    expect(await status(ada)).toBe('none')
    const { status: answer, body } = await ada.post('/api/sample-data', undefined)
    expect(answer).toBe(409)
    expect(body.error).toBe('Sample data can only be added while your books are empty')
    expect(await counts(ada)).toEqual({ ...nothing, clients: 1 })
  })

  test('is not bound by a plan’s limits, and takes nothing of them', async () => {
    const ada = await signIn('Ada')
    await givePlan(ada, 'free')
    expect((await ada.post('/api/sample-data', undefined)).status).toBe(201)
    expect((await ada.get('/api/subscription/usage')).body).toEqual({
      clientsCount: 0,
      projectsCount: 0,
      invoicesThisMonth: 0,
    })
    for (const expected of [201, 201, 201, 403]) {
      expect((await ada.post('/api/clients', { name: 'Own' })).status).toBe(expected)
    }
  })

  test('of one account is not another’s', async () => {
    const [ada, grace] = [await signIn('Ada'), await signIn('Grace')]
    await ada.post('/api/sample-data', undefined)
    expect(await status(grace)).toBe('offered')
    expect((await grace.delete('/api/sample-data')).status).toBe(409)
    await grace.post('/api/sample-data', undefined)
    await grace.delete('/api/sample-data')
    expect(await status(ada)).toBe('present')
    expect((await counts(ada)).clients).toBe(8)
    expect(await counts(grace)).toEqual(nothing)
  })

  test('is for those who are signed in', async () => {
    const { url } = await sharedApp()
    const visitor = new Visitor(url)
    expect((await visitor.get('/api/sample-data')).status).toBe(401)
    expect((await visitor.post('/api/sample-data', undefined)).status).toBe(401)
    expect((await visitor.delete('/api/sample-data')).status).toBe(401)
  })
})

const sampleToken = async (ada: Person): Promise<string> => {
  const [northwind] = (await ada.get('/api/clients?q=northwind')).body
  const links = await done(ada.get(`/api/clients/${northwind.id}/portal-access`))
  expect(links).toMatchObject([{ status: 'active' }])
  return tokenOf(links[0].url)
}

const projectNamed = async (ada: Person, wanted: string) =>
  (await ada.get('/api/projects')).body.find(({ name }: { name: string }) => name === wanted)

const valuesOf = (rows: Record<string, unknown>[], name: string) => new Set(rows.map((row) => row[name]))
const byMilestones = (a: { milestones_total: number }, b: { milestones_total: number }) =>
  a.milestones_total - b.milestones_total
const isPending = (invoice: { approval_status: string }) => invoice.approval_status === 'pending'
const hasCancelled = (invoices: { status: string }[]) => invoices.some(({ status }) => status === 'cancelled')

/** One of everything that the portal holds, on records of her own. */
async function useThePortal(ada: Person, clientId: number, projectId: number, invoiceId: number) {
  const access = await created(ada.post(`/api/clients/${clientId}/portal-access`, {}))
  await created(ada.post(`/api/projects/${projectId}/milestones`, { title: 'Launch' }))
  await created(ada.post(`/api/projects/${projectId}/comments`, { content: 'Welcome' }))
  const id = await addDeliverable({ ada, projectId })
  await submit({ ada, projectId }, id)
  await done(ada.post(`/api/invoices/${invoiceId}/send`, { mail: false }))
  const client = await visitorWith(tokenOf(access.url))
  await done(client.send(`/deliverables/${id}/approve`, {}))
  await done(client.send(`/invoices/${invoiceId}/approve`, { status: 'approved' }))
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
  }
  const isOwn = (row: Row) =>
    !row.sample && Object.entries(parents).every(([name, marked]) => !marked.has(row[name]))
  return Object.fromEntries(Object.entries(all).map(([table, list]) => [table, list.filter(isOwn)]))
}
