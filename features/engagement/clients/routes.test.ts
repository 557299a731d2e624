import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { portalAccessApi } from '#features/engagement/portal-access/contract.ts'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { accountApi } from '#features/foundation/account/contract.ts'
import { auditApi } from '#features/foundation/audit/contract.ts'
import { subscriptionApi } from '#features/foundation/subscription/contract.ts'
import { portalApi } from '#features/pages/portal/contract/portal.ts'
import { sharedApp, signIn } from '#tests/app.ts'
import { forgetRemovals, runJobs } from '#tests/jobs.ts'
import { pagesOf } from '#tests/lists.ts'
import { type Person, Visitor } from '#tests/people.ts'
import { givePlan } from '#tests/plans.ts'
import { activityOf, openStudio, visitorWith } from '#tests/portal.ts'
import { tokenOf } from '#tests/portal-visitor.ts'
import { rowsOf } from '#tests/rows.ts'
import { type ClientFilter, type ClientForm, clientsApi } from './contract.ts'

const NORTH = {
  name: 'Studio North',
  email: 'hello@north.test',
  phone: '+1 (555) 123-4567',
  company: 'North GmbH',
  address: '1 Main Street\nSpringfield',
  notes: 'Pays early',
}

const addClient = (person: Person, values: ClientForm = NORTH) =>
  person.call(clientsApi.create, { body: values })
const names = async (person: Person, query: z.input<typeof ClientFilter> & { q?: string } = {}) =>
  (await person.call(clientsApi.list, { query })).map(({ name }) => name)
const activity = async (person: Person) => (await activityOf(person)).toReversed()

