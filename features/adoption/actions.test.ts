import { describe, expect, test } from 'vitest'
import { setClock, sharedApp, signIn } from '#tests/app.ts'
import type { Answer, Person } from '#tests/people.ts'
import { givePlan } from '#tests/plans.ts'
import { created, done, tokenOf, visitorWith } from '#tests/portal.ts'
import { everyEndpoint } from '#tests/sound-request.ts'

type Body = Answer['body']

/** One of each kind of sample record, all for one client. */
interface Samples {
  ada: Person
  client: Body
  access: Body
  project: Body
  entry: Body
  expense: Body
  invoice: Body
  milestones: Body[]
  deliverables: Body[]
  rejected: Body
  draft: Body
  comment: Body
}

async function explore(): Promise<Samples> {
  const ada = await signIn('Ada')
  await givePlan(ada, 'free')
  await created(ada.post('/api/sample-data', undefined))
  const [client] = await done(ada.get('/api/clients?q=northwind'))
  const [access] = await done(ada.get(`/api/clients/${client.id}/portal-access`))
  const [project] = await done(ada.get('/api/projects?q=Northwind online shop'))
  const of = `project_id=${project.id}`
  const [entry] = await done(ada.get(`/api/time-entries?${of}`))
  const [expense] = (await done(ada.get('/api/expenses?limit=500'))).filter(
    ({ project_id }: Body) => project_id !== null,
  )
  const invoices = await done(ada.get(`/api/invoices?client_id=${client.id}&limit=500`))
  const billed = invoices.find(({ status }: Body) => status === 'draft' || status === 'sent')
  const deliverables: Body[] = await done(ada.get(`/api/projects/${project.id}/deliverables`))
  const comments: Body[] = await done(ada.get(`/api/projects/${project.id}/comments`))
  const samples = {
    ada,
    client,
    access,
    project,
    entry,
    expense,
    invoice: await done(ada.get(`/api/invoices/${billed.id}`)),
    milestones: await done(ada.get(`/api/projects/${project.id}/milestones`)),
    deliverables,
    rejected: deliverables.find(({ status }) => status === 'rejected'),
    draft: deliverables.find(({ status }) => status === 'draft'),
    comment: comments.find(({ author_type }) => author_type === 'freelancer'),
  }
  for (const [name, found] of Object.entries(samples)) expect({ name, found }).toHaveProperty('found')
  return samples
}

const today = () => new Date().toISOString().slice(0, 10)
const reversed = (list: Body[]) => ({ ids: list.map(({ id }) => id).toReversed() })

type Act = (samples: Samples) => Promise<Answer>
type Adopts = 'nothing' | 'client' | 'project' | 'invoice'

const ITEM = { description: 'Work', quantity: 1, rate: 10 }

