import { describe, expect, test } from 'vitest'
import { invoicesApi } from '#features/billing/invoices/contract.ts'
import { recurringInvoicesApi } from '#features/billing/recurring-invoices/contract.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { contactsApi } from '#features/engagement/contacts/contract.ts'
import { portalAccessApi } from '#features/engagement/portal-access/contract.ts'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { accountApi } from '#features/foundation/account/contract.ts'
import { subscriptionApi } from '#features/foundation/subscription/contract.ts'
import { clientPageApi } from '#features/pages/client-page/contract.ts'
import { sampleDataApi } from '#features/pages/demo/contract.ts'
import { portalApi } from '#features/pages/portal/contract.ts'
import { commentsApi } from '#features/work/comments/contract.ts'
import { deliverablesApi } from '#features/work/deliverables/contract.ts'
import { expensesApi } from '#features/work/expenses/contract.ts'
import { milestonesApi } from '#features/work/milestones/contract.ts'
import { recurringExpensesApi } from '#features/work/recurring-expenses/contract.ts'
import { timeEntriesApi } from '#features/work/time-entries/contract.ts'
import { timerApi } from '#features/work/timer/contract.ts'
import { setClock, sharedApp, signIn } from '#tests/app.ts'
import { jpeg, png } from '#tests/images.ts'
import { firstOf } from '#tests/lists.ts'
import type { Answer, Person } from '#tests/people.ts'
import { givePlan } from '#tests/plans.ts'
import { addDeliverable, addSentInvoice, openStudio, submit, visitorWith } from '#tests/portal.ts'
import { tokenOf } from '#tests/portal-visitor.ts'
import { everyEndpoint } from '#tests/sound-request.ts'
import { uploadReceipt, uploadThumbnail } from '#tests/uploads.ts'

type Samples = Awaited<ReturnType<typeof explore>>

/** One of each kind of sample record, all for one client. */
async function explore() {
  const ada = await signIn('Ada')
  await givePlan(ada, 'free')
  await ada.call(sampleDataApi.add)
  const client = firstOf(await ada.call(clientsApi.list, { query: { q: 'northwind' } }))
  const access = firstOf(await ada.call(portalAccessApi.list, { params: { id: client.id } }))
  const project = firstOf(await ada.call(projectsApi.list, { query: { q: 'Northwind online shop' } }))
  const params = { id: project.id }
  const entries = await ada.call(timeEntriesApi.list, { query: { project_id: project.id } })
  const expenses = await ada.call(expensesApi.list, { query: { limit: 500 } })
  const invoices = await ada.call(invoicesApi.list, { query: { client_id: client.id, limit: 500 } })
  const billed = firstOf(invoices.filter(({ status }) => status === 'sent'))
  const deliverables = await ada.call(deliverablesApi.list, { params })
  const comments = await ada.call(commentsApi.list, { params })
  return {
    ada,
    client,
    access,
    project,
    entry: firstOf(entries.filter(({ is_billed }) => !is_billed)),
    expense: firstOf(expenses.filter(({ project_id }) => project_id !== null)),
    invoice: await ada.call(invoicesApi.get, { params: { id: billed.id } }),
    invoiceDraft: firstOf(invoices.filter(({ status }) => status === 'draft')),
    milestones: await ada.call(milestonesApi.list, { params }),
    deliverables,
    rejected: firstOf(deliverables.filter(({ status }) => status === 'rejected')),
    draft: firstOf(deliverables.filter(({ status }) => status === 'draft')),
    comment: firstOf(comments.filter(({ author_type }) => author_type === 'freelancer')),
  }
}