describe('clients', () => {
  test('are added, changed, read and deleted, and the activity log records it', async () => {
    const ada = await signIn('Ada')
    const added = await ada.call(clientsApi.create, { body: NORTH })
    expect(added).toMatchObject({ ...NORTH, has_history: false })
    const { id } = added

    const changed = await ada.call(clientsApi.update, {
      params: { id },
      body: { ...NORTH, name: 'Studio South', phone: '' },
    })
    expect(changed).toMatchObject({ id, name: 'Studio South', phone: '' })
    expect(await ada.call(clientsApi.get, { params: { id } })).toEqual(changed)

    const deleted = await ada.call(clientsApi.remove, { params: { id } })
    expect(deleted).toEqual({ success: true, outcome: 'removed', removal_id: expect.any(Number) })
    expect((await ada.try(clientsApi.get, { params: { id } })).status).toBe(404)
    expect((await ada.try(clientsApi.remove, { params: { id } })).status).toBe(404)
    expect(await activity(ada)).toEqual([
      'Client added: A removed client',
      'Client updated: A removed client',
      'Client removed: Name and details deleted',
    ])
  })

  test('need no more than a name', async () => {
    const ada = await signIn('Ada')
    expect(await addClient(ada, { name: '  Studio North  ' })).toMatchObject({
      name: 'Studio North',
      email: '',
      notes: '',
    })
    expect(await addClient(ada, { name: 'B', email: null, phone: null })).toMatchObject({
      email: '',
      phone: '',
    })
  })

  test('have an address, a tax number, a rate, terms and people who get copies', async () => {
    const ada = await signIn('Ada')
    const added = await addClient(ada)
    expect(added).toMatchObject({
      cc_emails: [],
      postal_code: '',
      city: '',
      country: '',
      tax_id: '',
      hourly_rate: null,
      payment_terms_days: null,
      approval_required: true,
    })
    const params = { id: added.id }
    const details = {
      cc_emails: ['books@north.test'],
      postal_code: '10115',
      city: 'Berlin',
      country: 'de',
      tax_id: 'DE123456789',
      currency: 'KWD',
      payment_terms_days: 14,
      approval_required: false,
    }
    const changed = await ada.call(clientsApi.update, {
      params,
      body: { ...NORTH, ...details, hourly_rate: 12.345 },
    })
    expect(changed).toMatchObject({ ...details, country: 'DE', hourly_rate: 12.345 })

    const kept = await ada.call(clientsApi.update, { params, body: { ...NORTH, currency: 'JPY' } })
    expect(kept).toMatchObject({ ...details, country: 'DE', currency: 'JPY', hourly_rate: 12 })
    const without = await ada.call(clientsApi.update, { params, body: { ...NORTH, hourly_rate: null } })
    expect(without.hourly_rate).toBe(null)
  })

  test.each([
    ['country', 'Germany'],
    ['cc_emails', ['not an address']],
    ['payment_terms_days', 1.5],
    ['payment_terms_days', 366],
    ['hourly_rate', 1.234],
  ])('refuse %s %j', async (field, value) => {
    const ada = await signIn('Ada')
    const answer = await ada.request('POST', '/api/clients', { name: 'North', [field]: value })
    expect(answer).toMatchObject({ status: 400, body: { fields: { [field]: expect.any(String) } } })
  })

  test('with projects or invoices are archived: gone from lists and counts, their history kept', async () => {
    const ada = await signIn('Ada')
    const { id } = await addClient(ada)
    await ada.call(projectsApi.create, { body: { name: 'Website', client_id: id } })
    expect((await ada.call(clientsApi.get, { params: { id } })).has_history).toBe(true)
    expect(await ada.call(clientsApi.remove, { params: { id } })).toEqual({
      success: true,
      outcome: 'archived',
      removal_id: expect.any(Number),
    })
    expect(await names(ada)).toEqual([])
    expect((await ada.call(subscriptionApi.usage)).clientsCount).toBe(0)
    expect(await ada.call(projectsApi.list)).toMatchObject([{ client_name: 'Studio North' }])
    expect((await ada.try(clientsApi.update, { params: { id }, body: NORTH })).status).toBe(404)
    expect((await ada.try(projectsApi.create, { body: { name: 'More', client_id: id } })).status).toBe(404)
  })

  test('that are archived are listed apart, searched, and restored', async () => {
    const ada = await signIn('Ada')
    const { id } = await addClient(ada)
    await addClient(ada, { name: 'Zebra' })
    await ada.call(projectsApi.create, { body: { name: 'Website', client_id: id } })
    const access = await ada.call(portalAccessApi.create, { params: { id }, body: {} })
    await ada.call(clientsApi.remove, { params: { id } })
    expect(await names(ada)).toEqual(['Zebra'])
    expect(await names(ada, { archived: 'false' })).toEqual(['Zebra'])
    expect(await names(ada, { archived: 'true' })).toEqual(['Studio North'])
    expect(await names(ada, { archived: 'true', q: 'north' })).toEqual(['Studio North'])
    expect(await names(ada, { archived: 'true', q: 'zebra' })).toEqual([])
    expect((await ada.request('GET', '/api/clients?archived=perhaps')).status).toBe(400)

    const restored = await ada.call(clientsApi.restore, { params: { id } })
    expect(restored).toMatchObject({ ...NORTH, id, archived: false, has_history: true })
    expect(await names(ada)).toEqual(['Studio North', 'Zebra'])
    expect(await names(ada, { archived: 'true' })).toEqual([])
    expect((await ada.call(subscriptionApi.usage)).clientsCount).toBe(2)
    const token = tokenOf(access.url)
    expect((await ada.try(portalApi.overview, { params: { token } })).status).toBe(404)
    expect((await activity(ada)).at(-1)).toBe('Client restored: Studio North')
  })

  test('are restored once, and only where they are archived', async () => {
    const [ada, eve] = [await signIn('Ada'), await signIn('Eve')]
    const { id } = await addClient(ada)
    await ada.call(projectsApi.create, { body: { name: 'Website', client_id: id } })
    expect(await ada.try(clientsApi.restore, { params: { id } })).toMatchObject({
      status: 409,
      body: { error: 'This client is not archived' },
    })
    await ada.call(clientsApi.remove, { params: { id } })
    expect((await eve.try(clientsApi.restore, { params: { id } })).status).toBe(404)
    expect((await ada.try(clientsApi.restore, { params: { id: id + 1_000_000 } })).status).toBe(404)
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => ada.try(clientsApi.restore, { params: { id } })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
  })

  test('are searched by name, email and company, whatever the case and accents', async () => {
    const ada = await signIn('Ada')
    for (const values of [
      NORTH,
      { name: 'Äther & Co', email: 'ae@x.test' },
      { name: '50% off_', company: 'Ümlaut' },
    ]) {
      await addClient(ada, values)
    }
    expect(await names(ada)).toEqual(['50% off_', 'Äther & Co', 'Studio North'])
    for (const [q, found] of [
      ['NORTH', ['Studio North']],
      ['ather', ['Äther & Co']],
      ['AE@X', ['Äther & Co']],
      ['umlaut', ['50% off_']],
      ['%', ['50% off_']],
      ['_', ['50% off_']],
      ["'; drop table clients; --", []],
      ['\\', []],
    ] as const) {
      expect(await names(ada, { q }), q).toEqual(found)
    }
  })

  test('are listed page by page, each exactly once, whatever comes between', async () => {
    const ada = await signIn('Ada')
    for (let n = 0; n < 11; n++) await addClient(ada, { name: n % 2 ? 'Same Name' : `Client ${n}` })
    const seen: number[] = []
    for await (const page of pagesOf(ada, clientsApi.list, { limit: '4' })) {
      expect(page.length).toBeLessThanOrEqual(4)
      seen.push(...page.map(({ id }) => id))
      await addClient(ada, { name: 'Aaa, before every cursor' })
    }
    expect(new Set(seen).size).toBe(11)
    expect(seen).toHaveLength(11)
  })

  test.each([
    'limit=0',
    'limit=501',
    'limit=x',
    'cursor=x',
    'cursor=WzFd',
    'cursor=eyJhIjoxfQ',
    `q=${'x'.repeat(201)}`,
  ])('with %s are refused', async (query) => {
    expect((await (await signIn('Ada')).request('GET', `/api/clients?${query}`)).status).toBe(400)
  })

  test('with wrong input are refused by field, in the words of the form', async () => {
    const ada = await signIn('Ada')
    const answer = await ada.try(clientsApi.create, { body: { name: ' ', email: 'x', phone: '0123' } })
    expect(answer).toMatchObject({
      status: 400,
      body: {
        error: 'Client name is required',
        code: 'validation_failed',
        fields: {
          name: 'Client name is required',
          email: 'Please enter a valid email address',
          phone: 'Please enter a valid phone number',
        },
      },
    })
    expect(await ada.request('POST', '/api/clients', { name: 7 })).toMatchObject({
      status: 400,
      body: { fields: { name: expect.any(String) } },
    })
    expect((await ada.request('POST', '/api/clients', {})).status).toBe(400)
    expect(await names(ada)).toEqual([])
  })

  test('hold any text as text, or refuse it', async () => {
    const ada = await signIn('Ada')
    for (const name of ['🦓 Zebra', 'مرحبا', '<script>alert(1)</script>', `"'; --`, '=cmd()', '\u202Eevil']) {
      expect((await addClient(ada, { name })).name).toBe(name)
    }
    expect((await ada.try(clientsApi.create, { body: { name: 'a\0b' } })).status).toBe(400)
    expect((await ada.try(clientsApi.create, { body: { name: 'x'.repeat(201) } })).status).toBe(400)
    expect(
      (await ada.try(clientsApi.create, { body: { name: 'x', notes: 'x'.repeat(10_000) } })).status,
    ).toBe(201)
    expect(
      (await ada.try(clientsApi.create, { body: { name: 'x', notes: 'x'.repeat(10_001) } })).status,
    ).toBe(400)
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 300 }), async (notes) => {
        const answer = await ada.try(clientsApi.create, { body: { name: 'x', notes } })
        if (answer.ok) expect(answer.body.notes).toBe(notes.trim().toWellFormed())
        else expect(answer.status).toBe(400)
      }),
      { numRuns: 50 },
    )
  })

  test('of another account are not found by any call', async () => {
    const [ada, eve] = [await signIn('Ada'), await signIn('Eve')]
    const client = await addClient(ada)
    const params = { id: client.id }
    expect((await eve.try(clientsApi.get, { params })).status).toBe(404)
    expect((await eve.try(clientsApi.update, { params, body: { name: 'Taken' } })).status).toBe(404)
    expect((await eve.try(clientsApi.remove, { params })).status).toBe(404)
    expect(await names(eve)).toEqual([])
    expect(await ada.call(clientsApi.get, { params })).toEqual(client)
  })

  test('require a session', async () => {
    const stranger = new Visitor((await sharedApp()).url)
    for (const [method, path] of [
      ['GET', '/api/clients'],
      ['POST', '/api/clients'],
      ['GET', '/api/clients/1'],
      ['PUT', '/api/clients/1'],
      ['DELETE', '/api/clients/1'],
    ] as const) {
      expect((await stranger.request(method, path, method === 'POST' ? NORTH : undefined)).status).toBe(401)
    }
  })

  test.each(['0', '-1', 'x', '1.5', '99999999999999999999', '%00'])(
    'with the id %s are not found',
    async (id) => {
      expect((await (await signIn('Ada')).request('GET', `/api/clients/${id}`)).status).toBe(404)
    },
  )
})