/** Every call that changes a record, on a sample: what it makes the freelancer's own, with what that belongs to. */
const CALLS: Record<string, [Adopts, Act]> = {
  'PUT /api/clients/{id}': [
    'client',
    ({ ada, client }) => ada.put(`/api/clients/${client.id}`, { ...client, name: 'Real Ltd' }),
  ],
  'POST /api/clients/{id}/restore': [
    'client',
    async ({ ada, client }) => {
      await ada.delete(`/api/clients/${client.id}`)
      return ada.post(`/api/clients/${client.id}/restore`, undefined)
    },
  ],
  'DELETE /api/clients/{id}': ['nothing', ({ ada, client }) => ada.delete(`/api/clients/${client.id}`)],
  'POST /api/clients/{id}/portal-access': [
    'nothing',
    ({ ada, client }) => ada.post(`/api/clients/${client.id}/portal-access`, {}),
  ],
  'POST /api/clients/{id}/portal-access/{accessId}/renew': [
    'nothing',
    ({ ada, client, access }) => ada.post(`/api/clients/${client.id}/portal-access/${access.id}/renew`, {}),
  ],
  'POST /api/clients/{id}/portal-access/{accessId}/mail': [
    'client',
    ({ ada, client, access }) =>
      ada.post(`/api/clients/${client.id}/portal-access/${access.id}/mail`, undefined),
  ],
  'DELETE /api/clients/{id}/portal-access/{accessId}': [
    'nothing',
    ({ ada, client, access }) => ada.delete(`/api/clients/${client.id}/portal-access/${access.id}`),
  ],
  'POST /api/projects': [
    'client',
    ({ ada, client }) =>
      ada.post('/api/projects', { name: 'Mine', client_id: client.id, status: 'cancelled' }),
  ],
  'PUT /api/projects/{id}': [
    'project',
    ({ ada, project }) => ada.put(`/api/projects/${project.id}`, { ...project, name: 'Real work' }),
  ],
  'DELETE /api/projects/{id}': ['nothing', ({ ada, project }) => ada.delete(`/api/projects/${project.id}`)],
  'POST /api/time-entries': [
    'project',
    ({ ada, project }) => ada.post('/api/time-entries', { project_id: project.id, hours: 1, date: today() }),
  ],
  'PUT /api/time-entries/{id}': [
    'project',
    ({ ada, entry }) => ada.put(`/api/time-entries/${entry.id}`, { ...entry, hours: 3 }),
  ],
  'DELETE /api/time-entries/{id}': [
    'nothing',
    ({ ada, entry }) => ada.delete(`/api/time-entries/${entry.id}`),
  ],
  'POST /api/expenses': [
    'project',
    ({ ada, project }) =>
      ada.post('/api/expenses', {
        category: 'Other',
        description: 'Stamps',
        amount: 1,
        date: today(),
        project_id: project.id,
      }),
  ],
  'PUT /api/expenses/{id}': [
    'project',
    ({ ada, expense, project }) =>
      ada.put(`/api/expenses/${expense.id}`, { ...expense, project_id: project.id }),
  ],
  'DELETE /api/expenses/{id}': ['nothing', ({ ada, expense }) => ada.delete(`/api/expenses/${expense.id}`)],
  'POST /api/invoices': [
    'client',
    async ({ ada, client }) => {
      const answer = await ada.post('/api/invoices', { client_id: client.id, issue_date: today() })
      return answer
    },
  ],
  'PUT /api/invoices/{id}': [
    'invoice',
    ({ ada, invoice }) => ada.put(`/api/invoices/${invoice.id}`, { notes: 'Thank you' }),
  ],
  'POST /api/invoices/{id}/send': [
    'invoice',
    ({ ada, invoice }) => ada.post(`/api/invoices/${invoice.id}/send`, {}),
  ],
  'POST /api/invoices/{id}/items': [
    'invoice',
    ({ ada, invoice }) => ada.post(`/api/invoices/${invoice.id}/items`, ITEM),
  ],
  'PUT /api/invoices/{id}/items/{itemId}': [
    'invoice',
    ({ ada, invoice }) => ada.put(`/api/invoices/${invoice.id}/items/${invoice.items[0].id}`, ITEM),
  ],
  'DELETE /api/invoices/{id}/items/{itemId}': [
    'invoice',
    ({ ada, invoice }) => ada.delete(`/api/invoices/${invoice.id}/items/${invoice.items[0].id}`),
  ],
  'POST /api/projects/{id}/milestones': [
    'project',
    ({ ada, project }) => ada.post(`/api/projects/${project.id}/milestones`, { title: 'Launch' }),
  ],
  'PUT /api/projects/{id}/milestones/order': [
    'project',
    ({ ada, project, milestones }) =>
      ada.put(`/api/projects/${project.id}/milestones/order`, reversed(milestones)),
  ],
  'PUT /api/projects/{id}/milestones/{milestoneId}': [
    'project',
    ({ ada, project, milestones }) =>
      ada.put(`/api/projects/${project.id}/milestones/${milestones[0].id}`, { title: 'Launch' }),
  ],
  'DELETE /api/projects/{id}/milestones/{milestoneId}': [
    'nothing',
    ({ ada, project, milestones }) =>
      ada.delete(`/api/projects/${project.id}/milestones/${milestones[0].id}`),
  ],
  'POST /api/projects/{id}/deliverables': [
    'project',
    ({ ada, project }) => ada.post(`/api/projects/${project.id}/deliverables`, { title: 'Logo' }),
  ],
  'PUT /api/projects/{id}/deliverables/order': [
    'project',
    ({ ada, project, deliverables }) =>
      ada.put(`/api/projects/${project.id}/deliverables/order`, reversed(deliverables)),
  ],
  'PUT /api/projects/{id}/deliverables/{deliverableId}': [
    'project',
    ({ ada, project, draft }) =>
      ada.put(`/api/projects/${project.id}/deliverables/${draft.id}`, { title: 'Logo' }),
  ],
  'POST /api/projects/{id}/deliverables/{deliverableId}/submit': [
    'project',
    ({ ada, project, rejected }) =>
      ada.post(`/api/projects/${project.id}/deliverables/${rejected.id}/submit`, undefined),
  ],
  'POST /api/projects/{id}/deliverables/{deliverableId}/file': [
    'project',
    async ({ ada, project, draft }) => {
      const response = await ada.fetch(
        `/api/projects/${project.id}/deliverables/${draft.id}/file?name=logo.txt`,
        { method: 'POST', headers: { 'content-type': 'application/octet-stream' }, body: 'logo' },
      )
      return { status: response.status, body: await response.json(), headers: response.headers }
    },
  ],
  'DELETE /api/projects/{id}/deliverables/{deliverableId}/file': [
    'project',
    ({ ada, project, draft }) => ada.delete(`/api/projects/${project.id}/deliverables/${draft.id}/file`),
  ],
  'DELETE /api/projects/{id}/deliverables/{deliverableId}': [
    'nothing',
    ({ ada, project, draft }) => ada.delete(`/api/projects/${project.id}/deliverables/${draft.id}`),
  ],
  'POST /api/projects/{id}/comments': [
    'project',
    ({ ada, project }) => ada.post(`/api/projects/${project.id}/comments`, { content: 'Hello' }),
  ],
  'PUT /api/projects/{id}/comments/{commentId}': [
    'project',
    ({ ada, project, comment }) =>
      ada.put(`/api/projects/${project.id}/comments/${comment.id}`, { content: 'Hello' }),
  ],
  'DELETE /api/projects/{id}/comments/{commentId}': [
    'nothing',
    ({ ada, project, comment }) => ada.delete(`/api/projects/${project.id}/comments/${comment.id}`),
  ],
}

