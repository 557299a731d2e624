import { describe, expect, test } from 'vitest'
import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import type { InvoiceStatus } from '#features/billing/invoices/contract/invoice.ts'
import { sendingApi } from '#features/billing/sending/contract/sending.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { portalAccessApi } from '#features/engagement/portal-access/contract.ts'
import { accountApi } from '#features/foundation/account/contract.ts'
import { clientPageApi } from '#features/pages/client-page/contract.ts'
import { portalApi } from '#features/pages/portal/contract/portal.ts'
import { commentsApi } from '#features/work/comments/contract.ts'
import { deliverablesApi } from '#features/work/deliverables/contract.ts'
import { setClock, sharedApp } from '#tests/app.ts'
import { linksIn, mailsTo, withoutMail } from '#tests/mails.ts'
import { Visitor } from '#tests/people.ts'
import { givePlan } from '#tests/plans.ts'
import {
  activityOf,
  addDeliverable,
  addPortalLink,
  openStudio,
  type Studio,
  submit,
  visitorWith,
} from '#tests/portal.ts'
import { tokenOf } from '#tests/portal-visitor.ts'
import { CONFLICT, NOT_FOUND, UNAUTHORIZED } from '#tests/refusals.ts'

/** A studio with a client who has their own email address. */
async function mailing() {
  const studio = await openStudio()
  const email = `north.${studio.clientId}@example.com`
  await studio.ada.call(clientsApi.update, {
    params: { id: studio.clientId },
    body: { name: 'Studio North', email },
  })
  await nameBusiness(studio, 'Ada & Co')
  return { ...studio, email }
}

const nameBusiness = ({ ada }: Studio, business_name: string) =>
  ada.call(accountApi.update, { body: { business_name, time_zone: 'UTC' } })

const write = ({ ada, clientId }: Studio) =>
  ada.call(invoicesApi.create, {
    body: {
      client_id: clientId,
      issue_date: '2026-11-01',
      due_date: '2099-12-01',
      items: [{ description: 'Design', quantity: 2, rate: 50 }],
    },
  })

const read = ({ ada }: Studio, id: number) => ada.call(invoicesApi.get, { params: { id } })
const send = ({ ada }: Studio, id: number) => ada.call(sendingApi.send, { params: { id }, body: {} })
const trySend = ({ ada }: Studio, id: number) => ada.try(sendingApi.send, { params: { id }, body: {} })
const sendWithoutMail = ({ ada }: Studio, id: number) =>
  ada.call(sendingApi.send, { params: { id }, body: { mail: false } })
const mark = ({ ada }: Studio, id: number, status: InvoiceStatus) =>
  ada.call(invoicesApi.update, { params: { id }, body: { status } })

const approve = ({ client }: Studio, deliverableId: number) =>
  client.call(portalApi.approveDeliverable, { params: { deliverableId }, body: {} })
const comment = ({ client, projectId }: Studio, content: string) =>
  client.call(portalApi.comment, { body: { project_id: projectId, content } })