/** The same with one record of each kind, which takes a tenth of the time. */
async function exploreOneOfEach(): Promise<Samples> {
  const studio = await openStudio()
  const { ada, clientId, accessId, projectId, client: visitor } = studio
  const params = { id: projectId }
  const work = { project_id: projectId, date: today() }
  await ada.call(timeEntriesApi.create, { body: { ...work, hours: 2 } })
  await ada.call(expensesApi.create, {
    body: { ...work, category: 'Other', description: 'Fonts', amount: 12 },
  })
  const items = [ITEM, { ...ITEM, description: 'More work' }]
  const invoiceId = await addSentInvoice(studio, { project_id: projectId, items })
  const invoiceDraft = await ada.call(invoicesApi.create, {
    body: { client_id: clientId, issue_date: today() },
  })
  for (const title of ['Design', 'Launch']) await ada.call(milestonesApi.create, { params, body: { title } })
  const rejected = await addDeliverable(studio)
  await submit(studio, rejected)
  await visitor.call(portalApi.rejectDeliverable, {
    params: { deliverableId: rejected },
    body: { feedback: 'Larger, please' },
  })
  await addDeliverable(studio)
  const comment = await ada.call(commentsApi.create, { params, body: { content: 'Welcome' } })
  const { database } = await sharedApp()
  for (const table of MARKED)
    await database.pool.query(
      `update ${table} set sample = true where account_id = (select id from accounts where email = $1)`,
      [ada.email],
    )
  await givePlan(ada, 'free')
  const deliverables = await ada.call(deliverablesApi.list, { params })
  const invoices = await ada.call(invoicesApi.list)
  return {
    ada,
    client: await ada.call(clientsApi.get, { params: { id: clientId } }),
    access: firstOf(
      (await ada.call(portalAccessApi.list, { params: { id: clientId } })).filter(
        ({ id }) => id === accessId,
      ),
    ),
    project: firstOf(await ada.call(projectsApi.list)),
    entry: firstOf(await ada.call(timeEntriesApi.list)),
    expense: firstOf(await ada.call(expensesApi.list)),
    invoice: await ada.call(invoicesApi.get, { params: { id: invoiceId } }),
    invoiceDraft: firstOf(invoices.filter(({ id }) => id === invoiceDraft.id)),
    milestones: await ada.call(milestonesApi.list, { params }),
    deliverables,
    rejected: firstOf(deliverables.filter(({ status }) => status === 'rejected')),
    draft: firstOf(deliverables.filter(({ status }) => status === 'draft')),
    comment,
  }
}

const today = () => new Date().toISOString().slice(0, 10)
const reversed = (list: { id: number }[]) => ({ ids: list.map(({ id }) => id).toReversed() })

const answerOf = async (response: Response) => ({ status: response.status, body: await response.json() })

async function sampleContact(clientId: number): Promise<number> {
  const { database } = await sharedApp()
  const { rows } = await database.pool.query(
    `insert into contacts (account_id, client_id, name, email, phone, role, gets_invoices, gets_news, created_at)
     select account_id, id, 'Jonas Pine', '', '', '', false, false, now() from clients where id = $1
     returning id`,
    [clientId],
  )
  return rows[0].id
}

/** As sample data has it. */
async function sampleReceipt(expenseId: number): Promise<{ id: number; receiptId: number }> {
  const { database } = await sharedApp()
  const { rows } = await database.pool.query(
    `insert into expense_receipts
       (account_id, expense_id, file_sha256, file_name, file_size, file_type, created_at)
     select account_id, id, 'none', 'receipt.png', 1, 'image/png', now() from expenses where id = $1
     returning id`,
    [expenseId],
  )
  return { id: expenseId, receiptId: rows[0].id }
}

const RENT = {
  description: 'Rent',
  category: 'Other',
  amount: 12,
  frequency: 'month',
  start_date: '2099-01-01',
} as const

/** As sample data would have it, for this project. */
async function sampleRecurring(projectId: number): Promise<number> {
  const { database } = await sharedApp()
  const { rows } = await database.pool.query(
    `insert into recurring_expenses (account_id, project_id, category, description, currency, amount,
       is_billable, frequency, start_date, next_date, created_at, sample)
     select account_id, id, 'Other', 'Rent', 'USD', 1200, false, 'month', '2099-01-01', '2099-01-01', now(), true
     from projects where id = $1
     returning id`,
    [projectId],
  )
  return rows[0].id
}