/** What of the plan is used once it is adopted: an invoice made by the call itself counts, too. */
function expectedUsage(call: string, adopts: Adopts, { invoice }: Samples) {
  const ofInvoice = invoice.project_id === null ? 0 : 1
  return {
    clientsCount: adopts === 'nothing' ? 0 : 1,
    projectsCount: adopts === 'project' ? 1 : adopts === 'invoice' ? ofInvoice : 0,
    invoicesThisMonth: adopts === 'invoice' || call === 'POST /api/invoices' ? 1 : 0,
  }
}

const usageOf = async (person: Person) => done(person.get('/api/subscription/usage'))

const MARKED = [
  'clients',
  'projects',
  'invoices',
  'time_entries',
  'expenses',
  'milestones',
  'deliverables',
  'comments',
]

async function marksOf(person: Person): Promise<Record<string, number>> {
  const { database } = await sharedApp()
  const { id } = await done(person.get('/api/users/me'))
  const marks: Record<string, number> = {}
  for (const table of MARKED) {
    const { rows } = await database.pool.query(
      `select count(*)::int as count from ${table} where account_id = $1 and sample`,
      [id],
    )
    marks[table] = rows[0].count
  }
  return marks
}

describe('a sample record', () => {
  test('is known to every call that changes one', () => {
    const changing = everyEndpoint
      .filter(({ method, access }) => method !== 'GET' && access === 'account')
      .map(({ method, path }) => `${method} ${path}`)
      .filter((call) => / \/api\/(clients|projects|time-entries|expenses|invoices)(\/|$)/.test(call))
      .filter((call) => call !== 'POST /api/clients')
    expect(Object.keys(CALLS).toSorted()).toEqual(changing.toSorted())
  })

  const adopting = Object.entries(CALLS).filter(([, [adopts]]) => adopts !== 'nothing')
  test.each(adopting)('needs room in the plan for %s, counts from then on, and stays', async (call, how) => {
    const [adopts, act] = how
    const samples = await explore()
    const { ada } = samples
    const own: Body[] = []
    for (const name of ['One', 'Two', 'Three']) own.push(await created(ada.post('/api/clients', { name })))
    const before = await marksOf(ada)
    const refused = await act(samples)
    expect(refused).toMatchObject({
      status: 403,
      body: { error: 'Client limit reached', code: 'client_limit_reached' },
    })
    expect(await marksOf(ada)).toEqual(before)

    for (const { id } of own) await done(ada.delete(`/api/clients/${id}`))
    const { status, body } = await act(samples)
    expect({ status, body }).toMatchObject({ status: expect.toBeOneOf([200, 201]) })
    const usage = await usageOf(ada)
    expect(usage).toEqual(expectedUsage(call, adopts, samples))
    await done(ada.delete('/api/sample-data'))
    expect(await usageOf(ada)).toEqual(usage)
    expect(await done(ada.get('/api/clients'))).toHaveLength(1)
    if (adopts === 'invoice') {
      const [kept] = await done(ada.get('/api/invoices'))
      expect(kept.id).toBe(samples.invoice.id)
    }
  })

  const others = Object.entries(CALLS).filter(([, [adopts]]) => adopts === 'nothing')
  test.each(others)('needs no room for %s, and stays a sample', async (_, [, act]) => {
    const samples = await explore()
    const { ada } = samples
    for (const name of ['One', 'Two', 'Three']) await created(ada.post('/api/clients', { name }))
    const before = await usageOf(ada)
    const { status, body } = await act(samples)
    expect({ status, body }).toMatchObject({ status: expect.toBeOneOf([200, 201]) })
    expect(await usageOf(ada)).toEqual(before)
    await done(ada.delete('/api/sample-data'))
    for (const marked of Object.values(await marksOf(ada))) expect(marked).toBe(0)
    expect(await done(ada.get('/api/projects'))).toEqual([])
    expect(await done(ada.get('/api/clients'))).toHaveLength(3)
  })

  test('keeps what is its own when it stays: the items and decisions of an invoice', async () => {
    const samples = await explore()
    const { ada, client } = samples
    const invoices = await done(ada.get(`/api/invoices?client_id=${client.id}&limit=500`))
    const paid = invoices.find(({ status }: Body) => status === 'paid')
    const before = await done(ada.get(`/api/invoices/${paid.id}`))
    await done(ada.put(`/api/invoices/${paid.id}`, { notes: 'Thank you' }))
    await done(ada.delete('/api/sample-data'))
    expect(await done(ada.get(`/api/invoices/${paid.id}`))).toMatchObject({
      items: before.items,
      decisions: before.decisions,
      project_id: before.project_id,
    })
  })

  test('waits for room for projects, and for invoices in the month of its adoption', async () => {
    await setClock('2026-11-12T15:00:00Z')
    const samples = await explore()
    const { ada, project, invoice } = samples
    const own: Body[] = []
    for (const name of 'abcde') own.push(await created(ada.post('/api/projects', { name })))
    const time = { project_id: project.id, hours: 1, date: '2026-11-12' }
    expect(await ada.post('/api/time-entries', time)).toMatchObject({
      status: 403,
      body: { error: 'Project limit reached', code: 'project_limit_reached' },
    })
    for (const { id } of own) await done(ada.delete(`/api/projects/${id}`))

    const { id: client_id } = await created(ada.post('/api/clients', { name: 'Own' }))
    for (let made = 0; made < 5; made++) {
      await created(ada.post('/api/invoices', { client_id, issue_date: '2026-11-12' }))
    }
    expect(await ada.post(`/api/invoices/${invoice.id}/send`, {})).toMatchObject({
      status: 403,
      body: { error: 'Invoice limit reached', code: 'invoice_limit_reached' },
    })
    expect((await done(ada.get(`/api/invoices/${invoice.id}`))).status).toBe(invoice.status)
    await setClock('2026-12-01T15:00:00Z')
    await done(ada.post(`/api/invoices/${invoice.id}/send`, {}))
    expect((await usageOf(ada)).invoicesThisMonth).toBe(1)
  })

  test('is not adopted by what a client does with it in the portal', async () => {
    const { ada, access, project, deliverables, invoice } = await explore()
    const client = await visitorWith(tokenOf(access.url))
    const before = await marksOf(ada)
    const submitted = deliverables.find(({ status }) => status === 'submitted')
    await created(client.send('/comments', { project_id: project.id, content: 'Hello' }))
    await done(client.send(`/deliverables/${submitted.id}/approve`, {}))
    if (invoice.approval_status === 'pending') {
      await done(client.send(`/invoices/${invoice.id}/approve`, { status: 'approved' }))
    }
    expect(await marksOf(ada)).toEqual(before)
    expect(await usageOf(ada)).toEqual({ clientsCount: 0, projectsCount: 0, invoicesThisMonth: 0 })
  })

  test('of somebody else is not there to adopt', async () => {
    const [samples, eve] = [await explore(), await signIn('Eve')]
    const before = await marksOf(samples.ada)
    for (const [, act] of Object.values(CALLS)) {
      expect((await act({ ...samples, ada: eve })).status).toBe(404)
    }
    expect(await marksOf(samples.ada)).toEqual(before)
  })
})
