import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { describe, expect, onTestFinished, test } from 'vitest'
import { billableWorkApi } from '#features/billing/billable-work/contract.ts'
import { invoiceOnApprovalApi } from '#features/billing/invoice-on-approval/contract.ts'
import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import { sendingApi } from '#features/billing/sending/contract/sending.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { contactsApi, MAX_CONTACTS } from '#features/engagement/contacts/contract/contacts.ts'
import { portalAccessApi } from '#features/engagement/portal-access/contract.ts'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { accountApi } from '#features/foundation/account/contract.ts'
import { auditApi } from '#features/foundation/audit/contract.ts'
import { removalsApi } from '#features/foundation/removals/contract.ts'
import { storageApi } from '#features/foundation/storage/contract.ts'
import { stripeApi, subscriptionApi } from '#features/foundation/subscription/contract.ts'
import { deletionApi } from '#features/pages/account-deletion/contract.ts'
import { demoApi } from '#features/pages/demo/contract.ts'
import { portalApi } from '#features/pages/portal/contract/portal.ts'
import { deliverablesApi } from '#features/work/deliverables/contract.ts'
import { milestonesApi } from '#features/work/milestones/contract.ts'
import { timeEntriesApi } from '#features/work/time-entries/contract.ts'
import { timerApi } from '#features/work/timer/contract.ts'
import { sharedApp, signIn, uniqueEmail } from '#tests/app.ts'
import { atOnce, repeated, statuses } from '#tests/at-once.ts'
import { addClient, design, issued, logWork, sendInvoice, tryToPay } from '#tests/crowded-books.ts'
import { firstOf } from '#tests/lists.ts'
import { mailsTo } from '#tests/mails.ts'
import { checkoutOf, startShopApp } from '#tests/payments.ts'
import { signInAs, Visitor } from '#tests/people.ts'
import { givePlan } from '#tests/plans.ts'
import { addDeliverable, openStudio, submit } from '#tests/portal.ts'

/** A studio that sends the invoice on approval, and deliverables with a fee of 1200 that wait for one. */
async function openApprovals(count: number) {
  const studio = await openStudio()
  const { ada, projectId, clientId } = studio
  const body = { name: 'Website', client_id: clientId, invoice_on_approval: 'sent' } as const
  await ada.call(projectsApi.update, { params: { id: projectId }, body })
  const ids = await atOnce(count, () => addDeliverable(studio, { title: 'Checkout flow', fee: 1200 }))
  for (const id of ids) await submit(studio, id)
  const approve = (deliverableId = ids[0] ?? 0) =>
    studio.client.try(portalApi.approveDeliverable, {
      params: { deliverableId },
      body: { version: 1, fee: 1200 },
    })
  return { ...studio, ids, approve }
}

