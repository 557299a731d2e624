import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { addDays, dateIn } from '#core/calendar.ts'
import type { ErrorBody } from '#core/errors.ts'
import { creditNotesApi } from '#features/billing/credit-notes/contract.ts'
import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import {
  type RecurringInvoiceForm,
  recurringInvoicesApi,
} from '#features/billing/recurring-invoices/contract.ts'
import { remindersApi } from '#features/billing/sending/contract/reminders.ts'
import { sendingApi } from '#features/billing/sending/contract/sending.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { contactsApi } from '#features/engagement/contacts/contract/contacts.ts'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { accountApi } from '#features/foundation/account/contract.ts'
import { businessApi } from '#features/foundation/business/contract.ts'
import { clientPageApi } from '#features/pages/client-page/contract.ts'
import { portalApi } from '#features/pages/portal/contract/portal.ts'
import { type ExpenseForm, expensesApi } from '#features/work/expenses/contract.ts'
import { recurringExpensesApi } from '#features/work/recurring-expenses/contract.ts'
import { timeEntriesApi } from '#features/work/time-entries/contract.ts'
import { timerApi } from '#features/work/timer/contract.ts'
import { sharedApp, signIn } from '#tests/app.ts'
import { firstOf } from '#tests/lists.ts'
import type { Answer, Person } from '#tests/people.ts'
import { addPortalLink, visitorWith } from '#tests/portal.ts'
import { tokenOf } from '#tests/portal-visitor.ts'
import { everyEndpoint } from '#tests/sound-request.ts'

/** A record that is there, and a change of it. */
interface Prepared {
  read(): Promise<VersionedAnswer>
  change(headers: Record<string, string>): Promise<Answer>
}

type VersionedAnswer = { status: number; headers: Headers } & (
  | { ok: true; body: { id?: number; version: number } }
  | { ok: false; body: ErrorBody }
)

const client = (ada: Person) =>
  ada.call(clientsApi.create, { body: { name: 'Studio North', email: 'n@example.com' } })
const project = (ada: Person) => ada.call(projectsApi.create, { body: { name: 'Website' } })
const train: ExpenseForm = { category: 'Travel', description: 'Train', amount: 12.5, date: '2026-11-16' }
const rent = {
  description: 'Rent',
  category: 'Other',
  amount: 12,
  frequency: 'month',
  start_date: '2099-01-01',
} as const

async function prepareContact(ada: Person) {
  const { id } = await client(ada)
  const contact = await ada.call(contactsApi.create, { params: { id }, body: { name: 'Jonas Pine' } })
  const params = { id, contactId: contact.id }
  const read = async (): Promise<VersionedAnswer> => {
    const answer = await ada.try(contactsApi.list, { params: { id } })
    const body = answer.ok && answer.body.find((one) => one.id === contact.id)
    const headers = new Headers({ etag: body ? `"${body.version}"` : '' })
    return body
      ? { status: 200, headers, ok: true, body }
      : { status: 404, headers, ok: false, body: { error: 'None' } }
  }
  return { params, read }
}

async function prepareRecurring(ada: Person) {
  const { id } = await ada.call(recurringExpensesApi.create, { body: rent })
  const params = { id }
  return { params, read: () => ada.try(recurringExpensesApi.get, { params }) }
}

async function prepareRecurringInvoice(ada: Person) {
  const { id: client_id } = await client(ada)
  const body: RecurringInvoiceForm = { client_id, kind: 'work', frequency: 'month', start_date: '2099-01-01' }
  const { id } = await ada.call(recurringInvoicesApi.create, { body })
  const params = { id }
  return { body, params, read: () => ada.try(recurringInvoicesApi.get, { params }) }
}

const expense = (ada: Person) => ada.call(expensesApi.create, { body: train })
const item = { description: 'Design', quantity: 1.5, rate: 99.99 }

async function timeEntry(ada: Person) {
  const { id: project_id } = await project(ada)
  return ada.call(timeEntriesApi.create, { body: { project_id, hours: 1, date: '2026-11-16' } })
}

async function invoice(ada: Person) {
  const { id: client_id } = await client(ada)
  return ada.call(invoicesApi.create, { body: { client_id, issue_date: '2026-11-01', items: [item] } })
}