describe('sending an invoice', () => {
  test('marks it, asks for approval, and mails the link to it', async () => {
    const studio = await mailing()
    const { id } = await write(studio)
    const { invoice, portal_url, mailed_to } = await send(studio, id)
    expect(invoice).toMatchObject({ status: 'sent', approval_status: 'pending', sent_at: expect.any(String) })
    expect(mailed_to).toBe(studio.email)
    const { url } = await sharedApp()
    expect(portal_url).toBe(`${url}/client-portal/${studio.token}/invoices/${id}`)
    const [mail, ...rest] = await mailsTo(studio.email)
    expect(rest).toEqual([])
    expect(mail?.subject).toBe('Invoice INV-0001 from Ada & Co')
    expect(mail?.text).toContain('for $100.00, due on December 1, 2099')
    expect(mail?.html).toContain('Ada &amp; Co')
    expect(mail && linksIn(mail)).toEqual([portal_url])
    expect(await activityOf(studio.ada)).toContain('Invoice sent: INV-0001 for Studio North')
  })

  test('makes a link where none opens long enough', async () => {
    const studio = await mailing()
    const params = { id: studio.clientId, accessId: studio.accessId }
    await studio.ada.call(portalAccessApi.revoke, { params })
    const soon = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
    await studio.ada.call(portalAccessApi.create, { params, body: { expires_on: soon } })
    const { id } = await write(studio)
    const { portal_url } = await send(studio, id)
    const all = await studio.ada.call(portalAccessApi.list, { params })
    expect(all).toHaveLength(3)
    expect(portal_url.startsWith(all[0]?.url ?? 'nowhere')).toBe(true)
    const visitor = await visitorWith(tokenOf(portal_url))
    expect((await visitor.call(portalApi.invoice, { params: { invoiceId: id } })).id).toBe(id)
  })

  test('without an address says so, changes nothing, and can be done with the link alone', async () => {
    const studio = await mailing()
    await studio.ada.call(clientsApi.update, {
      params: { id: studio.clientId },
      body: { name: 'Studio North' },
    })
    const { id } = await write(studio)
    expect(await trySend(studio, id)).toMatchObject({
      status: 409,
      body: {
        error:
          'Studio North has no email address. Add one, or mark it as sent and share the portal link yourself.',
        code: 'conflict',
      },
    })
    expect(await read(studio, id)).toMatchObject({ status: 'draft', approval_status: null })
    const sent = await sendWithoutMail(studio, id)
    expect(sent).toMatchObject({
      invoice: { status: 'sent' },
      mailed_to: null,
      portal_url: expect.any(String),
    })
    expect(await mailsTo(studio.email)).toEqual([])
  })

  test.each(['\u0001', '"Ada" <ada@evil.example>\r\nBcc: eve@example.com', '🦓'.repeat(100)])(
    'goes only to the client, whatever the business name: %j',
    async (business_name) => {
      const studio = await mailing()
      await nameBusiness(studio, business_name)
      const { id } = await write(studio)
      await send(studio, id)
      const [mail, ...rest] = await mailsTo(studio.email)
      expect(rest).toEqual([])
      expect(mail).toMatchObject({ to: [{ address: studio.email }], from: { address: 'daybook@localhost' } })
      expect(mail?.bcc).toBeUndefined()
    },
  )

  test('without mail set up says so and changes nothing', async () => {
    const studio = await mailing()
    const { id } = await write(studio)
    await withoutMail()
    expect(await trySend(studio, id)).toMatchObject({ status: 503, body: { code: 'mail_not_set_up' } })
    expect((await read(studio, id)).status).toBe('draft')
  })

  test('twice reminds; a paid or cancelled one is not sent, nor one to an archived client', async () => {
    const studio = await mailing()
    const { id } = await write(studio)
    await send(studio, id)
    await send(studio, id)
    expect(await mailsTo(studio.email)).toHaveLength(2)
    for (const status of ['paid', 'cancelled'] as const) {
      await mark(studio, id, status)
      expect(await trySend(studio, id)).toMatchObject(CONFLICT)
    }
    await mark(studio, id, 'draft')
    await studio.ada.call(clientsApi.remove, { params: { id: studio.clientId } })
    expect(await trySend(studio, id)).toMatchObject(CONFLICT)
  })

  test('by hand asks for approval too', async () => {
    const studio = await mailing()
    const { id } = await write(studio)
    expect(await mark(studio, id, 'sent')).toMatchObject({
      status: 'sent',
      approval_status: 'pending',
    })
  })

  test('is refused for other accounts', async () => {
    const [studio, other] = [await mailing(), await openStudio('Eve')]
    const { id } = await write(studio)
    expect(await trySend(other, id)).toMatchObject(NOT_FOUND)
    const nobody = new Visitor(studio.ada.url)
    expect(await nobody.try(sendingApi.send, { params: { id }, body: {} })).toMatchObject(UNAUTHORIZED)
    expect((await read(studio, id)).status).toBe('draft')
  })
})

