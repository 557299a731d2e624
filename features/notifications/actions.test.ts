import { describe, expect, test } from 'vitest'
import { setClock, sharedApp } from '#tests/app.ts'
import { linksIn, mailsTo, withoutMail } from '#tests/mails.ts'
import { Visitor } from '#tests/people.ts'
import { givePlan } from '#tests/plans.ts'
import {
  activityOf,
  addDeliverable,
  created,
  done,
  openStudio,
  type Studio,
  submit,
  tokenOf,
  visitorWith,
} from '#tests/portal.ts'

/** A studio whose client reads mail at an address of its own. */
async function mailing() {
  const studio = await openStudio()
  const email = `north.${studio.clientId}@example.com`
  await done(studio.ada.put(`/api/clients/${studio.clientId}`, { name: 'Studio North', email }))
  await done(studio.ada.put('/api/users/me', { business_name: 'Ada & Co', time_zone: 'UTC' }))
  return { ...studio, email }
}

const write = ({ ada, clientId }: Studio, input: object = {}) =>
  created(
    ada.post('/api/invoices', {
      client_id: clientId,
      issue_date: '2026-11-01',
      due_date: '2099-12-01',
      items: [{ description: 'Design', quantity: 2, rate: 50 }],
      ...input,
    }),
  )

describe('sending an invoice', () => {
  test('marks it, asks for approval, and mails the link to it', async () => {
    const studio = await mailing()
    const { id } = await write(studio)
    const { invoice, portal_url, mailed_to } = await done(studio.ada.post(`/api/invoices/${id}/send`, {}))
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
    const links = `/api/clients/${studio.clientId}/portal-access`
    await done(studio.ada.delete(`${links}/${studio.accessId}`))
    const soon = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
    await created(studio.ada.post(links, { expires_on: soon }))
    const { id } = await write(studio)
    const { portal_url } = await done(studio.ada.post(`/api/invoices/${id}/send`, {}))
    const all = await done(studio.ada.get(links))
    expect(all).toHaveLength(3)
    expect(portal_url.startsWith(all[0].url)).toBe(true)
    expect((await done((await visitorWith(tokenOf(portal_url))).open(`/invoices/${id}`))).id).toBe(id)
  })

  test('without an address says so, changes nothing, and can be done with the link alone', async () => {
    const studio = await mailing()
    await done(studio.ada.put(`/api/clients/${studio.clientId}`, { name: 'Studio North' }))
    const { id } = await write(studio)
    expect(await studio.ada.post(`/api/invoices/${id}/send`, {})).toMatchObject({
      status: 409,
      body: {
        error:
          'Studio North has no email address. Add one, or mark it as sent and share the portal link yourself.',
      },
    })
    expect(await done(studio.ada.get(`/api/invoices/${id}`))).toMatchObject({
      status: 'draft',
      approval_status: null,
    })
    const sent = await done(studio.ada.post(`/api/invoices/${id}/send`, { mail: false }))
    expect(sent).toMatchObject({
      invoice: { status: 'sent' },
      mailed_to: null,
      portal_url: expect.any(String),
    })
    expect(await mailsTo(studio.email)).toEqual([])
  })

  test.each(['\u0001', '"Ada" <ada@evil.example>\r\nBcc: eve@example.com', '🦓'.repeat(100)])(
    'goes to nobody but the client, whatever the business is called: %j',
    async (business_name) => {
      const studio = await mailing()
      await done(studio.ada.put('/api/users/me', { business_name, time_zone: 'UTC' }))
      const { id } = await write(studio)
      await done(studio.ada.post(`/api/invoices/${id}/send`, {}))
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
    expect((await studio.ada.post(`/api/invoices/${id}/send`, {})).status).toBe(503)
    expect((await done(studio.ada.get(`/api/invoices/${id}`))).status).toBe('draft')
  })

  test('twice reminds; a paid or cancelled one is not sent, nor one to an archived client', async () => {
    const studio = await mailing()
    const { id } = await write(studio)
    const path = `/api/invoices/${id}`
    await done(studio.ada.post(`${path}/send`, {}))
    await done(studio.ada.post(`${path}/send`, {}))
    expect(await mailsTo(studio.email)).toHaveLength(2)
    for (const status of ['paid', 'cancelled']) {
      await done(studio.ada.put(path, { status }))
      expect((await studio.ada.post(`${path}/send`, {})).status).toBe(409)
    }
    await done(studio.ada.put(path, { status: 'draft' }))
    await done(studio.ada.delete(`/api/clients/${studio.clientId}`))
    expect((await studio.ada.post(`${path}/send`, {})).status).toBe(409)
  })

  test('by hand asks for approval too', async () => {
    const studio = await mailing()
    const { id } = await write(studio)
    expect(await done(studio.ada.put(`/api/invoices/${id}`, { status: 'sent' }))).toMatchObject({
      status: 'sent',
      approval_status: 'pending',
    })
  })

  test('is refused for other accounts', async () => {
    const [studio, other] = [await mailing(), await openStudio('Eve')]
    const { id } = await write(studio)
    expect((await other.ada.post(`/api/invoices/${id}/send`, {})).status).toBe(404)
    expect((await new Visitor(studio.ada.url).post(`/api/invoices/${id}/send`, {})).status).toBe(401)
    expect((await done(studio.ada.get(`/api/invoices/${id}`))).status).toBe('draft')
  })
})