async function prepareInvoice(ada: Person) {
  const { id, items } = await invoice(ada)
  const params = { id }
  return {
    params,
    itemParams: { id, itemId: firstOf(items).id },
    read: () => ada.try(invoicesApi.get, { params }),
  }
}

const part = { amount: 10, paid_on: '2026-11-10' }

async function prepareCreditNote(ada: Person) {
  const { params: ofInvoice } = await prepareSentInvoice(ada)
  const { id } = await ada.call(creditNotesApi.create, { params: ofInvoice, body: { reason: 'Wrong' } })
  const params = { id }
  return { params, read: () => ada.try(creditNotesApi.get, { params }) }
}

async function prepareSentInvoice(ada: Person) {
  const prepared = await prepareInvoice(ada)
  await ada.call(sendingApi.send, { params: prepared.params, body: { mail: false } })
  return prepared
}

/** With what reads it: a timer that no longer runs is not there. */
async function runningTimer(ada: Person) {
  const { id: project_id } = await project(ada)
  await ada.call(timerApi.start, { body: { project_id } })
  return {
    read: async (): Promise<VersionedAnswer> => {
      const { headers, ...answer } = await ada.try(timerApi.get)
      if (!answer.ok) return { headers, ...answer }
      const { body } = answer
      return body
        ? { headers, ...answer, body }
        : { headers, ok: false, status: 404, body: { error: 'None' } }
    },
  }
}

