import { describe, expect, test } from 'vitest'
import { pathWith } from '#core/endpoint.ts'
import { creditNotesApi } from '#features/billing/credit-notes/contract.ts'
import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { contactsApi } from '#features/engagement/contacts/contract/contacts.ts'
import { portalAccessApi } from '#features/engagement/portal-access/contract.ts'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { accountApi } from '#features/foundation/account/contract.ts'
import { commentsApi } from '#features/work/comments/contract.ts'
import { deliverablesApi } from '#features/work/deliverables/contract.ts'
import { timeEntriesApi } from '#features/work/time-entries/contract.ts'
import { setClock, sharedApp, signIn, startTestApp, uniqueEmail } from '#tests/app.ts'
import { png } from '#tests/images.ts'
import { signInAs } from '#tests/people.ts'
import {
  addDeliverable,
  addSentInvoice,
  openFurnishedStudio,
  openStudio,
  submit,
  visitorWith,
} from '#tests/portal.ts'
import { PortalVisitor, tokenOf } from '#tests/portal-visitor.ts'
import { INVALID_LINK } from '#tests/refusals.ts'
import { rowsOf } from '#tests/rows.ts'
import { portalApi } from './contract/portal.ts'

const NOT_A_LINK = '{"error":"Invalid or expired access token","code":"invalid_link"}'
const RATE_LIMITED = { status: 429, body: { code: 'rate_limited' } }
const DAY = 86_400_000

interface Ids {
  projectId?: unknown
  invoiceId?: unknown
  deliverableId?: unknown
  version?: unknown
}

const BODIES: Record<string, (ids: Ids) => unknown> = {
  comment: ({ projectId }) => ({ project_id: projectId, content: 'Hello', is_internal: false }),
  approveDeliverable: () => ({}),
  rejectDeliverable: () => ({ feedback: 'Larger, please' }),
  decideInvoice: () => ({ status: 'rejected', client_notes: 'Too much' }),
}

/** Every call of the portal, as its contract lists them. */
const CALLS = Object.entries(portalApi).map(([name, { method, path }]) => ({ name, method, path }))