const RETAINER = { kind: 'work', frequency: 'month', start_date: '2099-01-01' } as const

/** The same for a client. */
async function sampleRecurringInvoice(clientId: number): Promise<number> {
  const { database } = await sharedApp()
  const { rows } = await database.pool.query(
    `insert into recurring_invoices (account_id, client_id, kind, currency, group_by, covers, auto_send, frequency,
       start_date, next_date, created_at, sample)
     select account_id, id, 'work', 'USD', 'project', 'past', true, 'month', '2099-01-01', '2099-01-01', now(), true
     from clients where id = $1
     returning id`,
    [clientId],
  )
  return rows[0].id
}

type Act = (samples: Samples) => Promise<Pick<Answer, 'status' | 'body'>>
type Adopts = 'nothing' | 'client' | 'project' | 'invoice'

const pay = (ada: Person, id: number) =>
  ada.try(invoicesApi.recordPayment, { params: { id }, body: { amount: 1, paid_on: today() } })

/** A timer adopts its project when it is started. */
const whileTimed = async (samples: Samples, act: Act): ReturnType<Act> => {
  const { ada, project } = samples
  const started = await ada.try(timerApi.start, { body: { project_id: project.id } })
  return started.ok ? act(samples) : started
}

const ITEM = { description: 'Work', quantity: 1, rate: 10 }