describe('approvals that make invoices', () => {
  test('count once, and bill once', async () => {
    const { ada, approve } = await openApprovals(1)
    const answers = await atOnce(6, () => approve())
    expect(statuses(answers)).toEqual([200, ...repeated(409, 5)])
    expect(await ada.call(invoicesApi.list)).toMatchObject([{ status: 'sent', total: 1200 }])
  })

  test('all count at the limit of the plan, and bill as far as it goes', async () => {
    const { ada, clientId, ids, approve } = await openApprovals(3)
    await givePlan(ada, 'free')
    for (let count = 0; count < 4; count++) await ada.call(invoicesApi.create, { body: issued(clientId) })
    const answers = await Promise.all(ids.map((id) => approve(id)))
    expect(statuses(answers)).toEqual([200, 200, 200])
    const invoices = await ada.call(invoicesApi.list)
    expect(invoices.filter(({ total }) => total === 1200)).toHaveLength(1)
    expect(await ada.call(invoiceOnApprovalApi.problems)).toMatchObject([
      { kind: 'not_made' },
      { kind: 'not_made' },
    ])
    expect(await ada.call(billableWorkApi.unbilled)).toMatchObject({ sums: [{ amount: 2400, count: 2 }] })
  })

  test('have one result while the freelancer changes title, fee or file', async () => {
    const { ada, projectId, ids, approve } = await openApprovals(1)
    const params = { id: projectId, deliverableId: ids[0] ?? 0 }
    const [approved, changed] = await Promise.all([
      approve(),
      ada.try(deliverablesApi.update, { params, body: { title: 'Another flow', fee: 1500 } }),
      ada.fetch(`/api/projects/${projectId}/deliverables/${params.deliverableId}/file?name=flow.txt`, {
        method: 'POST',
        headers: { 'content-type': 'application/octet-stream' },
        body: 'flow',
      }),
    ])
    // Whoever was first: the client refuses another fee, or the freelancer may no longer change it.
    expect([approved.status, changed.status].toSorted()).toEqual([200, 409])
    const invoices = await ada.call(invoicesApi.list)
    expect(invoices.map(({ total }) => total)).toEqual(approved.ok ? [1200] : [])
    const [deliverable] = await ada.call(deliverablesApi.list, { params: { id: projectId } })
    expect(deliverable).toMatchObject({
      fee: approved.ok ? 1200 : 1500,
      versions: [{ title: 'Checkout flow' }],
    })
  })

  test('bill the fee once, by themselves or by hand, while the project stops to invoice approvals', async () => {
    const { ada, clientId, projectId, ids, approve } = await openApprovals(1)
    const [approved] = await Promise.all([
      approve(),
      ada.call(projectsApi.update, {
        params: { id: projectId },
        body: { name: 'Website', client_id: clientId, invoice_on_approval: 'off' },
      }),
      ada.try(invoicesApi.create, { body: { ...issued(clientId), bill: { deliverable_ids: ids } } }),
    ])
    expect(approved.status).toBe(200)
    const invoices = await ada.call(invoicesApi.list)
    const { sums } = await ada.call(billableWorkApi.unbilled)
    expect([...invoices.map(({ total }) => total), ...sums.map(({ amount }) => amount)]).toEqual([1200])
  })

  test('of an invoice are of what the client saw, while the freelancer changes it', async () => {
    const { ada, approve, client } = await openApprovals(1)
    await approve()
    const { id } = firstOf(await ada.call(invoicesApi.list))
    const { revision } = await client.call(portalApi.invoice, { params: { invoiceId: id } })
    const [approved] = await Promise.all([
      client.try(portalApi.decideInvoice, {
        params: { invoiceId: id },
        body: { status: 'approved', revision },
      }),
      ada.call(invoicesApi.addItem, { params: { id }, body: design }),
    ])
    expect([200, 409]).toContain(approved.status)
    const { approval_status, decisions, changes_since_decision, total } = await ada.call(invoicesApi.get, {
      params: { id },
    })
    expect({ approval_status, total }).toEqual({ approval_status: 'pending', total: 1349.99 })
    expect(decisions).toHaveLength(approved.ok ? 1 : 0)
    expect(changes_since_decision.length > 0).toBe(approved.ok)
  })

  test('bill nobody else while the project moves to another client', async () => {
    const { ada, projectId, clientId, approve } = await openApprovals(1)
    const other = await addClient(ada)
    const [approved] = await Promise.all([
      approve(),
      ada.call(projectsApi.update, {
        params: { id: projectId },
        body: { name: 'Website', client_id: other.id },
      }),
    ])
    expect([200, 404]).toContain(approved.status)
    const invoices = await ada.call(invoicesApi.list)
    expect(invoices.every(({ client_id }) => client_id === clientId)).toBe(true)
    if (!approved.ok) expect(invoices).toEqual([])
  })
})