describe('the freelancer', () => {
  test('is notified by mail of the client’s decisions and comments', async () => {
    const studio = await mailing()
    const { ada, client } = studio
    const [first, second] = [await addDeliverable(studio), await addDeliverable(studio, { title: 'Logo' })]
    await submit(studio, first)
    await submit(studio, second)
    const [approved, rejected] = [await write(studio), await write(studio)]
    for (const { id } of [approved, rejected]) await sendWithoutMail(studio, id)
    await comment(studio, 'Hello\nthere')
    await approve(studio, first)
    await client.call(portalApi.rejectDeliverable, {
      params: { deliverableId: second },
      body: { feedback: 'Larger <script>alert(1)</script>' },
    })
    await client.call(portalApi.decideInvoice, {
      params: { invoiceId: approved.id },
      body: { status: 'approved' },
    })
    await client.call(portalApi.decideInvoice, {
      params: { invoiceId: rejected.id },
      body: { status: 'rejected', client_notes: 'Too much' },
    })

    const mails = await mailsTo(ada.email)
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Studio North approved Homepage',
      'Studio North approved invoice INV-0001',
      'Studio North commented on Website',
      'Studio North requested changes to invoice INV-0002',
      'Studio North requested changes to Logo',
    ])
    const [, , commented, invoice, logo] = mails
    expect(logo?.text).toContain('“Larger <script>alert(1)</script>”')
    expect(logo?.html).not.toContain('<script>')
    expect(invoice?.text).toContain('“Too much”')
    expect(commented?.text).toContain('Hello\nthere')
    for (const mail of mails) {
      expect(mail.text).not.toContain(studio.token)
      expect(mail.html).not.toContain(studio.token)
    }
  })

  test('without mail set up, the client decides all the same', async () => {
    const studio = await mailing()
    const id = await addDeliverable(studio)
    await submit(studio, id)
    await withoutMail()
    await approve(studio, id)
    await comment(studio, 'Hello')
  })

  test('gets no mail about a decision that was refused', async () => {
    const studio = await mailing()
    const id = await addDeliverable(studio)
    await submit(studio, id)
    const tryApprove = () =>
      studio.client.try(portalApi.approveDeliverable, { params: { deliverableId: id }, body: {} })
    await Promise.all([tryApprove(), tryApprove(), tryApprove()])
    expect(await mailsTo(studio.ada.email)).toHaveLength(1)
  })
})