/** Every call that takes an If-Match, by method and path. */
const CHANGES: Record<string, (ada: Person) => Promise<Prepared>> = {
  'PUT /api/users/me': async (ada) => ({
    read: () => ada.try(accountApi.me),
    change: (headers) =>
      ada.try(accountApi.update, { body: { business_name: 'North', time_zone: 'UTC' }, headers }),
  }),
  'PUT /api/business': async (ada) => ({
    read: () => ada.try(businessApi.get),
    change: (headers) => ada.try(businessApi.update, { body: { city: 'Lisbon' }, headers }),
  }),
  'PUT /api/reminders': async (ada) => ({
    read: () => ada.try(remindersApi.get),
    change: (headers) => ada.try(remindersApi.update, { body: { rules: [] }, headers }),
  }),
  'PUT /api/timer': async (ada) => ({
    ...(await runningTimer(ada)),
    change: (headers) => ada.try(timerApi.update, { body: { description: 'Sketches' }, headers }),
  }),
  'POST /api/timer/stop': async (ada) => ({
    ...(await runningTimer(ada)),
    change: (headers) => ada.try(timerApi.stop, { body: {}, headers }),
  }),
  'DELETE /api/timer': async (ada) => ({
    ...(await runningTimer(ada)),
    change: (headers) => ada.try(timerApi.discard, { headers }),
  }),
  'PUT /api/clients/{id}': async (ada) => {
    const params = { id: (await client(ada)).id }
    return {
      read: () => ada.try(clientsApi.get, { params }),
      change: (headers) => ada.try(clientsApi.update, { params, body: { name: 'Studio South' }, headers }),
    }
  },
  'DELETE /api/clients/{id}': async (ada) => {
    const params = { id: (await client(ada)).id }
    return {
      read: () => ada.try(clientsApi.get, { params }),
      change: (headers) => ada.try(clientsApi.remove, { params, headers }),
    }
  },
  'POST /api/clients/{id}/erase': async (ada) => {
    const { id } = await client(ada)
    await ada.call(projectsApi.create, { body: { name: 'Website', client_id: id } })
    await ada.call(clientsApi.remove, { params: { id } })
    return {
      read: () => ada.try(clientsApi.get, { params: { id } }),
      change: (headers) => ada.try(clientPageApi.erase, { params: { id }, headers }),
    }
  },
  'PUT /api/clients/{id}/contacts/{contactId}': async (ada) => {
    const { params, read } = await prepareContact(ada)
    return {
      read,
      change: (headers) => ada.try(contactsApi.update, { params, body: { name: 'Mia Oak' }, headers }),
    }
  },
  'DELETE /api/clients/{id}/contacts/{contactId}': async (ada) => {
    const { params, read } = await prepareContact(ada)
    return { read, change: (headers) => ada.try(contactsApi.remove, { params, headers }) }
  },
  'PUT /api/client-portal/{token}/me': async (ada) => {
    const { client: visitor } = await addPortalLink(ada, (await client(ada)).id)
    return {
      read: () => visitor.try(portalApi.me),
      change: (headers) => visitor.try(portalApi.changeMe, { body: { name: 'Studio South' }, headers }),
    }
  },
  'PUT /api/projects/{id}': async (ada) => {
    const params = { id: (await project(ada)).id }
    return {
      read: () => ada.try(projectsApi.get, { params }),
      change: (headers) => ada.try(projectsApi.update, { params, body: { name: 'Shop' }, headers }),
    }
  },
  'DELETE /api/projects/{id}': async (ada) => {
    const params = { id: (await project(ada)).id }
    return {
      read: () => ada.try(projectsApi.get, { params }),
      change: (headers) => ada.try(projectsApi.remove, { params, headers }),
    }
  },
  'PUT /api/time-entries/{id}': async (ada) => {
    const { id, project_id, date } = await timeEntry(ada)
    const params = { id }
    return {
      read: () => ada.try(timeEntriesApi.get, { params }),
      change: (headers) =>
        ada.try(timeEntriesApi.update, { params, body: { project_id, date, hours: 2 }, headers }),
    }
  },
  'DELETE /api/time-entries/{id}': async (ada) => {
    const params = { id: (await timeEntry(ada)).id }
    return {
      read: () => ada.try(timeEntriesApi.get, { params }),
      change: (headers) => ada.try(timeEntriesApi.remove, { params, headers }),
    }
  },
  'PUT /api/expenses/{id}': async (ada) => {
    const params = { id: (await expense(ada)).id }
    return {
      read: () => ada.try(expensesApi.get, { params }),
      change: (headers) => ada.try(expensesApi.update, { params, body: { ...train, amount: 13 }, headers }),
    }
  },
  'DELETE /api/expenses/{id}': async (ada) => {
    const params = { id: (await expense(ada)).id }
    return {
      read: () => ada.try(expensesApi.get, { params }),
      change: (headers) => ada.try(expensesApi.remove, { params, headers }),
    }
  },
  'PUT /api/recurring-expenses/{id}': async (ada) => {
    const { params, read } = await prepareRecurring(ada)
    return {
      read,
      change: (headers) =>
        ada.try(recurringExpensesApi.update, { params, body: { ...rent, amount: 13 }, headers }),
    }
  },
  'POST /api/recurring-expenses/{id}/pause': async (ada) => {
    const { params, read } = await prepareRecurring(ada)
    return { read, change: (headers) => ada.try(recurringExpensesApi.pause, { params, headers }) }
  },
  'POST /api/recurring-expenses/{id}/resume': async (ada) => {
    const { params, read } = await prepareRecurring(ada)
    await ada.call(recurringExpensesApi.pause, { params })
    return { read, change: (headers) => ada.try(recurringExpensesApi.resume, { params, headers }) }
  },
  'DELETE /api/recurring-expenses/{id}': async (ada) => {
    const { params, read } = await prepareRecurring(ada)
    return { read, change: (headers) => ada.try(recurringExpensesApi.remove, { params, headers }) }
  },
  'PUT /api/recurring-invoices/{id}': async (ada) => {
    const { body, params, read } = await prepareRecurringInvoice(ada)
    return {
      read,
      change: (headers) =>
        ada.try(recurringInvoicesApi.update, { params, body: { ...body, notes: 'Thank you' }, headers }),
    }
  },
  'POST /api/recurring-invoices/{id}/pause': async (ada) => {
    const { params, read } = await prepareRecurringInvoice(ada)
    return { read, change: (headers) => ada.try(recurringInvoicesApi.pause, { params, headers }) }
  },
  'POST /api/recurring-invoices/{id}/resume': async (ada) => {
    const { params, read } = await prepareRecurringInvoice(ada)
    await ada.call(recurringInvoicesApi.pause, { params })
    return { read, change: (headers) => ada.try(recurringInvoicesApi.resume, { params, headers }) }
  },
  'DELETE /api/recurring-invoices/{id}': async (ada) => {
    const { params, read } = await prepareRecurringInvoice(ada)
    return { read, change: (headers) => ada.try(recurringInvoicesApi.remove, { params, headers }) }
  },
  'PUT /api/invoices/{id}': async (ada) => {
    const { params, read } = await prepareInvoice(ada)
    return {
      read,
      change: (headers) => ada.try(invoicesApi.update, { params, body: { notes: 'Thank you' }, headers }),
    }
  },
  'DELETE /api/invoices/{id}': async (ada) => {
    const { params, read } = await prepareInvoice(ada)
    return { read, change: (headers) => ada.try(invoicesApi.remove, { params, headers }) }
  },
  'POST /api/invoices/{id}/send': async (ada) => {
    const { params, read } = await prepareInvoice(ada)
    return {
      read,
      change: (headers) => ada.try(sendingApi.send, { params, body: { mail: false }, headers }),
    }
  },
  'PUT /api/invoices/{id}/schedule': async (ada) => {
    const { params, read } = await prepareInvoice(ada)
    const body = await nextWeek()
    return { read, change: (headers) => ada.try(sendingApi.schedule, { params, body, headers }) }
  },
  'DELETE /api/invoices/{id}/schedule': async (ada) => {
    const { params, read } = await prepareInvoice(ada)
    await ada.call(sendingApi.schedule, { params, body: await nextWeek() })
    return { read, change: (headers) => ada.try(sendingApi.unschedule, { params, headers }) }
  },
  'POST /api/invoices/{id}/items': async (ada) => {
    const { params, read } = await prepareInvoice(ada)
    return { read, change: (headers) => ada.try(invoicesApi.addItem, { params, body: item, headers }) }
  },
  'PUT /api/invoices/{id}/items/{itemId}': async (ada) => {
    const { itemParams: params, read } = await prepareInvoice(ada)
    const body = { ...item, quantity: 2 }
    return { read, change: (headers) => ada.try(invoicesApi.updateItem, { params, body, headers }) }
  },
  'PUT /api/invoices/{id}/items/order': async (ada) => {
    const { params, itemParams, read } = await prepareInvoice(ada)
    const body = { item_ids: [itemParams.itemId] }
    return { read, change: (headers) => ada.try(invoicesApi.orderItems, { params, body, headers }) }
  },
  'DELETE /api/invoices/{id}/items/{itemId}': async (ada) => {
    const { itemParams: params, read } = await prepareInvoice(ada)
    return { read, change: (headers) => ada.try(invoicesApi.removeItem, { params, headers }) }
  },
  'PUT /api/invoices/{id}/line-requests/{requestId}': async (ada) => {
    const { params, itemParams, read } = await prepareSentInvoice(ada)
    const { client_id } = await ada.call(invoicesApi.get, { params })
    const { client } = await addPortalLink(ada, client_id)
    const { line_requests } = await client.call(portalApi.decideInvoice, {
      params: { invoiceId: params.id },
      body: { status: 'rejected', lines: [{ item_id: itemParams.itemId, note: 'Why?' }] },
    })
    const ofRequest = { ...params, requestId: firstOf(line_requests).id }
    const body = { answer_text: 'As agreed' }
    return {
      read,
      change: (headers) => ada.try(invoicesApi.explainLine, { params: ofRequest, body, headers }),
    }
  },
  'PUT /api/credit-notes/{id}': async (ada) => {
    const { params, read } = await prepareCreditNote(ada)
    return {
      read,
      change: (headers) => ada.try(creditNotesApi.update, { params, body: { reason: 'Typo' }, headers }),
    }
  },
  'POST /api/credit-notes/{id}/send': async (ada) => {
    const { params, read } = await prepareCreditNote(ada)
    const body = { mail: false }
    return { read, change: (headers) => ada.try(creditNotesApi.send, { params, body, headers }) }
  },
  'DELETE /api/credit-notes/{id}': async (ada) => {
    const { params, read } = await prepareCreditNote(ada)
    return { read, change: (headers) => ada.try(creditNotesApi.remove, { params, headers }) }
  },
  'POST /api/invoices/{id}/payments': async (ada) => {
    const { params, read } = await prepareSentInvoice(ada)
    return { read, change: (headers) => ada.try(invoicesApi.recordPayment, { params, body: part, headers }) }
  },
  'POST /api/invoices/{id}/refunds': async (ada) => {
    const { params, read } = await prepareSentInvoice(ada)
    await ada.call(invoicesApi.recordPayment, { params, body: part })
    return { read, change: (headers) => ada.try(invoicesApi.recordRefund, { params, body: part, headers }) }
  },
  'POST /api/invoices/{id}/write-offs': async (ada) => {
    const { params, read } = await prepareSentInvoice(ada)
    const body = { ...part, reason: 'Insolvent' }
    return { read, change: (headers) => ada.try(invoicesApi.writeOff, { params, body, headers }) }
  },
  'POST /api/invoices/{id}/credit': async (ada) => {
    const { params, read } = await prepareSentInvoice(ada)
    const { client_id } = await ada.call(invoicesApi.get, { params })
    const overpaid = await ada.call(invoicesApi.create, {
      body: { client_id, issue_date: '2026-11-01', items: [item] },
    })
    const earlier = { id: overpaid.id }
    await ada.call(invoicesApi.update, { params: earlier, body: { status: 'paid' } })
    const body = { ...part, excess_as_credit: true }
    await ada.call(invoicesApi.recordPayment, { params: earlier, body })
    return { read, change: (headers) => ada.try(invoicesApi.payWithCredit, { params, body: {}, headers }) }
  },
  'DELETE /api/invoices/{id}/payments/{paymentId}': async (ada) => {
    const { params, read } = await prepareSentInvoice(ada)
    await ada.call(invoicesApi.recordPayment, { params, body: part })
    const { payments } = await ada.call(invoicesApi.payments, { params })
    const ofPayment = { ...params, paymentId: firstOf(payments).id }
    return {
      read,
      change: (headers) => ada.try(invoicesApi.removePayment, { params: ofPayment, headers }),
    }
  },
}