/** A token with escapes of its own is sent as it is. */
async function callAs(
  token: string,
  { name, method, path }: (typeof CALLS)[number],
  ids: Ids & { paymentId?: number; creditNoteId?: number },
) {
  const visitor = await visitorWith(token)
  const body = BODIES[name]?.(ids)
  const address = pathWith(path, { token: 'TOKEN', version: 1, ...ids })
  const encoded = token.includes('%') ? token : encodeURIComponent(token)
  const response = await visitor.fetch(address.replace('TOKEN', encoded), {
    method,
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

describe('a link that does not open', () => {
  test('gets the same response from every call, whatever is wrong with it, and says whom to ask if it worked before', async () => {
    const { ids, token, ada, client, clientId } = await openFurnishedStudio()
    const [account, secret = ''] = token.split('.')
    const expired = await ada.call(portalAccessApi.create, { params: { id: clientId } })
    const revoked = await ada.call(portalAccessApi.create, { params: { id: clientId } })
    await ada.call(portalAccessApi.revoke, { params: { id: clientId, accessId: revoked.id } })
    const { database } = await sharedApp()
    await database.pool.query('update portal_access set expires_at = $1 where id = $2', [
      new Date(Date.now() - 1),
      expired.id,
    ])
    const other = await openStudio('Grace')
    const { email } = await ada.call(accountApi.me)
    const closed = JSON.stringify({ ...JSON.parse(NOT_A_LINK), contact: { name: 'Ada', email } })
    for (const { url } of [expired, revoked]) {
      for (const call of CALLS) {
        const { status, text } = await callAs(tokenOf(url), call, ids)
        expect(`${status} ${text}`, call.name).toBe(`404 ${closed}`)
      }
    }
    const tokens = {
      unknown: `${account}.${'A'.repeat(43)}`,
      'of another account': `${other.token.split('.')[0]}.${secret}`,
      'of no account': `999999999999999.${secret}`,
      'without account': secret,
      'cut short': token.slice(0, -1),
      'too long': `${token}A`,
      'far too long': 'A'.repeat(5000),
      'far too long and with an account': `${account}.${'A'.repeat(5000)}`,
      empty: '%20',
      'with a zero before the account': `0${token}`,
      'with a plus before the account': `%2B${account}.${secret}`,
      'with a blank before the account': `%20${account}.${secret}`,
      'with an exponent': `${account}e0.${secret}`,
      'with a decimal': `${account}.0.${secret}`,
      'with a slash': `${account}%2F${secret}`,
      'with a NUL': `${token}%00`,
      'with broken escapes': '%zz',
      'with quotes': "1.' or 1=1 --",
      emoji: '🔑',
    }
    for (const [kind, wrong] of Object.entries(tokens)) {
      for (const call of CALLS) {
        const { status, text } = await callAs(wrong, call, ids)
        expect(`${status} ${text}`, `${kind}: ${call.name}`).toBe(`404 ${NOT_A_LINK}`)
      }
    }
    const { invoiceId } = ids
    expect((await client.call(portalApi.invoice, { params: { invoiceId } })).decisions).toEqual([])
  })

  test('is rate limited when many are tried, or when too much is written', async () => {
    // The limit itself belongs to the app's own tests; here it is that portal links and codes of certificates are counted at all.
    const app = await startTestApp({ UNKNOWN_TOKEN_LIMIT: '3', PORTAL_WRITE_LIMIT: '3' })
    try {
      const statuses: number[] = []
      const guess = `1.${'B'.repeat(43)}`
      for (const path of [
        `client-portal/${guess}`,
        `certificates/${guess}`,
        `certificates/${guess}/pdf`,
        `certificates/${guess}`,
        `client-portal/${guess}`,
      ])
        statuses.push((await fetch(`${app.url}/api/${path}`)).status)
      expect(statuses).toEqual([404, 404, 404, 429, 429])

      const ada = await signInAs(app.url, { name: 'Ada', email: uniqueEmail('Ada') })
      const { id } = await ada.call(clientsApi.create, { body: { name: 'North' } })
      const project = await ada.call(projectsApi.create, { body: { name: 'Website', client_id: id } })
      const link = async () => {
        const { url } = await ada.call(portalAccessApi.create, { params: { id } })
        return new PortalVisitor(app.url, tokenOf(url))
      }
      const [eager, calm] = [await link(), await link()]
      const comment = (client: PortalVisitor) =>
        client.try(portalApi.comment, { body: { project_id: project.id, content: 'Hello' } })
      const answers = [await comment(eager), await comment(eager), await comment(eager), await comment(eager)]
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 429])
      expect(Number(answers[3]?.headers.get('retry-after'))).toBeGreaterThan(0)
      const encoded = [...eager.token].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join('')
      const respelled = await eager.request('POST', `/api/client-portal/${encoded}/comments`, {
        project_id: project.id,
        content: 'Hello',
      })
      expect(respelled).toMatchObject(RATE_LIMITED)
      expect(await comment(new PortalVisitor(app.url, `0${eager.token}`))).toMatchObject(RATE_LIMITED)
      const shown = await eager.call(portalApi.project, { params: { projectId: project.id } })
      expect(shown.comments_total).toBe(3)
      expect((await comment(calm)).status).toBe(201)
    } finally {
      await app.stop()
    }
  })

  test('stops opening at its expiry, to the millisecond, and opens again when renewed', async () => {
    const { ada, clientId } = await openStudio('Ada', 'America/New_York')
    const params = { id: clientId }
    const expires_on = new Date(Date.now() + 3 * DAY).toISOString().slice(0, 10)
    const link = await ada.call(portalAccessApi.create, { params, body: { expires_on } })
    const client = await visitorWith(tokenOf(link.url))
    const expiry = new Date(link.expires_at).getTime()
    expect(link.expires_at).toMatch(/T0[34]:59:59\.999Z$/)
    await setClock(new Date(expiry - 1).toISOString())
    await client.call(portalApi.overview)
    await setClock(new Date(expiry).toISOString())
    expect(await client.try(portalApi.overview)).toMatchObject(INVALID_LINK)
    expect((await ada.call(portalAccessApi.list, { params }))[0]?.status).toBe('expired')
    await ada.call(portalAccessApi.renew, { params: { ...params, accessId: link.id } })
    await client.call(portalApi.overview)
  })

  test('is what every link of an archived client becomes', async () => {
    const { client, ada, clientId } = await openFurnishedStudio()
    expect((await ada.call(clientsApi.remove, { params: { id: clientId } })).outcome).toBe('archived')
    expect(await client.try(portalApi.overview)).toMatchObject({
      status: 404,
      body: JSON.parse(NOT_A_LINK),
    })
    const { database } = await sharedApp()
    const { rows } = await database.pool.query('select revoked_at from portal_access where client_id = $1', [
      clientId,
    ])
    expect(rows[0].revoked_at).toBeInstanceOf(Date)
  })
})

describe('the token of a link', () => {
  test('is in no row of the account, whatever the client does and however the address is spelled', async () => {
    const { ada, ids, token, clientId } = await openFurnishedStudio()
    const [account, secret = ''] = token.split('.')
    const visitor = await visitorWith(token)
    const spellings = [`client-portal/${token}`, `client%2Dportal/${account}%2E${secret}`]
    const statuses: number[] = []
    for (const [number, spelling] of spellings.entries()) {
      for (const { name, method, path } of CALLS.filter(({ method }) => method !== 'GET')) {
        const address = pathWith(path, { token: 'TOKEN', version: 1, ...ids })
        const { status } = await visitor.request(
          method,
          address.replace('client-portal/TOKEN', spelling),
          BODIES[name]?.(ids) ?? {},
          { 'idempotency-key': `${name} ${number}` },
        )
        statuses.push(status)
      }
    }
    expect(statuses).toContain(201)
    await ada.call(portalAccessApi.list, { params: { id: clientId } })
    const rows = (await rowsOf(Number(account))).join('\n')
    expect(rows).toContain('/api/client-portal/[token]/comments')
    expect(rows).not.toContain(secret)
    expect(rows).not.toContain(ada.cookies.get('daybook_session')?.split('.')[1])
  })
})

describe('what does not belong to the client', () => {
  test('is not found by any call, for whatever reason', async () => {
    const studio = await openFurnishedStudio()
    const { ada, clientId, projectId, token } = studio
    const addProject = async (name: string, client_id?: number) =>
      (await ada.call(projectsApi.create, { body: { name, ...(client_id && { client_id }) } })).id
    const { id: rivalId } = await ada.call(clientsApi.create, { body: { name: 'Rival' } })
    const rivalProject = await addProject('Rebrand', rivalId)
    const cancelled = await addProject('Old', clientId)
    const unowned = await addProject('Nobody’s')
    const other = await openFurnishedStudio()

    const rivals = { ada, projectId: rivalProject }
    const rivalDeliverable = await addDeliverable(rivals)
    await submit(rivals, rivalDeliverable)
    const ofCancelled = await addDeliverable({ ada, projectId: cancelled })
    await submit({ ada, projectId: cancelled }, ofCancelled)
    await ada.call(projectsApi.update, {
      params: { id: cancelled },
      body: { name: 'Old', client_id: clientId, status: 'cancelled' },
    })
    const draft = await addDeliverable(studio, { title: 'Not yet' })
    const rivalInvoice = await addSentInvoice({ ...studio, clientId: rivalId })
    const { id: draftInvoice } = await ada.call(invoicesApi.create, {
      body: { client_id: clientId, issue_date: '2026-11-01' },
    })

    const nowhere = [999_999_999, 0, -1, 'abc', '1.5', '9'.repeat(30), '%00']
    const foreign: Record<keyof Ids, unknown[]> = {
      projectId: [rivalProject, cancelled, unowned, other.projectId, ...nowhere],
      invoiceId: [rivalInvoice, draftInvoice, other.ids.invoiceId, ...nowhere],
      deliverableId: [rivalDeliverable, ofCancelled, draft, other.ids.deliverableId, ...nowhere],
      version: [2, ...nowhere],
    }
    const NOUNS = {
      projectId: 'Project',
      invoiceId: 'Invoice',
      deliverableId: 'Deliverable',
      version: 'Deliverable',
    }
    let walked = 0
    for (const call of CALLS) {
      for (const kind of Object.keys(NOUNS) as (keyof typeof NOUNS)[]) {
        const inBody = call.name === 'comment' && kind === 'projectId'
        if (!call.path.includes(`{${kind}}`) && !inBody) continue
        for (const id of foreign[kind].filter((id) => !inBody || typeof id === 'number')) {
          const answer = await callAs(token, call, { ...studio.ids, [kind]: id })
          expect(`${answer.status} ${answer.text}`, `${call.name} ${kind} ${id}`).toBe(
            `404 {"error":"${NOUNS[kind]} not found","code":"not_found"}`,
          )
          walked++
        }
      }
    }
    expect(walked).toBeGreaterThan(50)

    const rival = (await ada.call(deliverablesApi.list, { params: { id: rivalProject } }))[0]
    expect(rival).toMatchObject({ status: 'submitted', approved_at: null })
    expect(await ada.call(commentsApi.list, { params: { id: projectId } })).toEqual([])
  })

  test('is in no response', async () => {
    const studio = await openFurnishedStudio()
    const { ada, clientId, projectId, token, ids } = studio
    const SECRET = 'KEEP-OUT'
    const say = (project: number, content: string, is_internal = false) =>
      ada.call(commentsApi.create, { params: { id: project }, body: { content, is_internal } })
    await say(projectId, `${SECRET} internal`, true)
    await say(projectId, 'For you')
    await addDeliverable(studio, { title: `${SECRET} draft`, link_url: `https://example.com/${SECRET}` })
    await ada.call(deliverablesApi.update, {
      params: { id: projectId, deliverableId: ids.deliverableId },
      body: {
        title: `${SECRET} working copy`,
        description: `${SECRET} words`,
        link_url: `https://example.com/${SECRET}`,
      },
    })
    const { id: rivalId } = await ada.call(clientsApi.create, {
      body: { name: `${SECRET} Rival`, notes: SECRET },
    })
    await ada.call(clientsApi.update, {
      params: { id: clientId },
      body: { name: 'Studio North', notes: `${SECRET} pays late`, phone: '+12025550123' },
    })
    await ada.call(contactsApi.create, { params: { id: clientId }, body: { name: `${SECRET} Colleague` } })
    const { id: moved } = await ada.call(projectsApi.create, {
      body: { name: 'Moved', client_id: rivalId },
    })
    await say(moved, `${SECRET} to the rival`)
    const movedDeliverable = await addDeliverable(
      { ada, projectId: moved },
      { title: `${SECRET} for the rival` },
    )
    await submit({ ada, projectId: moved }, movedDeliverable)
    await ada.call(projectsApi.create, { body: { name: `${SECRET} elsewhere`, client_id: rivalId } })
    await addSentInvoice({ ...studio, clientId: rivalId }, { notes: SECRET })
    await ada.call(invoicesApi.create, {
      body: { client_id: clientId, issue_date: '2026-11-01', notes: `${SECRET} draft` },
    })
    await ada.call(timeEntriesApi.create, {
      body: {
        project_id: projectId,
        description: SECRET,
        hours: 1,
        date: '2026-11-01',
        is_billable: true,
      },
    })
    await ada.call(projectsApi.update, {
      params: { id: moved },
      body: { name: 'Moved', client_id: clientId },
    })
    const stranger = await signIn(`${SECRET}`)
    await stranger.call(clientsApi.create, { body: { name: `${SECRET} of a stranger` } })

    await ada.fetch('/api/business/logo', { method: 'PUT', body: new Blob([new Uint8Array(png())]) })
    const payment = { amount: 1, paid_on: '2026-11-01' }
    const params = { id: ids.invoiceId }
    await ada.call(invoicesApi.recordPayment, { params, body: payment })
    const { payments } = await ada.call(invoicesApi.payments, { params })
    const credit = { reason: 'Goodwill', items: [{ description: 'Goodwill', quantity: 1, rate: 1 }] }
    const { id: creditNoteId } = await ada.call(creditNotesApi.create, { params, body: credit })
    await ada.call(creditNotesApi.send, { params: { id: creditNoteId }, body: { mail: false } })
    const answers: string[] = []
    const ownDetails = `GET ${portalApi.me.path}`
    const read = CALLS.filter(({ method, path }) => method === 'GET' && `${method} ${path}` !== ownDetails)
    for (const project of [projectId, moved]) {
      for (const call of read) {
        const { status, text } = await callAs(token, call, {
          ...ids,
          projectId: project,
          paymentId: payments[0]?.id ?? 0,
          creditNoteId,
        })
        // Nothing was uploaded.
        if (!/\/(file|expense-receipts\/\{receiptId\})$/.test(call.path)) expect(status, call.name).toBe(200)
        answers.push(text)
      }
    }
    for (const call of CALLS.filter(({ method }) => method === 'POST')) {
      answers.push((await callAs(token, call, ids)).text)
    }
    const all = answers.join('\n')
    expect(all).toContain('For you')
    expect(all).toContain('Moved')
    expect(all.toLowerCase()).not.toContain(SECRET.toLowerCase())
    expect(all).not.toContain(ada.email)
    expect(all).not.toContain('+12025550123')

    expect(await studio.client.call(portalApi.me)).toEqual({
      is_contact: false,
      name: 'Studio North',
      email: '',
      phone: '+12025550123',
      locale: null,
      pending_email: null,
      version: 2,
    })
    const project = await studio.client.call(portalApi.project, { params: { projectId: moved } })
    expect(project).toMatchObject({
      deliverables: [],
      comments: [],
      comments_total: 0,
      deliverables_total: 0,
    })
  })
})