describe('near a plan’s limit', () => {
  test('three of fifty concurrent clients are added', async () => {
    const ada = await signIn('Ada')
    await givePlan(ada, 'free')
    const answers = await atOnce(50, (index) =>
      ada.try(clientsApi.create, { body: { name: `Client ${index}` } }),
    )
    expect(statuses(answers)).toEqual([...repeated(201, 3), ...repeated(403, 47)])
    expect(answers.find(({ status }) => status === 403)?.body).toEqual({
      error: 'Client limit reached',
      code: 'client_limit_reached',
      limit: 3,
      details: expect.stringContaining('3'),
    })
    expect(await ada.call(clientsApi.list)).toHaveLength(3)
  })

  test('five of fifty projects are created', async () => {
    const ada = await signIn('Ada')
    await givePlan(ada, 'free')
    const answers = await atOnce(50, (index) =>
      ada.try(projectsApi.create, { body: { name: `Project ${index}` } }),
    )
    expect(statuses(answers)).toEqual([...repeated(201, 5), ...repeated(403, 45)])
    expect(answers.find(({ status }) => status === 403)?.body).toEqual({
      error: 'Project limit reached',
      code: 'project_limit_reached',
      limit: 5,
      details: 'Your Free plan allows 5 projects. Upgrade your plan to add more.',
    })
    expect(await ada.call(projectsApi.list)).toHaveLength(5)
  })

  test('two of three uploads fit', async () => {
    const { ada, projectId } = await openStudio()
    const add = () =>
      ada.call(deliverablesApi.create, { params: { id: projectId }, body: { title: 'Homepage' } })
    const upload = ({ id }: { id: number }, bytes: number) =>
      ada.fetch(`/api/projects/${projectId}/deliverables/${id}/file?name=draft.bin`, {
        method: 'POST',
        body: randomBytes(bytes),
      })
    const first = await add()
    await upload(first, 10)
    const { quota_bytes } = await ada.call(storageApi.usage)
    const { database } = await sharedApp()
    const resize = 'update deliverables set file_size = $2 where id = $1'
    await database.pool.query(resize, [first.id, quota_bytes - 2500])
    const deliverables = await atOnce(3, add)
    const answers = await Promise.all(deliverables.map((deliverable) => upload(deliverable, 1000)))
    expect(statuses(answers)).toEqual([...repeated(200, 2), ...repeated(413, 1)])
    expect((await ada.call(storageApi.usage)).used_bytes).toBe(quota_bytes - 500)
  })

  test('three of eight uploads at a time are taken', async () => {
    const studio = await openStudio()
    const { ada, projectId } = studio
    const id = await addDeliverable(studio)
    const opened = await atOnce(8, async () => {
      const upload = request(
        new URL(`/api/projects/${projectId}/deliverables/${id}/file?name=draft.bin`, ada.url),
        { method: 'POST', headers: { cookie: ada.cookies.header() } },
      ).on('error', () => undefined)
      upload.write('half of it')
      return upload
    })
    const refused = new Set<ClientRequest>()
    for (const upload of opened) {
      upload.once('response', (response) => {
        if (response.statusCode === 429) refused.add(upload)
        response.resume()
      })
    }
    await expect.poll(() => refused.size).toBe(5)
    const taken = opened.filter((upload) => !refused.has(upload))
    const answers = taken.map(async (upload) => {
      const [response]: IncomingMessage[] = await once(upload, 'response')
      return response?.statusCode
    })
    for (const upload of opened) upload.end(', and the rest')
    expect(await Promise.all(answers)).toEqual([200, 200, 200])
  })

  test('ten of forty mails go to one address', async () => {
    const studio = await openStudio()
    const { ada, clientId, accessId } = studio
    const email = `north.${clientId}@example.com`
    await ada.call(clientsApi.update, { params: { id: clientId }, body: { name: 'Studio North', email } })
    const invoices = await atOnce(20, () => ada.call(invoicesApi.create, { body: issued(clientId) }))
    const answers = await Promise.all([
      ...invoices.map(({ id }) => ada.try(sendingApi.send, { params: { id }, body: {} })),
      ...invoices.map(() => ada.try(portalAccessApi.mail, { params: { id: clientId, accessId } })),
    ])
    expect(statuses(answers)).toEqual([...repeated(200, 10), ...repeated(429, 30)])
    for (const { body, headers } of answers.filter(({ status }) => status === 429)) {
      expect(body).toEqual({
        error: expect.stringMatching(`You can send at most 10 emails an hour to ${email}. Try again in `),
        code: 'mail_limit_reached',
      })
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    }
    expect(await mailsTo(email)).toHaveLength(10)
    const listed = await ada.call(invoicesApi.list)
    expect(listed.filter(({ status }) => status === 'sent').length).toBeLessThanOrEqual(10)
  })
})