describe('notices to the freelancer', () => {
  const reject = ({ client }: Studio, deliverableId: number) =>
    client.call(portalApi.rejectDeliverable, { params: { deliverableId }, body: {} })

  async function submitPages(studio: Studio, count: number): Promise<number[]> {
    const ids: number[] = []
    for (let page = 1; page <= count; page++) {
      ids.push(await addDeliverable(studio, { title: `Page ${page}` }))
      await submit(studio, ids.at(-1) ?? 0)
    }
    return ids
  }

  const textsTo = async (email: string) => (await mailsTo(email)).map(({ text }) => text).join('\n')

  test('about comments within ten minutes are one mail, which silences nothing else', async () => {
    await setClock('2026-11-12T10:00:00Z')
    const studio = await mailing()
    const { ada } = studio
    const [page = 0] = await submitPages(studio, 1)
    const comments = Array.from({ length: 12 }, (_, index) => `Comment ${index + 1}: \ud83d half a zebra.`)
    await Promise.all(comments.map((content) => comment(studio, content)))
    expect((await mailsTo(ada.email)).map(({ subject }) => subject)).toEqual([
      'Studio North commented on Website',
    ])
    await reject(studio, page)
    expect((await mailsTo(ada.email)).map(({ subject }) => subject)).toContain(
      'Studio North requested changes to Page 1',
    )
    await setClock('2026-11-12T10:09:59Z')
    expect(await mailsTo(ada.email)).toHaveLength(2)
    await setClock('2026-11-12T10:10:00Z')
    expect((await mailsTo(ada.email)).map(({ subject }) => subject)).toEqual([
      'Studio North commented on Website',
      'Studio North commented on Website (11 times)',
      'Studio North requested changes to Page 1',
    ])
    const texts = await textsTo(ada.email)
    for (const content of comments) expect(texts).toContain(content.toWellFormed())
  })

  test('beyond ten in an hour are combined, and receipts of approvals delayed: none is lost', async () => {
    await setClock('2026-11-12T10:00:00Z')
    const studio = await mailing()
    const { ada, email } = studio
    for (const id of await submitPages(studio, 13)) await approve(studio, id)
    expect(await mailsTo(ada.email)).toHaveLength(10)
    expect(await mailsTo(email)).toHaveLength(10)
    await setClock('2026-11-12T11:00:00Z')
    const toAda = await mailsTo(ada.email)
    expect(toAda).toHaveLength(11)
    expect(toAda.map(({ subject }) => subject)).toContain('Studio North approved Page 11, and 2 more updates')
    const texts = await textsTo(ada.email)
    const pages = Array.from({ length: 13 }, (_, index) => `Page ${index + 1}`)
    for (const page of pages) expect(texts).toContain(`Studio North approved “${page}” (version 1)`)
    const receipts = (await mailsTo(email)).map(({ subject }) => subject)
    expect(new Set(receipts)).toEqual(new Set(pages.map((page) => `You approved ${page}`)))
    expect(receipts).toHaveLength(13)
  })

  test('that wait are deleted with the client whom they name', async () => {
    await setClock('2026-11-12T10:00:00Z')
    const studio = await mailing()
    const { ada, clientId: id } = studio
    for (const content of ['First', 'Second']) await comment(studio, content)
    expect(await mailsTo(ada.email)).toHaveLength(1)
    await ada.call(clientsApi.remove, { params: { id } })
    await ada.call(clientPageApi.erase, { params: { id } })
    await setClock('2026-11-12T10:10:00Z')
    expect(await mailsTo(ada.email)).toHaveLength(1)
  })
})

test('opening every link of every mail changes nothing', async () => {
  const studio = await mailing()
  const { ada, email } = studio
  const deliverable = await addDeliverable(studio)
  await submit(studio, deliverable)
  const { id } = await write(studio)
  expect(await mailLink(studio)).toMatchObject({ status: 200 })
  await send(studio, id)
  await comment(studio, 'Hello')
  const before = await stateOf(studio, id)

  const links = [...(await mailsTo(email)), ...(await mailsTo(ada.email))].flatMap(linksIn)
  expect(links.length).toBeGreaterThanOrEqual(3)
  const scanner = new Visitor(ada.url)
  for (const link of links) {
    const { pathname } = new URL(link)
    for (const path of [link, `/api${pathname}`]) {
      for (const method of ['GET', 'HEAD']) await scanner.fetch(path, { method })
    }
  }
  expect(await stateOf(studio, id)).toEqual(before)
})

async function stateOf(studio: Studio, invoiceId: number) {
  const { ada, projectId } = studio
  return [
    await ada.call(deliverablesApi.list, { params: { id: projectId } }),
    await ada.call(commentsApi.list, { params: { id: projectId } }),
    await read(studio, invoiceId),
    await activityOf(ada),
  ]
}

const mailLink = ({ ada, clientId, accessId }: Studio) =>
  ada.try(portalAccessApi.mail, { params: { id: clientId, accessId } })

