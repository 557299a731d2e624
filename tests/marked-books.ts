import { randomBytes } from 'node:crypto'
import { creditNotesApi } from '#features/billing/credit-notes/contract.ts'
import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import { recurringInvoicesApi } from '#features/billing/recurring-invoices/contract.ts'
import { remindersApi } from '#features/billing/sending/contract/reminders.ts'
import { sendingApi } from '#features/billing/sending/contract/sending.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { contactsApi } from '#features/engagement/contacts/contract/contacts.ts'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { accountApi } from '#features/foundation/account/contract.ts'
import { businessApi } from '#features/foundation/business/contract.ts'
import { passkeysApi } from '#features/foundation/passkeys/contract.ts'
import { stripeApi, subscriptionApi } from '#features/foundation/subscription/contract.ts'
import { Import } from '#features/pages/import/contract.ts'
import { portalApi } from '#features/pages/portal/contract/portal.ts'
import { commentsApi } from '#features/work/comments/contract.ts'
import { deliverablesApi } from '#features/work/deliverables/contract.ts'
import { expensesApi } from '#features/work/expenses/contract.ts'
import { milestonesApi } from '#features/work/milestones/contract.ts'
import { recurringExpensesApi } from '#features/work/recurring-expenses/contract.ts'
import { timeEntriesApi } from '#features/work/time-entries/contract.ts'
import { timerApi } from '#features/work/timer/contract.ts'
import { sharedApp, signIn } from './app.ts'
import { addPasskey } from './authenticator.ts'
import { jpeg, png } from './images.ts'
import { runJobs } from './jobs.ts'
import { firstOf } from './lists.ts'
import { checkoutOf } from './payments.ts'
import { type Person, signInAs } from './people.ts'
import { addPortalLink } from './portal.ts'
import { uploadReceipt, uploadThumbnail } from './uploads.ts'

/** The key behind each noun of a path: `/api/clients/{id}` takes what is under `clients`. */
export type Keys = Record<string, string | number>

/** An account with one of everything, in which every text says whose it is. */
export interface MarkedBooks {
  owner: Person
  accountId: number
  keys: Keys
  token: string
  sessionKey: string
  /** Texts that nobody else may ever be sent. */
  secrets: string[]
  /** Texts that Ada's own clients may be sent as well: who she is. */
  business: string[]
}