describe('at the same time', () => {
  test('five first sign-ins open one account', async () => {
    const { url } = await sharedApp()
    const who = { name: 'Ada', email: uniqueEmail('Ada') }
    const people = await atOnce(5, () => signInAs(url, who))
    const accounts = await Promise.all(people.map((person) => person.call(accountApi.me)))
    expect(new Set(accounts.map(({ id }) => id)).size).toBe(1)
  })

  test('twenty items added to an invoice all count', async () => {
    const ada = await signIn('Ada')
    const client = await addClient(ada)
    const { id } = await ada.call(invoicesApi.create, { body: { ...issued(client.id), tax_rate: 7.5 } })
    await atOnce(20, (index) =>
      ada.call(invoicesApi.addItem, {
        params: { id },
        body: { description: `Line ${index}`, quantity: 1, rate: 10.01 },
      }),
    )
    const invoice = await ada.call(invoicesApi.get, { params: { id } })
    expect(invoice.items).toHaveLength(20)
    expect(invoice).toMatchObject({ subtotal: 200.2, tax_amount: 15.02, total: 215.22 })
  })

  test('additions, changes and deletions of items, and of the tax, end in totals that agree', async () => {
    const ada = await signIn('Ada')
    const client = await addClient(ada)
    const { id, items } = await ada.call(invoicesApi.create, {
      body: { ...issued(client.id), items: Array.from({ length: 6 }, () => design) },
    })
    const ofItem = (index: number) => ({ id, itemId: items[index]?.id })
    await Promise.all([
      ada.call(invoicesApi.addItem, { params: { id }, body: design }),
      ada.call(invoicesApi.removeItem, { params: ofItem(0) }),
      ada.call(invoicesApi.update, { params: { id }, body: { tax_rate: 19 } }),
      ada.call(invoicesApi.updateItem, { params: ofItem(1), body: { ...design, quantity: 2 } }),
      ada.call(invoicesApi.addItem, { params: { id }, body: { ...design, rate: 1 } }),
      ada.call(invoicesApi.removeItem, { params: ofItem(2) }),
    ])
    const invoice = await ada.call(invoicesApi.get, { params: { id } })
    // 149.99 × 4, 199.98 and 1.50
    expect(invoice).toMatchObject({ subtotal: 801.44, tax_rate: 19, tax_amount: 152.27, total: 953.71 })
    expect(invoice.items).toHaveLength(6)
  })

  test('fifty invoices come and half of them go, and no number is missing or there twice', async () => {
    const ada = await signIn('Ada')
    const client = await addClient(ada)
    const outcomes = await atOnce(50, async (index) => {
      const { id } = await ada.call(invoicesApi.create, { body: issued(client.id) })
      if (index % 2 === 0) return 'kept'
      return (await ada.call(invoicesApi.remove, { params: { id } })).outcome
    })
    const list = await ada.call(invoicesApi.list, { query: { limit: 500 } })
    const numbers = list.map(({ number }) => number).toReversed()
    expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, place) => place + 1))
    const having = (outcome: string) => outcomes.filter((one) => one === outcome)
    expect(numbers).toHaveLength(50 - having('deleted').length)
    expect(list.filter(({ status }) => status === 'cancelled')).toHaveLength(having('cancelled').length)
    const next = await ada.call(invoicesApi.create, { body: issued(client.id) })
    expect(next.number).toBe(numbers.length + 1)
  })

  test('a draft is removed once, and either sent or deleted', async () => {
    const ada = await signIn('Ada')
    const client = await addClient(ada)
    for (let round = 0; round < 5; round++) {
      const { id } = await ada.call(invoicesApi.create, { body: { ...issued(client.id), items: [design] } })
      const params = { id }
      const [sent, ...removed] = await Promise.all([
        ada.try(sendingApi.send, { params, body: { mail: false } }),
        ada.try(invoicesApi.remove, { params }),
        ada.try(invoicesApi.remove, { params }),
      ])
      expect([sent.status, ...statuses(removed)].join()).toBeOneOf(['200,409,409', '404,200,404'])
      expect((await ada.try(invoicesApi.get, { params })).ok).toBe(sent.ok)
    }
  })

  test('the last payment is recorded once, however often it is sent', async () => {
    const ada = await signIn('Ada')
    const id = await sendInvoice(ada)
    const answers = await atOnce(20, () => tryToPay(ada, id, 149.99))
    expect(statuses(answers)).toEqual([201, ...repeated(409, 19)])
    const paid = await ada.call(invoicesApi.get, { params: { id } })
    expect(paid).toMatchObject({ amount_paid: 149.99, balance: 0, status: 'paid' })
  })

  test('a payment and a cancellation end in one of the two orders', async () => {
    const ada = await signIn('Ada')
    for (let round = 0; round < 5; round++) {
      const id = await sendInvoice(ada)
      const [paid, cancelled] = await Promise.all([
        tryToPay(ada, id, 100),
        ada.try(invoicesApi.update, { params: { id }, body: { status: 'cancelled' } }),
      ])
      const { status, amount_paid } = await ada.call(invoicesApi.get, { params: { id } })
      expect([paid.status, cancelled.status, status, amount_paid]).toEqual(
        paid.ok ? [201, 409, 'sent', 100] : [409, 200, 'cancelled', 0],
      )
    }
  })

  test('a project is deleted and time is logged on it, and no time is lost', async () => {
    const ada = await signIn('Ada')
    for (let round = 0; round < 5; round++) {
      const { id } = await ada.call(projectsApi.create, { body: { name: 'Website' } })
      const [logged, deleted] = await Promise.all([
        ada.try(timeEntriesApi.create, { body: { project_id: id, hours: 1, date: '2026-11-15' } }),
        ada.call(projectsApi.remove, { params: { id } }),
      ])
      const entries = await ada.call(timeEntriesApi.list, { query: { project_id: id } })
      expect([logged.status, entries.length]).toEqual(deleted.outcome === 'removed' ? [404, 0] : [201, 1])
    }
  })

  test('eight milestones all find a place', async () => {
    const { ada, projectId } = await openStudio()
    const milestones = await atOnce(8, (index) =>
      ada.call(milestonesApi.create, { params: { id: projectId }, body: { title: `Milestone ${index}` } }),
    )
    const { database } = await sharedApp()
    const { rows } = await database.pool.query<{ position: number }>(
      'select position from milestones where id = any($1)',
      [milestones.map(({ id }) => id)],
    )
    expect(new Set(rows.map(({ position }) => position)).size).toBe(8)
  })

  test('an account has one demo, however often it is opened or started over', async () => {
    const ada = await signIn('Ada')
    const { id } = await ada.call(accountApi.me)
    const { database, clock } = await sharedApp()
    const running = async () => {
      const { rows } = await database.pool.query<{ id: string }>(
        'select id from accounts where demo_of = $1 and demo_expires_at > $2',
        [id, clock.now()],
      )
      return rows.map((row) => Number(row.id))
    }
    const browsers = Array.from({ length: 4 }, () => {
      const browser = new Visitor(ada.url)
      browser.cookies.set('daybook_session', ada.cookies.get('daybook_session') ?? '')
      return browser
    })
    const open = () => Promise.all(browsers.map((browser) => browser.call(demoApi.open, { body: {} })))
    await open()
    const [first, ...others] = await running()
    expect(others).toEqual([])
    await open()
    const [second, ...more] = await running()
    expect(more).toEqual([])
    expect(second).not.toBe(first)
    for (const browser of browsers) expect((await browser.call(accountApi.me)).id).toBe(second)
  })

  test('contacts stay within their limit, whether they are added or come back', async () => {
    const ada = await signIn('Ada')
    const { id } = await addClient(ada)
    const add = (name: string) => ada.try(contactsApi.create, { params: { id }, body: { name } })
    const removals: number[] = []
    for (const name of ['Jonas', 'Mia']) {
      const contact = await ada.call(contactsApi.create, { params: { id }, body: { name } })
      const params = { id, contactId: contact.id }
      removals.push((await ada.call(contactsApi.remove, { params })).removal_id)
    }
    for (let count = 0; count < MAX_CONTACTS - 3; count++) await add(`No ${count}`)
    const answers = await Promise.all([
      ...removals.map((removal) => ada.try(removalsApi.undo, { params: { id: removal } })),
      ...Array.from({ length: 8 }, (_, index) => add(`More ${index}`)),
    ])
    expect(answers.filter(({ ok }) => ok)).toHaveLength(3)
    for (const { ok, status } of answers) if (!ok) expect(status).toBe(409)
    expect(await ada.call(contactsApi.list, { params: { id } })).toHaveLength(MAX_CONTACTS)
  })

  test('deleting an account is mailed and told once', async () => {
    const ada = await signIn('Ada')
    const answers = await atOnce(2, () => ada.try(deletionApi.request, { body: { confirm_name: ada.name } }))
    for (const { status } of answers) expect(status).toBeOneOf([200, 403])
    expect(await mailsTo(ada.email)).toHaveLength(1)
    await ada.call(deletionApi.cancel)
    const events = await ada.call(auditApi.list)
    expect(events.map(({ action }) => action)).toEqual([
      'deletion_cancelled',
      'deletion_requested',
      'signed_in',
    ])
  })

  test('twenty checkouts make one customer and one session', async () => {
    const { app, shop, signIn, stop } = await startShopApp({ ADMIN_EMAILS: 'root@example.com' })
    onTestFinished(stop)
    const root = await signInAs(app.url, { name: 'Root', email: 'root@example.com' })
    await root.call(stripeApi.createProducts)
    const ada = await signIn('Ada')
    const checkouts = await atOnce(20, () =>
      ada.call(subscriptionApi.checkout, { body: checkoutOf(ada, 'starter') }),
    )
    const customers = await shop.stripe.customers.list({ email: ada.email })
    expect(customers.data).toMatchObject([{ name: 'Ada', email: ada.email }])
    const customer = customers.data[0]?.id ?? ''
    const sessions = await shop.stripe.checkout.sessions.list({ customer, status: 'open' })
    expect(sessions.data).toHaveLength(1)
    expect(new Set(checkouts.map(({ url }) => url))).toEqual(new Set(sessions.data.map(({ url }) => url)))
  })
})