describe('the limit of a plan', () => {
  test('gives way when a client is deleted or the plan grows', async () => {
    const ada = await signIn('Ada')
    await givePlan(ada, 'free')
    const first = await addClient(ada)
    await addClient(ada)
    await addClient(ada)
    expect((await ada.try(clientsApi.create, { body: NORTH })).status).toBe(403)
    await ada.call(clientsApi.remove, { params: { id: first.id } })
    expect((await ada.try(clientsApi.create, { body: NORTH })).status).toBe(201)
    await givePlan(ada, 'starter')
    expect((await ada.try(clientsApi.create, { body: NORTH })).status).toBe(201)
    await givePlan(ada, 'free')
    expect(await names(ada)).toHaveLength(4)
  })

  test('holds when an archived client is restored while others are added', async () => {
    const ada = await signIn('Ada')
    await givePlan(ada, 'free')
    const { id } = await addClient(ada)
    await ada.call(projectsApi.create, { body: { name: 'Website', client_id: id } })
    await ada.call(clientsApi.remove, { params: { id } })
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, (_, n) => ada.try(clientsApi.create, { body: { name: `Client ${n}` } })),
      ada.try(clientsApi.restore, { params: { id } }),
    ])
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(3)
    expect(await names(ada)).toHaveLength(3)

    while ((await ada.try(clientsApi.create, { body: NORTH })).status === 201);
    const wasRestored = (await ada.try(clientsApi.remove, { params: { id } })).ok
    if (wasRestored) await addClient(ada)
    expect(await ada.try(clientsApi.restore, { params: { id } })).toMatchObject({
      status: 403,
      body: { error: 'Client limit reached', code: 'client_limit_reached' },
    })
  })
})