/** A time to send an invoice at, by the clock of the app. */
async function nextWeek() {
  const { clock } = await sharedApp()
  return { date: addDays(dateIn('UTC', clock.now()), 7), to: 'north@example.com' }
}

/** The record that is read, which has to be there, and its ETag. */
async function recordOf(read: Prepared['read']) {
  const answer = await read()
  if (!answer.ok) throw new Error(`The record cannot be read: ${JSON.stringify(answer.body)}`)
  return { record: answer.body, tag: answer.headers.get('etag') ?? '' }
}

test('every call that changes a versioned record is tried here', () => {
  const versioned = everyEndpoint.filter((endpoint) => endpoint.versioned === 'changed')
  expect(Object.keys(CHANGES).sort()).toEqual(versioned.map(({ method, path }) => `${method} ${path}`).sort())
})

describe.each(Object.entries(CHANGES))('%s', (name, prepare) => {
  test('works without If-Match', async () => {
    const { change } = await prepare(await signIn('Ada'))
    expect((await change({})).status).toBeOneOf([200, 201])
  })

  test('works with the current version, and returns the next', async () => {
    const ada = await signIn('Ada')
    const { read, change } = await prepare(ada)
    const before = await recordOf(read)
    expect(before.tag).toBe(`"${before.record.version}"`)
    const answer = await change({ 'if-match': before.tag })
    expect(answer.status).toBeOneOf([200, 201])
    const after = await read()
    if (!after.ok) {
      expect(after.status).toBe(404)
      return
    }
    expect(after.body.version).toBeGreaterThan(before.record.version)
    expect(answer.headers.get('etag') ?? after.headers.get('etag')).toBe(after.headers.get('etag'))
  })

  test('is refused for another version, with the current record', async () => {
    await expectRefused(await prepare(await signIn('Ada')), '"99"')
  })

  test('sent twenty times at once from one version succeeds once', async () => {
    const { read, change } = await prepare(await signIn('Ada'))
    const { tag } = await recordOf(read)
    const answers = await Promise.all(Array.from({ length: 20 }, () => change({ 'if-match': tag })))
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1)
    const refused = name.startsWith('DELETE') ? [404, 409] : [409]
    for (const { status } of answers.filter(({ status }) => status >= 300)) expect(refused).toContain(status)
  })
})