describe('a hundred starts and stops of the timer', () => {
  test('repeated with one key start once and stop once', async () => {
    const ada = await signIn('Ada')
    const { id: project_id } = await ada.call(projectsApi.create, { body: { name: 'Website' } })
    const key = () => ({ 'idempotency-key': randomBytes(16).toString('hex') })
    const [headers, stopHeaders] = [key(), key()]
    const started = await atOnce(20, () => ada.call(timerApi.start, { body: { project_id }, headers }))
    expect(new Set(started.map(({ id }) => id)).size).toBe(1)
    const stopped = await atOnce(20, () => ada.call(timerApi.stop, { body: {}, headers: stopHeaders }))
    expect(new Set(stopped.map(({ time_entries }) => time_entries[0]?.id)).size).toBe(1)
    expect(await ada.call(timeEntriesApi.list)).toHaveLength(1)
  })
})

describe('billing', () => {
  test('bills an entry that is edited at the same time before or after the change', async () => {
    const { ada, project, ids, tryToBill } = await logWork(10)
    const change = { project_id: project.id, description: 'Design', date: '2026-11-02', hours: 2 }
    for (const id of ids) {
      const [billing, edit] = await Promise.all([
        tryToBill([id]),
        ada.try(timeEntriesApi.update, { params: { id }, body: change }),
      ])
      expect(billing.status).toBe(201)
      expect([200, 409]).toContain(edit.status)
      const entry = await ada.call(timeEntriesApi.get, { params: { id } })
      const { items } = await ada.call(invoicesApi.get, { params: { id: entry.invoice?.id ?? 0 } })
      expect(entry.hours).toBe(edit.status === 200 ? 2 : 1)
      expect(items).toMatchObject([{ quantity: entry.hours, work: { logged_hours: entry.hours } }])
    }
  })

  test('bills a fixed fee once in ten invoices at once', async () => {
    const ada = await signIn('Ada')
    const client = await addClient(ada)
    const { id: project_id } = await ada.call(projectsApi.create, {
      body: { name: 'Website', client_id: client.id, billing: 'fixed', fixed_fee: 1000 },
    })
    const bill = { fixed_fees: [{ project_id, amount: 400 }] }
    const answers = await atOnce(10, () =>
      ada.try(invoicesApi.create, { body: { ...issued(client.id), bill } }),
    )
    expect(statuses(answers)).toEqual([...repeated(201, 2), ...repeated(409, 8)])
  })
})

describe('undo', () => {
  test('restores a draft once, whose number no other invoice gets', async () => {
    const ada = await signIn('Ada')
    const client = await addClient(ada)
    const create = () => ada.try(invoicesApi.create, { body: { ...issued(client.id), items: [design] } })
    const { id } = await ada.call(invoicesApi.create, { body: issued(client.id) })
    const { removal_id } = await ada.call(invoicesApi.remove, { params: { id } })
    const undo = () => ada.try(removalsApi.undo, { params: { id: removal_id } })
    const answers = await atOnce(10, (index): Promise<{ status: number }> => (index % 2 ? create() : undo()))
    const undone = answers.filter((_, index) => index % 2 === 0)
    const wasFree = undone[0]?.status === 200
    expect(statuses(undone)).toEqual(repeated(wasFree ? 200 : 409, 5))
    const invoices = await ada.call(invoicesApi.list)
    expect(invoices.map(({ invoice_number }) => invoice_number).toSorted()).toEqual(
      Array.from({ length: wasFree ? 6 : 5 }, (_, index) => `INV-000${index + 1}`),
    )
    expect(invoices.filter((invoice) => invoice.id === id)).toHaveLength(wasFree ? 1 : 0)
  })
})
