import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sharedApp, signIn } from '#tests/app.ts'
import { runJobs } from '#tests/jobs.ts'
import { type Person, Visitor } from '#tests/people.ts'
import { givePlan } from '#tests/plans.ts'
import { activityOf, openStudio, tokenOf, visitorWith } from '#tests/portal.ts'
import { rowsOf } from '#tests/rows.ts'

const NORTH = {
  name: 'Studio North',
  email: 'hello@north.test',
  phone: '+1 (555) 123-4567',
  company: 'North GmbH',
  address: '1 Main Street\nSpringfield',
  notes: 'Pays early',
}

const addClient = async (person: Person, values: object = NORTH) =>
  (await person.post('/api/clients', values)).body
const names = async (person: Person, query = '') =>
  (await person.get(`/api/clients${query}`)).body.map(({ name }: { name: string }) => name)
const activity = async (person: Person) => (await activityOf(person)).toReversed()

describe('clients', () => {
  test('are added, changed, read and deleted, and the log tells of it', async () => {
    const ada = await signIn('Ada')
    const added = await ada.post('/api/clients', NORTH)
    expect(added).toMatchObject({ status: 201, body: { ...NORTH, has_history: false } })
    const { id } = added.body

    const changed = await ada.put(`/api/clients/${id}`, { ...NORTH, name: 'Studio South', phone: '' })
    expect(changed).toMatchObject({ status: 200, body: { id, name: 'Studio South', phone: '' } })
    expect((await ada.get(`/api/clients/${id}`)).body).toEqual(changed.body)

    const deleted = await ada.delete(`/api/clients/${id}`)
    expect(deleted.body).toEqual({ success: true, outcome: 'removed' })
    expect((await ada.get(`/api/clients/${id}`)).status).toBe(404)
    expect((await ada.delete(`/api/clients/${id}`)).status).toBe(404)
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

  test('with projects or invoices are archived: gone from lists and counts, their history kept', async () => {
    const ada = await signIn('Ada')
    const { id } = await addClient(ada)
    await ada.post('/api/projects', { name: 'Website', client_id: id })
    expect((await ada.get(`/api/clients/${id}`)).body.has_history).toBe(true)
    expect((await ada.delete(`/api/clients/${id}`)).body).toEqual({ success: true, outcome: 'archived' })
    expect(await names(ada)).toEqual([])
    expect((await ada.get('/api/subscription/usage')).body.clientsCount).toBe(0)
    expect((await ada.get('/api/projects')).body[0].client_name).toBe('Studio North')
    expect((await ada.put(`/api/clients/${id}`, NORTH)).status).toBe(404)
    expect((await ada.post('/api/projects', { name: 'More', client_id: id })).status).toBe(404)
  })

  test('that are archived are listed apart, searched, and restored', async () => {
    const ada = await signIn('Ada')
    const { id } = await addClient(ada)
    await addClient(ada, { name: 'Zebra' })
    await ada.post('/api/projects', { name: 'Website', client_id: id })
    const access = (await ada.post(`/api/clients/${id}/portal-access`, {})).body
    await ada.delete(`/api/clients/${id}`)
    expect(await names(ada)).toEqual(['Zebra'])
    expect(await names(ada, '?archived=false')).toEqual(['Zebra'])
    expect(await names(ada, '?archived=true')).toEqual(['Studio North'])
    expect(await names(ada, '?archived=true&q=north')).toEqual(['Studio North'])
    expect(await names(ada, '?archived=true&q=zebra')).toEqual([])
    expect((await ada.get('/api/clients?archived=perhaps')).status).toBe(400)

    const restored = await ada.post(`/api/clients/${id}/restore`, {})
    expect(restored).toMatchObject({
      status: 200,
      body: { ...NORTH, id, archived: false, has_history: true },
    })
    expect(await names(ada)).toEqual(['Studio North', 'Zebra'])
    expect(await names(ada, '?archived=true')).toEqual([])
    expect((await ada.get('/api/subscription/usage')).body.clientsCount).toBe(2)
    expect((await ada.get(`/api/client-portal/${access.url.split('/').at(-1)}`)).status).toBe(404)
    expect((await activity(ada)).at(-1)).toBe('Client restored: Studio North')
  })

  test('are restored once, and only where they are archived', async () => {
    const [ada, eve] = [await signIn('Ada'), await signIn('Eve')]
    const { id } = await addClient(ada)
    await ada.post('/api/projects', { name: 'Website', client_id: id })
    expect(await ada.post(`/api/clients/${id}/restore`, {})).toMatchObject({
      status: 409,
      body: { error: 'This client is not archived' },
    })
    await ada.delete(`/api/clients/${id}`)
    expect((await eve.post(`/api/clients/${id}/restore`, {})).status).toBe(404)
    expect((await ada.post(`/api/clients/${id + 1_000_000}/restore`, {})).status).toBe(404)
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => ada.post(`/api/clients/${id}/restore`, {})),
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
      expect(await names(ada, `?q=${encodeURIComponent(q)}`), q).toEqual(found)
    }
  })

  test('are listed page by page, each exactly once, whatever comes between', async () => {
    const ada = await signIn('Ada')
    for (let n = 0; n < 11; n++) await addClient(ada, { name: n % 2 ? 'Same Name' : `Client ${n}` })
    const seen: number[] = []
    let path = '/api/clients?limit=4'
    for (;;) {
      const page = await ada.get(path)
      expect(page.body.length).toBeLessThanOrEqual(4)
      seen.push(...page.body.map(({ id }: { id: number }) => id))
      const next = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1]
      if (!next) break
      await addClient(ada, { name: 'Aaa, before every cursor' })
      path = next
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
    expect((await (await signIn('Ada')).get(`/api/clients?${query}`)).status).toBe(400)
  })

  test('with wrong input are refused by field, in the words of the form', async () => {
    const ada = await signIn('Ada')
    const answer = await ada.post('/api/clients', { name: ' ', email: 'x', phone: '0123' })
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
    expect((await ada.post('/api/clients', { name: 7 })).body.fields).toHaveProperty('name')
    expect((await ada.post('/api/clients', {})).status).toBe(400)
    expect(await names(ada)).toEqual([])
  })

  test('hold any text as text, or refuse it', async () => {
    const ada = await signIn('Ada')
    for (const name of ['🦓 Zebra', 'مرحبا', '<script>alert(1)</script>', `"'; --`, '=cmd()', '\u202Eevil']) {
      expect((await addClient(ada, { name })).name).toBe(name)
    }
    expect((await ada.post('/api/clients', { name: 'a\0b' })).status).toBe(400)
    expect((await ada.post('/api/clients', { name: 'x'.repeat(201) })).status).toBe(400)
    expect((await ada.post('/api/clients', { name: 'x', notes: 'x'.repeat(10_000) })).status).toBe(201)
    expect((await ada.post('/api/clients', { name: 'x', notes: 'x'.repeat(10_001) })).status).toBe(400)
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 300 }), async (notes) => {
        const { status, body } = await ada.post('/api/clients', { name: 'x', notes })
        if (status === 201) expect(body.notes).toBe(notes.trim().toWellFormed())
        else expect(status).toBe(400)
      }),
      { numRuns: 50 },
    )
  })

  test('of another account are not there, whatever one tries', async () => {
    const [ada, eve] = [await signIn('Ada'), await signIn('Eve')]
    const client = await addClient(ada)
    const path = `/api/clients/${client.id}`
    expect((await eve.get(path)).status).toBe(404)
    expect((await eve.put(path, { name: 'Taken' })).status).toBe(404)
    expect((await eve.delete(path)).status).toBe(404)
    expect(await names(eve)).toEqual([])
    expect((await ada.get(path)).body).toEqual(client)
  })

  test('are nobody’s without a session', async () => {
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
    'with the number %s are not there',
    async (id) => {
      expect((await (await signIn('Ada')).get(`/api/clients/${id}`)).status).toBe(404)
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
    expect((await ada.post('/api/clients', NORTH)).status).toBe(403)
    await ada.delete(`/api/clients/${first.id}`)
    expect((await ada.post('/api/clients', NORTH)).status).toBe(201)
    await givePlan(ada, 'starter')
    expect((await ada.post('/api/clients', NORTH)).status).toBe(201)
    await givePlan(ada, 'free')
    expect(await names(ada)).toHaveLength(4)
  })

  test('holds when an archived client is restored while others are added', async () => {
    const ada = await signIn('Ada')
    await givePlan(ada, 'free')
    const { id } = await addClient(ada)
    await ada.post('/api/projects', { name: 'Website', client_id: id })
    await ada.delete(`/api/clients/${id}`)
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, (_, n) => ada.post('/api/clients', { name: `Client ${n}` })),
      ada.post(`/api/clients/${id}/restore`, {}),
    ])
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(3)
    expect(await names(ada)).toHaveLength(3)

    while ((await ada.post('/api/clients', NORTH)).status === 201);
    await ada.delete(`/api/clients/${id}`)
    await addClient(ada)
    expect(await ada.post(`/api/clients/${id}/restore`, {})).toMatchObject({
      status: 403,
      body: { error: 'Client limit reached', code: 'client_limit_reached' },
    })
  })
})