export async function keepMarkedBooks(name: string): Promise<MarkedBooks> {
  const mark = `mark${randomBytes(9).toString('hex')}`
  const business = `trade${randomBytes(9).toString('hex')}`
  const phone = `+49${Math.floor(1e11 + Math.random() * 8e11)}`
  const owner = await signIn(`${name}${business}`)
  const text = (what: string) => `${what} ${mark}`

  await owner.call(accountApi.update, {
    body: { business_name: business, business_address: `12 Way\n${business}`, time_zone: 'UTC' },
  })
  const { id: accountId } = await owner.call(accountApi.me)
  const businessPhone = `+49${Math.floor(1e11 + Math.random() * 8e11)}`
  await owner.call(businessApi.update, {
    body: {
      postal_code: businessPhone,
      city: business,
      country: 'DE',
      tax_id: business,
      email: `${business}@example.com`,
      phone: businessPhone,
      website: `${business}.example.com`,
      tax_name: business,
      notes: business,
      footer: business,
      payment_details: business,
      invoice_mail_subject: business,
      invoice_mail_text: business,
      account_holder: business,
      invoice_prefix: businessPhone,
    },
  })
  const words = { is_enabled: true, subject: business, text: business }
  await owner.call(remindersApi.update, {
    body: { rules: [{ days_after_due: 7, ...words }], thanks: words },
  })
  await owner.fetch('/api/business/logo', { method: 'PUT', body: new Uint8Array(png()) })
  const { logo_id } = await owner.call(businessApi.get)
  await owner.call(stripeApi.createProducts)
  await owner.call(subscriptionApi.checkout, { body: checkoutOf(owner, 'starter') })
  const client = await owner.call(clientsApi.create, {
    body: {
      name: text('Studio'),
      email: `${mark}@example.com`,
      phone,
      company: text('Company'),
      address: text('Street'),
      postal_code: phone,
      city: text('City'),
      country: 'DE',
      tax_id: text('DE'),
      notes: text('Note'),
    },
    headers: { 'idempotency-key': mark },
  })
  const project = await owner.call(projectsApi.create, {
    body: { name: text('Website'), client_id: client.id, description: text('Pages') },
  })
  const params = { id: project.id }
  const date = '2026-11-10'
  const entry = await owner.call(timeEntriesApi.create, {
    body: { project_id: project.id, description: text('Draft'), hours: 2, date },
  })
  const another = await owner.call(timeEntriesApi.create, {
    body: { project_id: project.id, hours: 1, date },
  })
  await owner.call(timerApi.start, { body: { project_id: project.id, description: text('Sketch') } })
  const expense = await owner.call(expensesApi.create, {
    body: { project_id: project.id, description: text('Fonts'), category: 'Other', amount: 9.5, date },
  })
  await uploadReceipt(owner, expense.id, png(), `${mark}.png`)
  const receipt = firstOf(await owner.call(expensesApi.receipts, { params: { id: expense.id } }))
  await uploadThumbnail(owner, { id: expense.id, receiptId: receipt.id }, jpeg())
  const recurring = await owner.call(recurringExpensesApi.create, {
    body: {
      project_id: project.id,
      description: text('Hosting'),
      category: 'Other',
      amount: 20,
      frequency: 'month',
      start_date: '2099-01-01',
    },
  })
  const recurringInvoice = await owner.call(recurringInvoicesApi.create, {
    body: {
      client_id: client.id,
      project_id: project.id,
      kind: 'retainer',
      items: [{ description: text('Care plan'), quantity: 1, rate: 800 }],
      included_hours: 10,
      notes: text('Every month'),
      frequency: 'month',
      start_date: '2099-01-01',
    },
  })
  const contact = await owner.call(contactsApi.create, {
    params: { id: client.id },
    body: { name: text('Jonas'), role: text('Books'), email: `${mark}.jonas@example.com`, phone },
  })
  const milestone = await owner.call(milestonesApi.create, {
    params,
    body: { title: text('Launch'), description: text('Soon') },
  })
  const comment = await owner.call(commentsApi.create, {
    params,
    body: { content: text('Hello'), is_internal: true },
  })
  const { accessId, client: visitor } = await addPortalLink(owner, client.id)

  const deliver = async (link_url?: string) => {
    const { id } = await owner.call(deliverablesApi.create, {
      params,
      body: { title: text('Brand'), description: text('Green'), link_url },
    })
    if (!link_url)
      await owner.fetch(`/api/projects/${project.id}/deliverables/${id}/file?name=${mark}.txt`, {
        method: 'POST',
        body: mark,
      })
    await owner.call(deliverablesApi.submit, { params: { ...params, deliverableId: id } })
    return id
  }
  const decided = await deliver(`https://example.com/${mark}`)
  await visitor.call(portalApi.approveDeliverable, {
    params: { deliverableId: decided },
    body: { feedback: text('Yes') },
  })
  const undecided = await deliver()

  const bought = await owner.call(expensesApi.create, {
    body: {
      project_id: project.id,
      description: text('Paper'),
      category: 'Other',
      amount: 9.5,
      date,
      is_billable: true,
    },
  })
  await uploadReceipt(owner, bought.id, png(2), `${mark}.png`)
  const shared = firstOf(await owner.call(expensesApi.receipts, { params: { id: bought.id } }))

  const sendInvoice = async (due_date: string, expense_ids: number[] = []) => {
    const { id } = await owner.call(invoicesApi.create, {
      body: {
        client_id: client.id,
        project_id: project.id,
        issue_date: date,
        due_date,
        tax_category: 'exempt',
        notes: text('Thanks'),
        items: [
          { description: text('Design'), quantity: 1, rate: 90 },
          { description: text('Hosting'), quantity: 1, rate: 50 },
        ],
        bill: { expense_ids },
      },
    })
    return (await owner.call(sendingApi.send, { params: { id }, body: {} })).invoice
  }
  const settled = await sendInvoice('2026-11-11')
  const { decisions } = await visitor.call(portalApi.decideInvoice, {
    params: { invoiceId: settled.id },
    body: { status: 'approved', client_notes: text('Fine') },
  })
  // A job renders what was decided on.
  await runJobs()
  await visitor.call(portalApi.givePaidNotice, {
    params: { invoiceId: settled.id },
    body: { note: text('Transferred') },
  })
  const creditNote = await owner.call(creditNotesApi.create, {
    params: { id: settled.id },
    body: { reason: text('Goodwill'), items: [{ description: text('Goodwill'), quantity: 1, rate: 1 }] },
  })
  await owner.call(creditNotesApi.send, { params: { id: creditNote.id } })
  await runJobs()
  const invoice = await sendInvoice('2099-12-31', [bought.id])
  await owner.call(invoicesApi.recordPayment, {
    params: { id: invoice.id },
    body: { amount: 20, paid_on: date, reference: text('Transfer') },
  })
  const { payments } = await owner.call(invoicesApi.payments, { params: { id: invoice.id } })
  await visitor.call(portalApi.comment, { body: { project_id: project.id, content: text('Hi') } })

  await signInAs(owner.url, owner)
  const sessions = await owner.call(accountApi.sessions)
  const other = firstOf(sessions.filter(({ current }) => !current))

  const prepareImport = async () => {
    const response = await owner.fetch(`/api/imports?name=${mark}.csv`, {
      method: 'POST',
      body: `Client name\n${text('Imported')}\n`,
    })
    return Import.parse(await response.json()).id
  }
  const importId = await prepareImport()
  const earlierImport = await prepareImport()

  const passkey = await addPasskey(owner)
  await addPasskey(owner)
  await owner.call(passkeysApi.rename, { params: { id: passkey.id }, body: { name: text('Desk') } })
  const { identities } = await owner.call(passkeysApi.methods)

  const { database } = await sharedApp()
  await database.pool.query(
    `update imports set status = 'failed', error = $3 where account_id = $1 and id = $2`,
    [accountId, earlierImport, mark],
  )
  await database.pool.query(
    `insert into import_faults (account_id, import_id, row_number, message, cells) values ($1, $2, 2, $3, $4)`,
    [accountId, importId, mark, JSON.stringify([mark])],
  )
  const draft = await owner.call(invoicesApi.create, { body: { client_id: client.id, issue_date: date } })
  await database.pool.query(
    `update invoices set scheduled_for = now(), scheduled_mail = $3, schedule_problem = $4 where account_id = $1 and id = $2`,
    [accountId, draft.id, JSON.stringify({ subject: mark, attach_pdf: true }), mark],
  )
  await database.pool.query(
    `insert into payment_events (account_id, id, type, handled_at) values ($1, $2, $2, now())`,
    [accountId, mark],
  )
  await database.pool.query(
    `insert into subscription_notices (account_id, kind, about, sent_at) values ($1, $2, $2, now())`,
    [accountId, mark],
  )
  await database.pool.query(`update checkouts set key = $2, parameters = $2 where account_id = $1`, [
    accountId,
    mark,
  ])
  await database.pool.query('update decisions set on_behalf_of = $2 where account_id = $1', [accountId, mark])
  await database.pool.query('update accounts set picture = $2 where id = $1', [
    accountId,
    `https://example.com/${business}.png`,
  ])

  await database.pool.query(
    `insert into address_changes (account_id, client_id, email, old_email, token_hash, requested_at)
     values ($1, $2, $3, $3, sha256('x'), now())`,
    [accountId, client.id, mark],
  )

  const requested = await database.pool.query<{ id: number }>(
    `insert into line_requests (
       account_id, invoice_id, item_id, line, note, client_name, requested_at, answer, answer_text, answered_at, closed_at
     ) select $1, $2, $3, to_jsonb(item), $4, $4, now(), 'explained', $4, now(), now()
     from invoice_items item where item.account_id = $1 and item.id = $3
     returning id`,
    [accountId, invoice.id, firstOf(invoice.items).id, mark],
  )

  const former = await owner.call(clientsApi.create, { body: { name: text('Former') } })
  await owner.call(clientsApi.remove, { params: { id: former.id } })
  const removed = await deliver()
  const { removal_id } = await owner.call(deliverablesApi.remove, {
    params: { ...params, deliverableId: removed },
  })

  const sessionKey = owner.cookies.get('daybook_session') ?? ''
  return {
    owner,
    accountId,
    token: visitor.token,
    sessionKey,
    secrets: [mark, phone, visitor.token, sessionKey.split('.')[1] ?? ''],
    business: [business, businessPhone],
    keys: {
      clients: client.id,
      contacts: contact.id,
      projects: project.id,
      'time-entries': entry.id,
      'bulk-remove': another.id,
      expenses: expense.id,
      imports: importId,
      invoices: invoice.id,
      items: firstOf(invoice.items).id,
      payments: firstOf(payments).id,
      'credit-notes': creditNote.id,
      'line-requests': firstOf(requested.rows).id,
      'exchange-rates': 'EUR',
      'recurring-expenses': recurring.id,
      'recurring-invoices': recurringInvoice.id,
      milestones: milestone.id,
      receipts: receipt.id,
      'expense-receipts': shared.id,
      deliverables: undecided,
      versions: 1,
      comments: comment.id,
      sessions: other.id,
      passkeys: passkey.id,
      'sign-in-methods': firstOf(identities).id,
      'portal-access': accessId,
      'client-portal': visitor.token,
      oauth: 'google',
      unsubscribe: 'unissued',
      'confirm-email': 'unissued',
      certificates: firstOf(decisions).certificate,
      account: owner.name,
      logo: Number(logo_id),
      removals: removal_id,
    },
  }
}