/** Every call that changes a record, on a sample: what it makes the freelancer's own, with what that belongs to. */
const CALLS: Record<string, [Adopts, Act]> = {
  'PUT /api/clients/{id}': [
    'client',
    ({ ada, client }) =>
      ada.try(clientsApi.update, { params: { id: client.id }, body: { ...client, name: 'Real Ltd' } }),
  ],
  'POST /api/clients/{id}/restore': [
    'client',
    async ({ ada, client }) => {
      await ada.try(clientsApi.remove, { params: { id: client.id } })
      return ada.try(clientsApi.restore, { params: { id: client.id } })
    },
  ],
  'DELETE /api/clients/{id}': [
    'nothing',
    ({ ada, client }) => ada.try(clientsApi.remove, { params: { id: client.id } }),
  ],
  'POST /api/clients/{id}/erase': [
    'nothing',
    async ({ ada, client }) => {
      await ada.try(clientsApi.remove, { params: { id: client.id } })
      return ada.try(clientPageApi.erase, { params: { id: client.id } })
    },
  ],
  'POST /api/clients/{id}/portal-access': [
    'nothing',
    ({ ada, client }) => ada.try(portalAccessApi.create, { params: { id: client.id }, body: {} }),
  ],
  'POST /api/clients/{id}/portal-access/{accessId}/renew': [
    'nothing',
    ({ ada, client, access }) =>
      ada.try(portalAccessApi.renew, { params: { id: client.id, accessId: access.id }, body: {} }),
  ],
  'POST /api/clients/{id}/portal-access/{accessId}/mail': [
    'client',
    ({ ada, client, access }) =>
      ada.try(portalAccessApi.mail, { params: { id: client.id, accessId: access.id } }),
  ],
  'DELETE /api/clients/{id}/portal-access/{accessId}': [
    'nothing',
    ({ ada, client, access }) =>
      ada.try(portalAccessApi.revoke, { params: { id: client.id, accessId: access.id } }),
  ],
  'POST /api/clients/{id}/contacts': [
    'client',
    ({ ada, client }) =>
      ada.try(contactsApi.create, { params: { id: client.id }, body: { name: 'Jonas Pine' } }),
  ],
  'PUT /api/clients/{id}/contacts/{contactId}': [
    'client',
    async ({ ada, client }) =>
      ada.try(contactsApi.update, {
        params: { id: client.id, contactId: await sampleContact(client.id) },
        body: { name: 'Jonas' },
      }),
  ],
  'DELETE /api/clients/{id}/contacts/{contactId}': [
    'nothing',
    async ({ ada, client }) =>
      ada.try(contactsApi.remove, { params: { id: client.id, contactId: await sampleContact(client.id) } }),
  ],
  'POST /api/projects': [
    'client',
    ({ ada, client }) =>
      ada.try(projectsApi.create, { body: { name: 'Mine', client_id: client.id, status: 'cancelled' } }),
  ],
  'PUT /api/projects/{id}': [
    'project',
    ({ ada, project }) =>
      ada.try(projectsApi.update, { params: { id: project.id }, body: { ...project, name: 'Real work' } }),
  ],
  'DELETE /api/projects/{id}': [
    'nothing',
    ({ ada, project }) => ada.try(projectsApi.remove, { params: { id: project.id } }),
  ],
  'POST /api/time-entries': [
    'project',
    ({ ada, project }) =>
      ada.try(timeEntriesApi.create, { body: { project_id: project.id, hours: 1, date: today() } }),
  ],
  'POST /api/time-entries/bulk': [
    'project',
    ({ ada, entry }) =>
      ada.try(timeEntriesApi.changeMany, { body: { ids: [entry.id], change: { is_billable: false } } }),
  ],
  'POST /api/time-entries/bulk-remove': [
    'nothing',
    ({ ada, entry }) => ada.try(timeEntriesApi.removeMany, { body: { ids: [entry.id] } }),
  ],
  'PUT /api/time-entries/{id}': [
    'project',
    ({ ada, entry }) =>
      ada.try(timeEntriesApi.update, { params: { id: entry.id }, body: { ...entry, hours: 3 } }),
  ],
  'DELETE /api/time-entries/{id}': [
    'nothing',
    ({ ada, entry }) => ada.try(timeEntriesApi.remove, { params: { id: entry.id } }),
  ],
  'POST /api/timer/start': [
    'project',
    ({ ada, project }) => ada.try(timerApi.start, { body: { project_id: project.id } }),
  ],
  'PUT /api/timer': [
    'project',
    (samples) =>
      whileTimed(samples, ({ ada }) => ada.try(timerApi.update, { body: { description: 'Cart' } })),
  ],
  'POST /api/timer/stop': ['project', (samples) => whileTimed(samples, ({ ada }) => ada.try(timerApi.stop))],
  'DELETE /api/timer': ['project', (samples) => whileTimed(samples, ({ ada }) => ada.try(timerApi.discard))],
  'POST /api/expenses': [
    'project',
    ({ ada, project }) =>
      ada.try(expensesApi.create, {
        body: {
          category: 'Other',
          description: 'Stamps',
          amount: 1,
          date: today(),
          project_id: project.id,
        },
      }),
  ],
  'PUT /api/expenses/{id}': [
    'project',
    ({ ada, expense, project }) =>
      ada.try(expensesApi.update, {
        params: { id: expense.id },
        body: { ...expense, project_id: project.id },
      }),
  ],
  'POST /api/expenses/{id}/receipts': [
    'project',
    async ({ ada, expense }) => answerOf(await uploadReceipt(ada, expense.id, png())),
  ],
  'PUT /api/expenses/{id}/receipts/{receiptId}/thumbnail': [
    'nothing',
    async ({ ada, expense }) => answerOf(await uploadThumbnail(ada, await sampleReceipt(expense.id), jpeg())),
  ],
  'DELETE /api/expenses/{id}/receipts/{receiptId}': [
    'nothing',
    async ({ ada, expense }) =>
      ada.try(expensesApi.removeReceipt, { params: await sampleReceipt(expense.id) }),
  ],
  'POST /api/recurring-expenses': [
    'project',
    ({ ada, project }) => ada.try(recurringExpensesApi.create, { body: { ...RENT, project_id: project.id } }),
  ],
  'PUT /api/recurring-expenses/{id}': [
    'project',
    async ({ ada, project }) =>
      ada.try(recurringExpensesApi.update, {
        params: { id: await sampleRecurring(project.id) },
        body: { ...RENT, project_id: project.id },
      }),
  ],
  'POST /api/recurring-expenses/{id}/pause': [
    'project',
    async ({ ada, project }) =>
      ada.try(recurringExpensesApi.pause, { params: { id: await sampleRecurring(project.id) } }),
  ],
  'POST /api/recurring-expenses/{id}/resume': [
    'project',
    async ({ ada, project }) =>
      ada.try(recurringExpensesApi.resume, { params: { id: await sampleRecurring(project.id) } }),
  ],
  'DELETE /api/recurring-expenses/{id}': [
    'nothing',
    async ({ ada, project }) =>
      ada.try(recurringExpensesApi.remove, { params: { id: await sampleRecurring(project.id) } }),
  ],
  'POST /api/recurring-invoices': [
    'client',
    ({ ada, client }) =>
      ada.try(recurringInvoicesApi.create, { body: { ...RETAINER, client_id: client.id } }),
  ],
  'PUT /api/recurring-invoices/{id}': [
    'client',
    async ({ ada, client }) =>
      ada.try(recurringInvoicesApi.update, {
        params: { id: await sampleRecurringInvoice(client.id) },
        body: { ...RETAINER, client_id: client.id },
      }),
  ],
  'POST /api/recurring-invoices/{id}/pause': [
    'client',
    async ({ ada, client }) =>
      ada.try(recurringInvoicesApi.pause, { params: { id: await sampleRecurringInvoice(client.id) } }),
  ],
  'POST /api/recurring-invoices/{id}/resume': [
    'client',
    async ({ ada, client }) =>
      ada.try(recurringInvoicesApi.resume, { params: { id: await sampleRecurringInvoice(client.id) } }),
  ],
  'DELETE /api/recurring-invoices/{id}': [
    'nothing',
    async ({ ada, client }) =>
      ada.try(recurringInvoicesApi.remove, { params: { id: await sampleRecurringInvoice(client.id) } }),
  ],
  'DELETE /api/expenses/{id}': [
    'nothing',
    ({ ada, expense }) => ada.try(expensesApi.remove, { params: { id: expense.id } }),
  ],
  'POST /api/invoices': [
    'client',
    ({ ada, client }) => ada.try(invoicesApi.create, { body: { client_id: client.id, issue_date: today() } }),
  ],
  'PUT /api/invoices/{id}': [
    'invoice',
    ({ ada, invoice }) =>
      ada.try(invoicesApi.update, { params: { id: invoice.id }, body: { notes: 'Thank you' } }),
  ],
  'DELETE /api/invoices/{id}': [
    'nothing',
    ({ ada, invoiceDraft }) => ada.try(invoicesApi.remove, { params: { id: invoiceDraft.id } }),
  ],
  'POST /api/invoices/{id}/duplicate': [
    'project',
    ({ ada, invoice }) => ada.try(invoicesApi.duplicate, { params: { id: invoice.id } }),
  ],
  'POST /api/invoices/{id}/send': [
    'invoice',
    ({ ada, invoice }) => ada.try(invoicesApi.send, { params: { id: invoice.id }, body: {} }),
  ],
  'POST /api/invoices/{id}/items': [
    'invoice',
    ({ ada, invoice }) => ada.try(invoicesApi.addItem, { params: { id: invoice.id }, body: ITEM }),
  ],
  'PUT /api/invoices/{id}/items/{itemId}': [
    'invoice',
    ({ ada, invoice }) =>
      ada.try(invoicesApi.updateItem, {
        params: { id: invoice.id, itemId: firstOf(invoice.items).id },
        body: ITEM,
      }),
  ],
  'PUT /api/invoices/{id}/items/order': [
    'invoice',
    ({ ada, invoice }) =>
      ada.try(invoicesApi.orderItems, {
        params: { id: invoice.id },
        body: { item_ids: reversed(invoice.items).ids },
      }),
  ],
  'DELETE /api/invoices/{id}/items/{itemId}': [
    'invoice',
    ({ ada, invoice }) =>
      ada.try(invoicesApi.removeItem, { params: { id: invoice.id, itemId: firstOf(invoice.items).id } }),
  ],
  'POST /api/invoices/{id}/payments': ['invoice', ({ ada, invoice }) => pay(ada, invoice.id)],
  'DELETE /api/invoices/{id}/payments/{paymentId}': [
    'invoice',
    async ({ ada, invoice: { id } }) => {
      const paid = await pay(ada, id)
      if (!paid.ok) return paid
      const { payments } = await ada.call(invoicesApi.payments, { params: { id } })
      return ada.try(invoicesApi.removePayment, { params: { id, paymentId: firstOf(payments).id } })
    },
  ],
  'PUT /api/invoices/{id}/line-requests/{requestId}': [
    'invoice',
    async ({ ada, invoice: { id } }) => {
      const { database } = await sharedApp()
      const { rows } = await database.pool.query<{ id: number }>(
        `insert into line_requests (account_id, invoice_id, item_id, line, note, client_name, requested_at)
         select account_id, invoice_id, id, to_jsonb(item), 'Why?', 'Jonas Pine', now()
         from invoice_items item where invoice_id = $1 limit 1 returning id`,
        [id],
      )
      return ada.try(invoicesApi.explainLine, {
        params: { id, requestId: firstOf(rows).id },
        body: { answer_text: 'As agreed' },
      })
    },
  ],
  'DELETE /api/invoices/{id}/paid-notice': [
    'invoice',
    ({ ada, invoice }) => ada.try(invoicesApi.dismissPaidNotice, { params: { id: invoice.id } }),
  ],
  'POST /api/projects/{id}/milestones': [
    'project',
    ({ ada, project }) =>
      ada.try(milestonesApi.create, { params: { id: project.id }, body: { title: 'Launch' } }),
  ],
  'PUT /api/projects/{id}/milestones/order': [
    'project',
    ({ ada, project, milestones }) =>
      ada.try(milestonesApi.reorder, { params: { id: project.id }, body: reversed(milestones) }),
  ],
  'PUT /api/projects/{id}/milestones/{milestoneId}': [
    'project',
    ({ ada, project, milestones }) =>
      ada.try(milestonesApi.update, {
        params: { id: project.id, milestoneId: firstOf(milestones).id },
        body: { title: 'Launch' },
      }),
  ],
  'DELETE /api/projects/{id}/milestones/{milestoneId}': [
    'nothing',
    ({ ada, project, milestones }) =>
      ada.try(milestonesApi.remove, { params: { id: project.id, milestoneId: firstOf(milestones).id } }),
  ],
  'POST /api/projects/{id}/deliverables': [
    'project',
    ({ ada, project }) =>
      ada.try(deliverablesApi.create, { params: { id: project.id }, body: { title: 'Logo' } }),
  ],
  'PUT /api/projects/{id}/deliverables/order': [
    'project',
    ({ ada, project, deliverables }) =>
      ada.try(deliverablesApi.reorder, { params: { id: project.id }, body: reversed(deliverables) }),
  ],
  'PUT /api/projects/{id}/deliverables/{deliverableId}': [
    'project',
    ({ ada, project, draft }) =>
      ada.try(deliverablesApi.update, {
        params: { id: project.id, deliverableId: draft.id },
        body: { title: 'Logo' },
      }),
  ],
  'POST /api/projects/{id}/deliverables/{deliverableId}/submit': [
    'project',
    ({ ada, project, rejected }) =>
      ada.try(deliverablesApi.submit, { params: { id: project.id, deliverableId: rejected.id } }),
  ],
  'POST /api/projects/{id}/deliverables/{deliverableId}/file': [
    'project',
    async ({ ada, project, draft }) => {
      const response = await ada.fetch(
        `/api/projects/${project.id}/deliverables/${draft.id}/file?name=logo.txt`,
        { method: 'POST', headers: { 'content-type': 'application/octet-stream' }, body: 'logo' },
      )
      return { status: response.status, body: await response.json() }
    },
  ],
  'DELETE /api/projects/{id}/deliverables/{deliverableId}/file': [
    'project',
    ({ ada, project, draft }) =>
      ada.try(deliverablesApi.removeFile, { params: { id: project.id, deliverableId: draft.id } }),
  ],
  'DELETE /api/projects/{id}/deliverables/{deliverableId}': [
    'nothing',
    ({ ada, project, draft }) =>
      ada.try(deliverablesApi.remove, { params: { id: project.id, deliverableId: draft.id } }),
  ],
  'POST /api/projects/{id}/comments': [
    'project',
    ({ ada, project }) =>
      ada.try(commentsApi.create, { params: { id: project.id }, body: { content: 'Hello' } }),
  ],
  'PUT /api/projects/{id}/comments/{commentId}': [
    'project',
    ({ ada, project, comment }) =>
      ada.try(commentsApi.update, {
        params: { id: project.id, commentId: comment.id },
        body: { content: 'Hello' },
      }),
  ],
  'DELETE /api/projects/{id}/comments/{commentId}': [
    'nothing',
    ({ ada, project, comment }) =>
      ada.try(commentsApi.remove, { params: { id: project.id, commentId: comment.id } }),
  ],
}