describe('a client who is removed', () => {
  const SECRET = 'Zanzibar Confidential'
  const EMAIL = 'zanzibar@example.com'

  test('is named nowhere: not in the log, in mails or in kept answers', async () => {
    const ada = await signIn('Ada')
    const key = crypto.randomUUID()
    const body = { name: SECRET, email: EMAIL, phone: '+49301234567' }
    const { body: client } = await ada.post('/api/clients', body, { 'idempotency-key': key })
    const { body: link } = await ada.post(
      `/api/clients/${client.id}/portal-access`,
      {},
      {
        'idempotency-key': crypto.randomUUID(),
      },
    )
    const { body: project } = await ada.post(
      '/api/projects',
      { name: 'Website', client_id: client.id },
      {
        'idempotency-key': crypto.randomUUID(),
      },
    )
    const portal = await visitorWith(tokenOf(link.url))
    await portal.send('/comments', { project_id: project.id, content: 'Hello' })
    expect(
      (await ada.post(`/api/clients/${client.id}/portal-access/${link.id}/mail`, undefined)).status,
    ).toBe(200)
    await runJobs()
    await ada.post(`/api/clients/${client.id}/portal-access/${link.id}/mail`, undefined)
    await ada.put(`/api/clients/${client.id}`, { ...body, name: `${SECRET} Ltd` })
    expect((await ada.delete(`/api/projects/${project.id}`)).body.outcome).toBe('removed')
    expect((await ada.delete(`/api/clients/${client.id}`)).body.outcome).toBe('removed')

    const { id } = (await ada.get('/api/users/me')).body
    const left = (await rowsOf(id)).filter((line) => line.includes('anzibar') || line.includes('301234567'))
    expect(left).toEqual([])
    await runJobs()
    expect((await ada.post('/api/clients', body, { 'idempotency-key': key })).status).toBe(409)
    expect((await ada.get('/api/clients')).body).toEqual([])
    const { body: audit } = await ada.get('/api/account/audit')
    expect(audit).toContainEqual(
      expect.objectContaining({ action: 'portal_link_created', client_id: client.id, client_name: null }),
    )
  })

  test('takes along what was written before clients were noted, and nothing of a namesake', async () => {
    const ada = await signIn('Ada')
    const { id: account } = (await ada.get('/api/users/me')).body
    const [one, twin, alone] = [
      (await ada.post('/api/clients', { name: SECRET, email: EMAIL })).body,
      (await ada.post('/api/clients', { name: SECRET, email: EMAIL })).body,
      (await ada.post('/api/clients', { name: 'Alone', email: 'alone@example.com' })).body,
    ]
    const { database } = await sharedApp()
    await database.pool.query('update activities set client_id = null where account_id = $1', [account])
    for (const address of [EMAIL, 'alone@example.com'])
      await database.pool.query(
        `insert into mails (account_id, message_id, to_address, subject, status, created_at, changed_at)
         values ($1, gen_random_uuid()::text, $2, 'Your portal', 'sent', now(), now())`,
        [account, address],
      )
    await ada.delete(`/api/clients/${one.id}`)
    await ada.delete(`/api/clients/${alone.id}`)
    expect((await activity(ada)).filter((line) => line.startsWith('Client added'))).toEqual([
      `Client added: ${SECRET}`,
      `Client added: ${SECRET}`,
      'Client added: A removed client',
    ])
    const { rows } = await database.pool.query('select to_address from mails where account_id = $1', [
      account,
    ])
    expect(rows).toEqual([{ to_address: EMAIL }])
    await ada.delete(`/api/clients/${twin.id}`)
    expect((await rowsOf(account)).filter((line) => line.includes('anzibar'))).toEqual([])
  })

  test('keeps the history of one who is archived', async () => {
    const { ada, clientId } = await openStudio()
    expect((await ada.delete(`/api/clients/${clientId}`)).body.outcome).toBe('archived')
    expect(await activity(ada)).toContain('Client added: Studio North')
  })
})