async function expectRefused({ read, change }: Prepared, tag: string): Promise<void> {
  const { record: before } = await recordOf(read)
  const answer = await change({ 'if-match': tag })
  expect(answer).toMatchObject({
    status: 409,
    body: {
      error: expect.stringMatching(/^This .+ has changed since you opened it$/),
      code: 'version_conflict',
      current: { ...(before.id !== undefined && { id: before.id }), version: before.version },
    },
  })
  const { current } = z.object({ current: z.looseObject({}) }).parse(answer.body)
  expect(before).toMatchObject(current)
  expect((await recordOf(read)).record).toEqual(before)
}

/** One function reads the header for every call, so one call shows what it takes. */
describe('If-Match', () => {
  async function changeOfClient(): Promise<Prepared> {
    const ada = await signIn('Ada')
    const params = { id: (await client(ada)).id }
    return {
      read: () => ada.try(clientsApi.get, { params }),
      change: (headers) => ada.try(clientsApi.update, { params, body: { name: 'Studio South' }, headers }),
    }
  }

  test('accepts an asterisk and weak tags', async () => {
    const { read, change } = await changeOfClient()
    expect((await change({ 'if-match': '*' })).status).toBe(200)
    const { tag } = await recordOf(read)
    expect((await change({ 'if-match': `W/${tag}` })).status).toBe(200)
  })

  test.each(['"0"', '"99999999999999999999"', '"other"', '""'])('%s is another version', async (tag) => {
    await expectRefused(await changeOfClient(), tag)
  })

  test.each(['3', '"3', '"1", "2"', 'W/3', 'x', ''])('%j is not understood', async (tag) => {
    const { change } = await changeOfClient()
    expect(await change({ 'if-match': tag })).toMatchObject({
      status: 400,
      body: { code: 'invalid_request' },
    })
  })
})

