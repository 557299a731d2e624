import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sharedApp, signIn } from '#tests/app.ts'
import { type Person, Visitor } from '#tests/people.ts'
import { givePlan } from '#tests/plans.ts'

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
const activity = async (person: Person) => {
  const { database } = await sharedApp()
  const { body } = await person.get('/api/users/me')
  const { rows } = await database.pool.query(
    'select title, description from activities where account_id = $1 order by id',
    [body.id],
  )
  return rows.map(({ title, description }) => `${title}: ${description}`)
}

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
      'Client added: Studio North',
      'Client updated: Studio South',
      'Client removed: Studio South',
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

  test('are searched by name, e-mail and company, whatever the case and accents', async () => {
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
  test('holds when fifty clients are added at once', async () => {
    const ada = await signIn('Ada')
    await givePlan(ada, 'free')
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => ada.post('/api/clients', { name: `Client ${n}` })),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(47)
    expect(answers.find(({ status }) => status === 403)?.body).toEqual({
      error: 'Client limit reached',
      details: expect.stringContaining('3'),
    })
    expect(await names(ada)).toHaveLength(3)
  })

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
})