describe('a client who is removed', () => {
  const SECRET = 'Zanzibar Confidential'
  const EMAIL = 'zanzibar@example.com'

  test('is named nowhere: not in the activity, in mails or in stored responses', async () => {
    const ada = await signIn('Ada')
    const key = crypto.randomUUID()
    const body = { name: SECRET, email: EMAIL, phone: '+49301234567' }
    const client = await ada.call(clientsApi.create, { body, headers: { 'idempotency-key': key } })
    const link = await ada.call(portalAccessApi.create, {
      params: { id: client.id },
      body: {},
      headers: { 'idempotency-key': crypto.randomUUID() },
    })
    const project = await ada.call(projectsApi.create, {
      body: { name: 'Website', client_id: client.id },
      headers: { 'idempotency-key': crypto.randomUUID() },
    })
    const portal = await visitorWith(tokenOf(link.url))
    await portal.call(portalApi.comment, { body: { project_id: project.id, content: 'Hello' } })
    await ada.call(portalAccessApi.mail, { params: { id: client.id, accessId: link.id } })
    await runJobs()
    await ada.call(portalAccessApi.mail, { params: { id: client.id, accessId: link.id } })
    await ada.call(clientsApi.update, { params: { id: client.id }, body: { ...body, name: `${SECRET} Ltd` } })
    expect((await ada.call(projectsApi.remove, { params: { id: project.id } })).outcome).toBe('removed')
    expect((await ada.call(clientsApi.remove, { params: { id: client.id } })).outcome).toBe('removed')

    await forgetRemovals()
    const { id } = await ada.call(accountApi.me)
    const left = (await rowsOf(id)).filter((line) => line.includes('anzibar') || line.includes('301234567'))
    expect(left).toEqual([])
    await runJobs()
    expect((await ada.try(clientsApi.create, { body, headers: { 'idempotency-key': key } })).status).toBe(409)
    expect(await ada.call(clientsApi.list)).toEqual([])
    const audit = await ada.call(auditApi.list)
    expect(audit).toContainEqual(
      expect.objectContaining({ action: 'portal_link_created', client_id: client.id, client_name: null }),
    )
  })

  test('is erased from older events and mails too, and a namesake is untouched', async () => {
    const ada = await signIn('Ada')
    const { id: account } = await ada.call(accountApi.me)
    const [one, twin, alone] = [
      await ada.call(clientsApi.create, { body: { name: SECRET, email: EMAIL } }),
      await ada.call(clientsApi.create, { body: { name: SECRET, email: EMAIL } }),
      await ada.call(clientsApi.create, { body: { name: 'Alone', email: 'alone@example.com' } }),
    ]
    const { database } = await sharedApp()
    await database.pool.query('update activities set client_id = null where account_id = $1', [account])
    for (const address of [EMAIL, 'alone@example.com'])
      await database.pool.query(
        `insert into mails (account_id, message_id, to_address, subject, status, created_at, changed_at)
         values ($1, gen_random_uuid()::text, $2, 'Your portal', 'sent', now(), now())`,
        [account, address],
      )
    await ada.call(clientsApi.remove, { params: { id: one.id } })
    await ada.call(clientsApi.remove, { params: { id: alone.id } })
    expect((await activity(ada)).filter((line) => line.startsWith('Client added'))).toEqual([
      `Client added: ${SECRET}`,
      `Client added: ${SECRET}`,
      'Client added: A removed client',
    ])
    const { rows } = await database.pool.query('select to_address from mails where account_id = $1', [
      account,
    ])
    expect(rows).toEqual([{ to_address: EMAIL }])
    await ada.call(clientsApi.remove, { params: { id: twin.id } })
    await forgetRemovals()
    expect((await rowsOf(account)).filter((line) => line.includes('anzibar'))).toEqual([])
  })

  test('does not affect the history of an archived client', async () => {
    const { ada, clientId } = await openStudio()
    expect((await ada.call(clientsApi.remove, { params: { id: clientId } })).outcome).toBe('archived')
    expect(await activity(ada)).toContain('Client added: Studio North')
  })
})