const CREATES_INVOICE = new Set(['POST /api/invoices', 'POST /api/invoices/{id}/duplicate'])

/** What of the plan is used once it is adopted: an invoice made by the call itself counts, too. */
function expectedUsage(call: string, adopts: Adopts, { invoice }: Samples) {
  const ofInvoice = invoice.project_id === null ? 0 : 1
  return {
    clientsCount: adopts === 'nothing' ? 0 : 1,
    projectsCount: adopts === 'project' ? 1 : adopts === 'invoice' ? ofInvoice : 0,
    invoicesThisMonth: adopts === 'invoice' || CREATES_INVOICE.has(call) ? 1 : 0,
  }
}

const usageOf = (person: Person) => person.call(subscriptionApi.usage)

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
  const { id } = await person.call(accountApi.me)
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
  test('is handled by every call that changes one', () => {
    const changing = everyEndpoint
      .filter(({ method, access }) => method !== 'GET' && access === 'account')
      .map(({ method, path }) => `${method} ${path}`)
      .filter((call) =>
        / \/api\/(clients|projects|time-entries|timer|expenses|recurring-expenses|recurring-invoices|invoices)(\/|$)/.test(
          call,
        ),
      )
      .filter((call) => call !== 'POST /api/clients')
    expect(Object.keys(CALLS).toSorted()).toEqual(changing.toSorted())
  })

  const adopting = Object.entries(CALLS).filter(([, [adopts]]) => adopts !== 'nothing')
  test.each(adopting)('needs room in the plan for %s, counts from then on, and stays', async (call, how) => {
    const [adopts, act] = how
    const samples = await exploreOneOfEach()
    const { ada } = samples
    const own: { id: number }[] = []
    for (const name of ['One', 'Two', 'Three'])
      own.push(await ada.call(clientsApi.create, { body: { name } }))
    const before = await marksOf(ada)
    const refused = await act(samples)
    expect(refused).toMatchObject({
      status: 403,
      body: { error: 'Client limit reached', code: 'client_limit_reached' },
    })
    expect(await marksOf(ada)).toEqual(before)

    for (const { id } of own) await ada.call(clientsApi.remove, { params: { id } })
    const { status, body } = await act(samples)
    expect({ status, body }).toMatchObject({ status: expect.toBeOneOf([200, 201]) })
    const usage = await usageOf(ada)
    expect(usage).toEqual(expectedUsage(call, adopts, samples))
    await ada.call(sampleDataApi.remove)
    expect(await usageOf(ada)).toEqual(usage)
    expect(await ada.call(clientsApi.list)).toHaveLength(1)
    if (adopts === 'invoice') {
      const kept = firstOf(await ada.call(invoicesApi.list))
      expect(kept.id).toBe(samples.invoice.id)
    }
  })

  const others = Object.entries(CALLS).filter(([, [adopts]]) => adopts === 'nothing')
  test.each(others)('needs no room for %s, and stays a sample', async (_, [, act]) => {
    const samples = await exploreOneOfEach()
    const { ada } = samples
    for (const name of ['One', 'Two', 'Three']) await ada.call(clientsApi.create, { body: { name } })
    const before = await usageOf(ada)
    const { status, body } = await act(samples)
    expect({ status, body }).toMatchObject({ status: expect.toBeOneOf([200, 201]) })
    expect(await usageOf(ada)).toEqual(before)
    await ada.call(sampleDataApi.remove)
    for (const marked of Object.values(await marksOf(ada))) expect(marked).toBe(0)
    expect(await ada.call(projectsApi.list)).toEqual([])
    expect(await ada.call(clientsApi.list)).toHaveLength(3)
  })

  test('keeps what is its own when it stays: the items and decisions of an invoice', async () => {
    const samples = await explore()
    const { ada, client } = samples
    const invoices = await ada.call(invoicesApi.list, { query: { client_id: client.id, limit: 500 } })
    const paid = firstOf(invoices.filter(({ status }) => status === 'paid'))
    const before = await ada.call(invoicesApi.get, { params: { id: paid.id } })
    await ada.call(invoicesApi.update, { params: { id: paid.id }, body: { notes: 'Thank you' } })
    await ada.call(sampleDataApi.remove)
    expect(await ada.call(invoicesApi.get, { params: { id: paid.id } })).toMatchObject({
      items: before.items,
      decisions: before.decisions,
      project_id: before.project_id,
    })
  })

  test('counts towards the project limit, and invoices towards the month of adoption', async () => {
    await setClock('2026-11-12T15:00:00Z')
    const samples = await explore()
    const { ada, project, invoice } = samples
    const own: { id: number }[] = []
    for (const name of 'abcde') own.push(await ada.call(projectsApi.create, { body: { name } }))
    const time = { project_id: project.id, hours: 1, date: '2026-11-12' }
    expect(await ada.try(timeEntriesApi.create, { body: time })).toMatchObject({
      status: 403,
      body: { error: 'Project limit reached', code: 'project_limit_reached' },
    })
    for (const { id } of own) await ada.call(projectsApi.remove, { params: { id } })

    const { id: client_id } = await ada.call(clientsApi.create, { body: { name: 'Own' } })
    for (let made = 0; made < 5; made++) {
      await ada.call(invoicesApi.create, { body: { client_id, issue_date: '2026-11-12' } })
    }
    expect(await ada.try(invoicesApi.send, { params: { id: invoice.id }, body: {} })).toMatchObject({
      status: 403,
      body: { error: 'Invoice limit reached', code: 'invoice_limit_reached' },
    })
    expect((await ada.call(invoicesApi.get, { params: { id: invoice.id } })).status).toBe(invoice.status)
    await setClock('2026-12-01T15:00:00Z')
    await ada.call(invoicesApi.send, { params: { id: invoice.id }, body: {} })
    expect((await usageOf(ada)).invoicesThisMonth).toBe(1)
  })

  test('is not adopted by what a client does with it in the portal', async () => {
    const { ada, access, project, deliverables, invoice } = await explore()
    const client = await visitorWith(tokenOf(access.url))
    const before = await marksOf(ada)
    const submitted = firstOf(deliverables.filter(({ status }) => status === 'submitted'))
    await client.call(portalApi.comment, { body: { project_id: project.id, content: 'Hello' } })
    await client.call(portalApi.approveDeliverable, { params: { deliverableId: submitted.id }, body: {} })
    if (invoice.approval_status === 'pending') {
      await client.call(portalApi.decideInvoice, {
        params: { invoiceId: invoice.id },
        body: { status: 'approved' },
      })
    }
    expect(await marksOf(ada)).toEqual(before)
    expect(await usageOf(ada)).toEqual({ clientsCount: 0, projectsCount: 0, invoicesThisMonth: 0 })
  })

  test('of another account is not found', async () => {
    const [samples, eve] = [await exploreOneOfEach(), await signIn('Eve')]
    const before = await marksOf(samples.ada)
    for (const [, act] of Object.values(CALLS)) {
      expect((await act({ ...samples, ada: eve })).status).toBe(404)
    }
    expect(await marksOf(samples.ada)).toEqual(before)
  })
})