describe('the limits of mails', () => {
  const MAILED = { status: 200 }
  const LIMIT_REACHED = { status: 429, body: { code: 'mail_limit_reached' } }

  /** As if so many mails had gone to other clients a while ago. */
  async function haveSent(studio: Studio, count: number, minutesAgo: number): Promise<void> {
    const { database } = await sharedApp()
    const { id } = await studio.ada.call(accountApi.me)
    await database.pool.query(
      `insert into mail_sends (account_id, address_hash, audience, sent_at)
       select $1, sha256(n::text::bytea), 'client', now() - make_interval(mins => $3)
       from generate_series(1, $2) n`,
      [id, count, minutesAgo],
    )
  }

  test('count a mailbox however it is written, and are not reset by deleting the client', async () => {
    const studio = await mailing()
    const { ada } = studio
    for (let sent = 0; sent < 10; sent++) {
      const email = `North.${studio.clientId}+${sent}@EXAMPLE.com`
      const { id } = await ada.call(clientsApi.create, { body: { name: 'Stranger', email } })
      const { accessId } = await addPortalLink(ada, id)
      await ada.call(portalAccessApi.mail, { params: { id, accessId } })
      await ada.call(clientsApi.remove, { params: { id } })
    }
    expect(await mailLink(studio)).toMatchObject(LIMIT_REACHED)
  })

  test('let the next go an hour later', async () => {
    await setClock('2026-11-12T10:00:00Z')
    const studio = await mailing()
    for (let sent = 0; sent < 10; sent++) expect(await mailLink(studio)).toMatchObject(MAILED)
    const refused = await mailLink(studio)
    expect(refused.headers.get('retry-after')).toBe('3600')
    await setClock('2026-11-12T10:59:59Z')
    expect(await mailLink(studio)).toMatchObject({
      ...LIMIT_REACHED,
      body: { error: expect.stringContaining('Try again in a minute.') },
    })
    await setClock('2026-11-12T11:00:00Z')
    expect(await mailLink(studio)).toMatchObject(MAILED)
  })

  test.each([
    ['a trial', 'professional', 'trial', 100],
    ['the free plan', 'free', 'active', 100],
    ['a paid plan', 'starter', 'active', 1000],
  ] as const)('on %s are counted for 24 hours', async (_, plan, status, limit) => {
    const studio = await mailing()
    await givePlan(studio.ada, plan, status)
    await haveSent(studio, 5, 24 * 60)
    await haveSent(studio, limit - 1, 23 * 60)
    expect(await mailLink(studio)).toMatchObject(MAILED)
    const refused = await mailLink(studio)
    expect(refused).toMatchObject({
      status: 429,
      body: {
        error: `Your plan allows ${limit.toLocaleString('en-US')} emails a day to clients. Try again in an hour.`,
        code: 'mail_limit_reached',
      },
    })
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(3600)
  })

  test('never block a client, and clients cannot use up the freelancer’s limit', async () => {
    const studio = await mailing()
    await haveSent(studio, 99, 60)
    for (let said = 0; said < 12; said++) {
      await comment(studio, `${said}`)
    }
    expect(await mailLink(studio)).toMatchObject(MAILED)
  })

  test('are each account’s own', async () => {
    const [studio, other] = [await mailing(), await mailing()]
    await haveSent(studio, 100, 60)
    expect(await mailLink(studio)).toMatchObject(LIMIT_REACHED)
    expect(await mailLink(other)).toMatchObject(MAILED)
  })
})

test.each([
  ['PayPal service@paypal.example https://evil.example/pay', 'PayPal'],
  ['evil.example', 'evil example'],
  ['\u202Ehttps://evil.example', 'Ada'],
])('a mail contains no link or address from the business name: %j', async (business_name, sender) => {
  const studio = await mailing()
  await nameBusiness(studio, business_name)
  await studio.ada.call(clientsApi.update, {
    params: { id: studio.clientId },
    body: { name: 'Click www.evil.example/now', email: studio.email },
  })
  const { id } = await write(studio)
  const { portal_url } = await send(studio, id)
  const [mail] = await mailsTo(studio.email)
  expect(mail?.from?.name).toBe(sender)
  expect(mail?.subject).toBe(`Invoice INV-0001 from ${sender}`)
  expect(mail && linksIn(mail)).toEqual([portal_url])
  expect(`${mail?.subject} ${mail?.text}`).not.toMatch(/evil\.|@paypal/)
})