describe('a version', () => {
  test('is part of list items', async () => {
    const ada = await signIn('Ada')
    await invoice(ada)
    await timeEntry(ada)
    await expense(ada)
    for (const { list } of [clientsApi, projectsApi, timeEntriesApi, expensesApi, invoicesApi])
      expect(await ada.call(list), list.path).toMatchObject([{ version: 1 }])
  })

  test('of the account does not count invoices and sign-ins', async () => {
    const ada = await signIn('Ada')
    const tagOfAccount = async () => (await recordOf(() => ada.try(accountApi.me))).tag
    const before = await tagOfAccount()
    await invoice(ada)
    expect(await tagOfAccount()).toBe(before)
  })

  test('counts the decision of the client', async () => {
    const ada = await signIn('Ada')
    const { id } = await invoice(ada)
    const sent = await ada.call(sendingApi.send, { params: { id }, body: { mail: false } })
    await approve(id, sent.portal_url)
    const answer = await ada.try(invoicesApi.update, {
      params: { id },
      body: { tax_rate: 5 },
      ifMatch: sent.invoice.version,
    })
    expect(answer).toMatchObject({ status: 409, body: { code: 'version_conflict' } })
  })

  test('of an invoice is in the answer of a change that sets back its approval', async () => {
    const ada = await signIn('Ada')
    const { params, read } = await prepareInvoice(ada)
    const { portal_url } = await ada.call(sendingApi.send, { params, body: { mail: false } })
    await approve(params.id, portal_url)
    const answer = await ada.try(invoicesApi.addItem, { params, body: item })
    expect(answer.headers.get('etag')).toBe((await recordOf(read)).tag)
  })

  async function approve(invoiceId: number, portalUrl: string) {
    const visitor = await visitorWith(tokenOf(portalUrl))
    await visitor.call(portalApi.decideInvoice, { params: { invoiceId }, body: { status: 'approved' } })
  }
})

describe('an Idempotency-Key', () => {
  test('returns an item again that was added to an older version', async () => {
    const ada = await signIn('Ada')
    const { params, read } = await prepareInvoice(ada)
    const headers = { 'idempotency-key': 'once', 'if-match': (await recordOf(read)).tag }
    const first = await ada.try(invoicesApi.addItem, { params, body: item, headers })
    const again = await ada.try(invoicesApi.addItem, { params, body: item, headers })
    expect(again).toMatchObject({ status: 201, body: first.body })
    expect(again.headers.get('etag')).toBe(first.headers.get('etag'))
  })
})