describe('the freelancer', () => {
  test('is told by mail what the client decided and wrote', async () => {
    const studio = await mailing()
    const { ada, client, projectId } = studio
    const [first, second] = [await addDeliverable(studio), await addDeliverable(studio, { title: 'Logo' })]
    await submit(studio, first)
    await submit(studio, second)
    const [approved, rejected] = [await write(studio), await write(studio)]
    for (const { id } of [approved, rejected]) {
      await done(ada.post(`/api/invoices/${id}/send`, { mail: false }))
    }
    await done(client.send(`/deliverables/${first}/approve`, {}))
    await done(
      client.send(`/deliverables/${second}/reject`, { feedback: 'Larger <script>alert(1)</script>' }),
    )
    await done(client.send(`/invoices/${approved.id}/approve`, { status: 'approved' }))
    await done(
      client.send(`/invoices/${rejected.id}/approve`, { status: 'rejected', client_notes: 'Too much' }),
    )
    await created(client.send('/comments', { project_id: projectId, content: 'Hello\nthere' }))

    const mails = await mailsTo(ada.email)
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Studio North approved Homepage',
      'Studio North approved invoice INV-0001',
      'Studio North commented on Website',
      'Studio North requested changes to invoice INV-0002',
      'Studio North requested changes to Logo',
    ])
    const [, , comment, invoice, logo] = mails
    expect(logo?.text).toContain('“Larger <script>alert(1)</script>”')
    expect(logo?.html).not.toContain('<script>')
    expect(invoice?.text).toContain('“Too much”')
    expect(comment?.text).toContain('Hello\nthere')
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
    await done(studio.client.send(`/deliverables/${id}/approve`, {}))
    await created(studio.client.send('/comments', { project_id: studio.projectId, content: 'Hello' }))
  })

  test('gets no mail of a decision that was not taken', async () => {
    const studio = await mailing()
    const id = await addDeliverable(studio)
    await submit(studio, id)
    await Promise.all([1, 2, 3].map(() => studio.client.send(`/deliverables/${id}/approve`, {})))
    expect(await mailsTo(studio.ada.email)).toHaveLength(1)
  })
})

test('whoever follows every link of every mail changes nothing', async () => {
  const studio = await mailing()
  const { ada, client, clientId, accessId, projectId, email } = studio
  const deliverable = await addDeliverable(studio)
  await submit(studio, deliverable)
  const { id } = await write(studio)
  await done(ada.post(`/api/clients/${clientId}/portal-access/${accessId}/mail`, undefined))
  await done(ada.post(`/api/invoices/${id}/send`, {}))
  await created(client.send('/comments', { project_id: projectId, content: 'Hello' }))
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

async function stateOf({ ada, projectId }: Studio, invoiceId: number) {
  return [
    await done(ada.get(`/api/projects/${projectId}/deliverables`)),
    await done(ada.get(`/api/projects/${projectId}/comments`)),
    await done(ada.get(`/api/invoices/${invoiceId}`)),
    await activityOf(ada),
  ]
}

describe('the limits of mails', () => {
  const mailLink = ({ ada, clientId, accessId }: Studio) =>
    ada.post(`/api/clients/${clientId}/portal-access/${accessId}/mail`, undefined)

  /** As if so many mails had gone to other clients a while ago. */
  async function haveSent(studio: Studio, count: number, minutesAgo: number): Promise<void> {
    const { database } = await sharedApp()
    const { id } = (await studio.ada.get('/api/users/me')).body
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
      const { id } = await created(ada.post('/api/clients', { name: 'Stranger', email }))
      const link = await created(ada.post(`/api/clients/${id}/portal-access`, {}))
      await done(ada.post(`/api/clients/${id}/portal-access/${link.id}/mail`, undefined))
      await done(ada.delete(`/api/clients/${id}`))
    }
    expect((await mailLink(studio)).status).toBe(429)
  })

  test('let the next go an hour later', async () => {
    await setClock('2026-11-12T10:00:00Z')
    const studio = await mailing()
    for (let sent = 0; sent < 10; sent++) await done(mailLink(studio))
    const refused = await mailLink(studio)
    expect(refused.headers.get('retry-after')).toBe('3600')
    await setClock('2026-11-12T10:59:59Z')
    expect((await mailLink(studio)).body.error).toContain('Try again in a minute.')
    await setClock('2026-11-12T11:00:00Z')
    await done(mailLink(studio))
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
    await done(mailLink(studio))
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

  test('stop no client, who cannot use up what the freelancer may send', async () => {
    const studio = await mailing()
    await haveSent(studio, 99, 60)
    for (let said = 0; said < 12; said++) {
      await created(studio.client.send('/comments', { project_id: studio.projectId, content: `${said}` }))
    }
    expect(await mailsTo(studio.ada.email)).toHaveLength(10)
    await done(mailLink(studio))
  })

  test('are each account’s own', async () => {
    const [studio, other] = [await mailing(), await mailing()]
    await haveSent(studio, 100, 60)
    expect((await mailLink(studio)).status).toBe(429)
    await done(mailLink(other))
  })
})

test.each([
  ['PayPal service@paypal.example https://evil.example/pay', 'PayPal'],
  ['evil.example', 'evil example'],
  ['\u202Ehttps://evil.example', 'Ada'],
])('a mail holds no link or address that the business is called by: %j', async (business_name, sender) => {
  const studio = await mailing()
  await done(studio.ada.put('/api/users/me', { business_name, time_zone: 'UTC' }))
  await done(
    studio.ada.put(`/api/clients/${studio.clientId}`, {
      name: 'Click www.evil.example/now',
      email: studio.email,
    }),
  )
  const { id } = await write(studio)
  const { portal_url } = await done(studio.ada.post(`/api/invoices/${id}/send`, {}))
  const [mail] = await mailsTo(studio.email)
  expect(mail?.from?.name).toBe(sender)
  expect(mail?.subject).toBe(`Invoice INV-0001 from ${sender}`)
  expect(mail && linksIn(mail)).toEqual([portal_url])
  expect(`${mail?.subject} ${mail?.text}`).not.toMatch(/evil\.|@paypal/)
})
