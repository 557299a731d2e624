import { describe, expect, test } from 'vitest'
import { pathWith } from '#core/endpoint.ts'
import { setClock, sharedApp, signIn, uniqueEmail } from '#tests/app.ts'
import { signInAs } from '#tests/people.ts'
import {
  activityOf,
  addDeliverable,
  addSentInvoice,
  created,
  done,
  openStudio,
  PortalVisitor,
  type Studio,
  submit,
  tokenOf,
  visitorWith,
} from '#tests/portal.ts'
import { portalApi } from './contract.ts'

const NOT_A_LINK = '{"error":"Invalid or expired access token","code":"invalid_link"}'
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

async function callAs(token: string, { name, method, path }: (typeof CALLS)[number], ids: Ids) {
  const visitor = await visitorWith(token)
  const body = BODIES[name]?.(ids)
  const response = await visitor.fetch(pathWith(path, { token, version: 1, ...ids }), {
    method,
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

/** A studio in which there is one of everything that the client may see. */
async function furnished() {
  const studio = await openStudio()
  const deliverableId = await addDeliverable(studio)
  await submit(studio, deliverableId)
  const invoiceId = await addSentInvoice(studio)
  return { ...studio, ids: { projectId: studio.projectId, deliverableId, invoiceId } }
}

describe('a link that does not open', () => {
  test('is answered alike by every call, whatever is wrong with it', async () => {
    const { ids, token, ada, clientId } = await furnished()
    const [account, secret = ''] = token.split('.')
    const expired = await created(ada.post(`/api/clients/${clientId}/portal-access`, {}))
    const revoked = await created(ada.post(`/api/clients/${clientId}/portal-access`, {}))
    await done(ada.delete(`/api/clients/${clientId}/portal-access/${revoked.id}`))
    const { database } = await sharedApp()
    await database.pool.query('update portal_access set expires_at = $1 where id = $2', [
      new Date(Date.now() - 1),
      expired.id,
    ])
    const other = await openStudio('Grace')
    const tokens = {
      expired: tokenOf(expired.url),
      revoked: tokenOf(revoked.url),
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
        const encoded = wrong.includes('%') ? wrong : encodeURIComponent(wrong)
        const path = pathWith(call.path, { token: 'TOKEN', version: 1, ...ids }).replace('TOKEN', encoded)
        const body = BODIES[call.name]?.(ids)
        const visitor = await visitorWith(wrong)
        const response = await visitor.fetch(path, {
          method: call.method,
          ...(body !== undefined && {
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(body),
          }),
        })
        const answer = `${response.status} ${await response.text()}`
        expect(answer, `${kind}: ${call.name}`).toBe(`404 ${NOT_A_LINK}`)
      }
    }
    expect((await done((await visitorWith(token)).open(`/invoices/${ids.invoiceId}`))).decisions).toEqual([])
  })

  test('is slowed down when somebody tries many, or writes more than a person does', async () => {
    // The limit itself belongs to the app's own tests; here it is that portal links are counted at all.
    const { startTestApp } = await import('#tests/app.ts')
    const app = await startTestApp({ UNKNOWN_TOKEN_LIMIT: '3', PORTAL_WRITE_LIMIT: '3' })
    try {
      const statuses: number[] = []
      for (let i = 0; i < 5; i++) {
        statuses.push((await fetch(`${app.url}/api/client-portal/1.${'B'.repeat(43)}`)).status)
      }
      expect(statuses).toEqual([404, 404, 404, 429, 429])

      const ada = await signInAs(app.url, { name: 'Ada', email: uniqueEmail('Ada') })
      const { id: client_id } = await created(ada.post('/api/clients', { name: 'North' }))
      const { id: project_id } = await created(ada.post('/api/projects', { name: 'Website', client_id }))
      const link = async () =>
        new PortalVisitor(
          app.url,
          tokenOf((await created(ada.post(`/api/clients/${client_id}/portal-access`, {}))).url),
        )
      const [eager, calm] = [await link(), await link()]
      const comment = (client: PortalVisitor) => client.send('/comments', { project_id, content: 'Hello' })
      const answers = [await comment(eager), await comment(eager), await comment(eager), await comment(eager)]
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 429])
      expect(Number(answers[3]?.headers.get('retry-after'))).toBeGreaterThan(0)
      const encoded = [...eager.token].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join('')
      expect((await comment(new PortalVisitor(app.url, encoded))).status).toBe(429)
      expect((await comment(new PortalVisitor(app.url, `0${eager.token}`))).status).not.toBe(201)
      expect((await done(eager.open(`/projects/${project_id}`))).comments_total).toBe(3)
      expect((await comment(calm)).status).toBe(201)
    } finally {
      await app.stop()
    }
  })

  test('stops opening at its expiry, to the millisecond, and opens again when renewed', async () => {
    const { ada, clientId } = await openStudio('Ada', 'America/New_York')
    const links = `/api/clients/${clientId}/portal-access`
    const expires_on = new Date(Date.now() + 3 * DAY).toISOString().slice(0, 10)
    const { id, url, expires_at } = await created(ada.post(links, { expires_on }))
    const client = await visitorWith(tokenOf(url))
    const expiry = new Date(expires_at).getTime()
    expect(expires_at).toMatch(/T0[34]:59:59\.999Z$/)
    await setClock(new Date(expiry - 1).toISOString())
    expect((await client.open()).status).toBe(200)
    await setClock(new Date(expiry).toISOString())
    expect((await client.open()).status).toBe(404)
    expect((await done(ada.get(links)))[0].status).toBe('expired')
    await done(ada.post(`${links}/${id}/renew`, {}))
    expect((await client.open()).status).toBe(200)
  })

  test('is what an archived client is left with', async () => {
    const { client, ada, clientId } = await furnished()
    expect((await done(ada.delete(`/api/clients/${clientId}`))).outcome).toBe('archived')
    expect(await client.open()).toMatchObject({ status: 404, body: JSON.parse(NOT_A_LINK) })
    const { database } = await sharedApp()
    const { rows } = await database.pool.query('select revoked_at from portal_access where client_id = $1', [
      clientId,
    ])
    expect(rows[0].revoked_at).toBeInstanceOf(Date)
  })
})

describe('what is not the client’s', () => {
  test('is answered like what is not there, by every call and for every reason', async () => {
    const studio = await furnished()
    const { ada, clientId, projectId, token } = studio
    const rivalId = (await created(ada.post('/api/clients', { name: 'Rival' }))).id
    const rivalProject = (await created(ada.post('/api/projects', { name: 'Rebrand', client_id: rivalId })))
      .id
    const cancelled = (await created(ada.post('/api/projects', { name: 'Old', client_id: clientId }))).id
    const unowned = (await created(ada.post('/api/projects', { name: 'Nobody’s' }))).id
    const other = await furnished()

    const rivals = { ada, projectId: rivalProject }
    const rivalDeliverable = await addDeliverable(rivals)
    await submit(rivals, rivalDeliverable)
    const ofCancelled = await addDeliverable({ ada, projectId: cancelled })
    await submit({ ada, projectId: cancelled }, ofCancelled)
    await done(
      ada.put(`/api/projects/${cancelled}`, { name: 'Old', client_id: clientId, status: 'cancelled' }),
    )
    const draft = await addDeliverable(studio, { title: 'Not yet' })
    const rivalInvoice = await addSentInvoice({ ...studio, clientId: rivalId })
    const draftInvoice = (
      await created(ada.post('/api/invoices', { client_id: clientId, issue_date: '2026-11-01' }))
    ).id

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

    const rival = (await done(ada.get(`/api/projects/${rivalProject}/deliverables`)))[0]
    expect(rival).toMatchObject({ status: 'submitted', approved_at: null })
    expect((await done(ada.get(`/api/projects/${projectId}/comments`))).length).toBe(0)
  })

  test('is in no answer of any call', async () => {
    const studio = await furnished()
    const { ada, clientId, projectId, token, ids } = studio
    const SECRET = 'KEEP-OUT'
    await created(
      ada.post(`/api/projects/${projectId}/comments`, { content: `${SECRET} internal`, is_internal: true }),
    )
    await created(ada.post(`/api/projects/${projectId}/comments`, { content: 'For you' }))
    await addDeliverable(studio, { title: `${SECRET} draft`, link_url: `https://example.com/${SECRET}` })
    await done(
      ada.put(`/api/projects/${projectId}/deliverables/${ids.deliverableId}`, {
        title: `${SECRET} working copy`,
        description: `${SECRET} words`,
        link_url: `https://example.com/${SECRET}`,
      }),
    )
    const rivalId = (await created(ada.post('/api/clients', { name: `${SECRET} Rival`, notes: SECRET }))).id
    await done(
      ada.put(`/api/clients/${clientId}`, {
        name: 'Studio North',
        notes: `${SECRET} pays late`,
        phone: '+12025550123',
      }),
    )
    const moved = (await created(ada.post('/api/projects', { name: 'Moved', client_id: rivalId }))).id
    await created(ada.post(`/api/projects/${moved}/comments`, { content: `${SECRET} to the rival` }))
    const movedDeliverable = await addDeliverable(
      { ada, projectId: moved },
      { title: `${SECRET} for the rival` },
    )
    await submit({ ada, projectId: moved }, movedDeliverable)
    await created(ada.post('/api/projects', { name: `${SECRET} elsewhere`, client_id: rivalId }))
    await addSentInvoice({ ...studio, clientId: rivalId }, { notes: SECRET })
    await created(
      ada.post('/api/invoices', { client_id: clientId, issue_date: '2026-11-01', notes: `${SECRET} draft` }),
    )
    await created(
      ada.post('/api/time-entries', {
        project_id: projectId,
        description: SECRET,
        hours: 1,
        date: '2026-11-01',
        is_billable: true,
      }),
    )
    await done(ada.put(`/api/projects/${moved}`, { name: 'Moved', client_id: clientId }))
    const stranger = await signIn(`${SECRET}`)
    await created(stranger.post('/api/clients', { name: `${SECRET} of a stranger` }))

    const answers: string[] = []
    for (const project of [projectId, moved]) {
      for (const call of CALLS.filter(({ method }) => method === 'GET')) {
        const { status, text } = await callAs(token, call, { ...ids, projectId: project })
        if (!call.path.endsWith('/file')) expect(status, call.name).toBe(200)
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

    const project = await done(studio.client.open(`/projects/${moved}`))
    expect(project).toMatchObject({
      deliverables: [],
      comments: [],
      comments_total: 0,
      deliverables_total: 0,
    })
  })
})

describe('the portal', () => {
  test('greets the client in the name of the business', async () => {
    const { ada, client } = await openStudio()
    await done(
      ada.put('/api/users/me', {
        business_name: 'Ada Studio',
        business_address: '1 Main St',
        time_zone: 'UTC',
      }),
    )
    const access = (await done(ada.get('/api/clients'))).length
    expect(access).toBe(1)
    expect(await done(client.open())).toEqual({
      client: { name: 'Studio North' },
      access: { expires_at: expect.stringMatching(/T23:59:59\.999Z$/) },
      business: { name: 'Ada Studio', address: '1 Main St' },
      projects_count: 1,
      invoices_count: 0,
      invoices_being_revised: [],
    })
  })

  test('lists projects with their progress, and invoices', async () => {
    const studio = await furnished()
    const { ada, projectId, client } = studio
    await created(ada.post(`/api/projects/${projectId}/milestones`, { title: 'Sketch', status: 'completed' }))
    await created(
      ada.post(`/api/projects/${projectId}/milestones`, { title: 'Build', due_date: '2026-12-24' }),
    )
    await addDeliverable(studio)
    expect(await done(client.open('/projects'))).toEqual([
      {
        id: projectId,
        name: 'Website',
        description: '',
        status: 'active',
        start_date: null,
        end_date: null,
        hourly_rate: null,
        estimated_hours: null,
        milestones_total: 2,
        milestones_completed: 1,
        deliverables_total: 1,
        deliverables_approved: 0,
        deliverables_submitted: 1,
      },
    ])
    expect(await done(client.open('/invoices'))).toMatchObject([
      {
        invoice_number: 'INV-0001',
        status: 'sent',
        approval_status: 'pending',
        total: 100,
        client_notes: '',
      },
    ])
    expect(await done(client.open(`/projects/${projectId}`))).toMatchObject({
      milestones: [
        { title: 'Sketch', status: 'completed', due_date: null },
        { title: 'Build', status: 'pending', due_date: '2026-12-24' },
      ],
      deliverables: [{ title: 'Homepage', status: 'submitted', file_url: null, version: 1 }],
      comments: [],
    })
  })

  test('keeps its address out of caches, search engines and other sites, also when it refuses', async () => {
    const { client, projectId } = await openStudio()
    for (const path of ['', '/projects', `/projects/${projectId}`, '/invoices', '/projects/99999']) {
      const { headers } = await client.open(path)
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('x-robots-tag')).toBe('noindex')
    }
    for (const spelling of [
      '/client-portal',
      '/client%2Dportal',
      '/%63lient-portal',
      '/Client-Portal',
      '/api/client%2dportal',
      '/%61pi/client%2Dportal',
      '/api//client-portal',
    ]) {
      const { headers } = await client.fetch(`${spelling}/${client.token}`, {
        headers: { accept: 'text/html' },
      })
      expect(headers.get('referrer-policy'), spelling).toBe('no-referrer')
      expect(headers.get('x-robots-tag'), spelling).toBe('noindex')
      expect(headers.get('cache-control'), spelling).toBe('no-store')
    }
  })

  test('tells when it was last opened, and writes that once a minute', async () => {
    const { ada, client, clientId } = await openStudio()
    const lastSeen = async () =>
      (await done(ada.get(`/api/clients/${clientId}/portal-access`)))[0].last_seen_at
    expect(await lastSeen()).toBeNull()
    const start = Date.now() + DAY
    const at = (seconds: number) => new Date(start + seconds * 1000).toISOString()
    await setClock(at(0))
    await client.open()
    await setClock(at(59))
    await client.open()
    expect(await lastSeen()).toBe(at(0))
    await setClock(at(60))
    await client.open()
    expect(await lastSeen()).toBe(at(60))
  })

  test('opens by nothing that is in the database', async () => {
    const { token, client } = await openStudio()
    await client.open()
    const [, secret = ''] = token.split('.')
    const { database } = await sharedApp()
    const { rows: tables } = await database.pool.query(
      "select table_schema s, table_name t from information_schema.tables where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')",
    )
    for (const { s, t } of tables) {
      const { rows } = await database.pool.query(
        `select count(*)::int as hits from "${s}"."${t}" r where strpos(r::text, $1) > 0 or strpos(r::text, $2) > 0`,
        [secret, Buffer.from(secret).toString('hex')],
      )
      expect(rows[0].hits, `${s}.${t}`).toBe(0)
    }
  })
})

describe('deciding on a deliverable', () => {
  test('approves what was submitted, and tells the freelancer', async () => {
    const { ada, client, projectId, ids } = await furnished()
    const approved = await done(client.send(`/deliverables/${ids.deliverableId}/approve`, {}))
    expect(approved).toMatchObject({
      status: 'approved',
      approved_at: expect.any(String),
      rejected_at: null,
      versions: [
        { version: 1, decision: { decision: 'approved', client_name: 'Studio North', feedback: '' } },
      ],
    })
    const [mine] = await done(ada.get(`/api/projects/${projectId}/deliverables`))
    expect(mine).toMatchObject({ status: 'approved', approved_at: approved.approved_at, version: 1 })
    expect(await activityOf(ada)).toContain(
      'Deliverable approved: Studio North: Homepage, version 1 – Website',
    )
  })

  test('works without a body at all', async () => {
    const { client, ids } = await furnished()
    const path = `/api/client-portal/${client.token}/deliverables/${ids.deliverableId}/approve`
    expect((await client.fetch(path, { method: 'POST' })).status).toBe(200)
  })

  test('keeps the feedback, earlier versions and their decisions when it is submitted again', async () => {
    const studio = await furnished()
    const { ada, client, projectId, ids } = studio
    const path = `/api/projects/${projectId}/deliverables/${ids.deliverableId}`
    await done(client.send(`/deliverables/${ids.deliverableId}/reject`, { feedback: 'Larger logo 🙏' }))
    expect((await done(ada.get(`/api/projects/${projectId}/deliverables`)))[0]).toMatchObject({
      status: 'rejected',
      feedback: 'Larger logo 🙏',
    })
    await done(ada.put(path, { title: 'Homepage, larger', link_url: 'https://example.com/v2' }))
    expect((await done(client.open(`/projects/${projectId}`))).deliverables[0]).toMatchObject({
      title: 'Homepage',
      status: 'rejected',
    })
    await submit(studio, ids.deliverableId)
    await done(client.send(`/deliverables/${ids.deliverableId}/approve`, { version: 2 }))
    const trail = [
      {
        version: 2,
        title: 'Homepage, larger',
        file_url: 'https://example.com/v2',
        decision: { decision: 'approved' },
      },
      {
        version: 1,
        title: 'Homepage',
        file_url: null,
        decision: { decision: 'rejected', feedback: 'Larger logo 🙏' },
      },
    ]
    expect((await done(client.open(`/projects/${projectId}`))).deliverables[0]).toMatchObject({
      status: 'approved',
      versions: trail,
    })
    expect((await done(ada.get(`/api/projects/${projectId}/deliverables`)))[0].versions).toMatchObject(trail)
  })

  test('is done once: of two at the same moment one wins, and the other learns what was decided', async () => {
    const { client, ids } = await furnished()
    const path = `/deliverables/${ids.deliverableId}`
    const answers = await Promise.all([
      client.send(`${path}/approve`, {}),
      client.send(`${path}/reject`, { feedback: 'No' }),
      client.send(`${path}/approve`, {}),
    ])
    const won = answers.filter(({ status }) => status === 200)
    const lost = answers.filter(({ status }) => status === 409)
    expect([won.length, lost.length]).toEqual([1, 2])
    const { status, approved_at, rejected_at } = won[0]?.body ?? {}
    for (const { body } of lost) {
      expect(body.decision).toEqual({ status, decided_at: approved_at ?? rejected_at })
      expect(body.error).toMatch(/^(This was already approved|Changes were already requested) on /)
    }
  })

  test('is refused for a version that is no longer the newest', async () => {
    const studio = await furnished()
    const { ada, client, projectId, ids } = studio
    await done(ada.put(`/api/projects/${projectId}/deliverables/${ids.deliverableId}`, { title: 'Second' }))
    await submit(studio, ids.deliverableId)
    const late = await client.send(`/deliverables/${ids.deliverableId}/approve`, { version: 1 })
    expect(late).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('newer version'), code: 'version_conflict' },
    })
    await done(client.send(`/deliverables/${ids.deliverableId}/approve`, { version: 2 }))
  })

  test('is not done by reading', async () => {
    const { client, projectId, ids } = await furnished()
    for (const verb of ['approve', 'reject']) {
      expect((await client.open(`/deliverables/${ids.deliverableId}/${verb}`)).status).toBe(404)
    }
    expect((await done(client.open(`/projects/${projectId}`))).deliverables[0].status).toBe('submitted')
  })
})

describe('deciding on an invoice', () => {
  const decide = (studio: Studio & { ids: Ids }, body: object) =>
    studio.client.send(`/invoices/${studio.ids.invoiceId}/approve`, body)

  test('approves it with its total and items, and tells the freelancer', async () => {
    const studio = await furnished()
    const shown = await done(studio.client.open(`/invoices/${studio.ids.invoiceId}`))
    expect(shown).toMatchObject({
      invoice_number: 'INV-0001',
      approval_status: 'pending',
      items: [{ description: 'Design', quantity: 2, rate: 50, amount: 100 }],
      decisions: [],
      changes_since_decision: [],
    })
    const approved = await done(
      decide(studio, { status: 'approved', client_notes: 'Thank you', revision: shown.revision }),
    )
    expect(approved).toMatchObject({
      approval_status: 'approved',
      client_notes: 'Thank you',
      rejected_at: null,
      decisions: [{ decision: 'approved', feedback: 'Thank you', client_name: 'Studio North' }],
    })
    expect(await done(studio.ada.get(`/api/invoices/${studio.ids.invoiceId}`))).toMatchObject({
      approval_status: 'approved',
      client_notes: 'Thank you',
      approved_at: approved.approved_at,
    })
    expect(await activityOf(studio.ada)).toContain('Invoice approved: INV-0001 for Studio North')
    const { database } = await sharedApp()
    const { rows } = await database.pool.query(
      `select * from decisions where subject_type = 'invoice' and subject_id = $1`,
      [studio.ids.invoiceId],
    )
    expect(rows[0]).toMatchObject({
      portal_access_id: studio.accessId,
      content: { total: 10000, items: [{ description: 'Design', amount: 10000 }] },
    })
  })

  test('requests changes with words only', async () => {
    const studio = await furnished()
    for (const client_notes of [undefined, '', '   \n']) {
      expect(await decide(studio, { status: 'rejected', client_notes })).toMatchObject({
        status: 400,
        body: { fields: { client_notes: expect.any(String) } },
      })
    }
    expect((await decide(studio, { status: 'paid' })).status).toBe(400)
    expect(
      await done(decide(studio, { status: 'rejected', client_notes: ' Half of it, please ' })),
    ).toMatchObject({
      approval_status: 'rejected',
      client_notes: 'Half of it, please',
      rejected_at: expect.any(String),
    })
  })

  test('is done once, also at the same moment', async () => {
    const studio = await furnished()
    const answers = await Promise.all([
      decide(studio, { status: 'approved' }),
      decide(studio, { status: 'rejected', client_notes: 'No' }),
    ])
    const won = answers.find(({ status }) => status === 200)
    const lost = answers.find(({ status }) => status === 409)
    expect(lost?.body.decision).toEqual({
      status: won?.body.approval_status,
      decided_at: won?.body.approved_at ?? won?.body.rejected_at,
    })
  })

  test('starts again when items, tax or dates change, and shows what did', async () => {
    const studio = await furnished()
    const { ada, client, ids } = studio
    await done(decide(studio, { status: 'approved', client_notes: 'Fine' }))
    await created(
      ada.post(`/api/invoices/${ids.invoiceId}/items`, { description: 'Extra', quantity: 1, rate: 10 }),
    )
    await done(ada.put(`/api/invoices/${ids.invoiceId}`, { tax_rate: 10, due_date: '2099-01-31' }))
    const changed = {
      approval_status: 'pending',
      client_notes: '',
      approved_at: null,
      decisions: [{ decision: 'approved', feedback: 'Fine' }],
      changes_since_decision: [
        { what: 'Item', before: null, after: 'Extra: 1 × $10.00 = $10.00' },
        { what: 'Due date', before: null, after: 'Jan 31, 2099' },
        { what: 'Tax rate', before: '0%', after: '10%' },
        { what: 'Total', before: '$100.00', after: '$121.00' },
      ],
    }
    expect(await done(client.open(`/invoices/${ids.invoiceId}`))).toMatchObject(changed)
    expect(await done(ada.get(`/api/invoices/${ids.invoiceId}`))).toMatchObject(changed)
    expect(await done(decide(studio, { status: 'approved' }))).toMatchObject({
      approval_status: 'approved',
      decisions: [{ decision: 'approved' }, { decision: 'approved' }],
      changes_since_decision: [],
    })
  })

  test('starts again when the notes change, which may say where to pay', async () => {
    const studio = await furnished()
    const { ada, client, ids } = studio
    const path = `/invoices/${ids.invoiceId}`
    await done(ada.put(`/api${path}`, { notes: 'Pay to DE1' }))
    await done(decide(studio, { status: 'approved' }))
    await done(ada.put(`/api${path}`, { notes: 'Pay to DE1' }))
    expect((await done(client.open(path))).approval_status).toBe('approved')

    await done(ada.put(`/api${path}`, { notes: 'Pay to XX9' }))
    const changed = {
      approval_status: 'pending',
      changes_since_decision: [{ what: 'Notes', before: 'Pay to DE1', after: 'Pay to XX9' }],
    }
    expect(await done(client.open(path))).toMatchObject(changed)
    expect(await done(ada.get(`/api${path}`))).toMatchObject(changed)
    await done(ada.put(`/api${path}`, { notes: '' }))
    expect((await done(client.open(path))).changes_since_decision).toEqual([
      { what: 'Notes', before: 'Pay to DE1', after: null },
    ])
  })

  test('that was taken before the notes were kept with it stands', async () => {
    const studio = await furnished()
    const { ada, client, ids } = studio
    await done(ada.put(`/api/invoices/${ids.invoiceId}`, { notes: 'Pay to DE1' }))
    await done(decide(studio, { status: 'approved' }))
    const { database } = await sharedApp()
    await database.pool.query(
      `update decisions set content = content - 'notes' where subject_type = 'invoice' and subject_id = $1`,
      [ids.invoiceId],
    )
    await done(ada.put(`/api/invoices/${ids.invoiceId}`, { status: 'overdue' }))
    expect(await done(client.open(`/invoices/${ids.invoiceId}`))).toMatchObject({
      approval_status: 'approved',
      changes_since_decision: [],
    })
    await done(ada.put(`/api/invoices/${ids.invoiceId}`, { tax_rate: 10 }))
    expect((await done(client.open(`/invoices/${ids.invoiceId}`))).approval_status).toBe('pending')
  })

  test.each([{ tax_rate: 20 }, { notes: 'Pay elsewhere' }])(
    'is refused for what has changed since it was read: %o',
    async (change) => {
      const studio = await furnished()
      const { ada, client, ids } = studio
      const { revision } = await done(client.open(`/invoices/${ids.invoiceId}`))
      await done(ada.put(`/api/invoices/${ids.invoiceId}`, change))
      expect(await decide(studio, { status: 'approved', revision })).toMatchObject({
        status: 409,
        body: {
          error: expect.stringContaining('changed while you were reading'),
          code: 'version_conflict',
        },
      })
    },
  )

  test('is asked for again when a rejected one is sent again', async () => {
    const studio = await furnished()
    await done(decide(studio, { status: 'rejected', client_notes: 'Too much' }))
    await done(studio.ada.post(`/api/invoices/${studio.ids.invoiceId}/send`, { mail: false }))
    expect(await done(studio.client.open(`/invoices/${studio.ids.invoiceId}`))).toMatchObject({
      approval_status: 'pending',
      client_notes: '',
      decisions: [{ decision: 'rejected', feedback: 'Too much' }],
    })
  })

  test.each(['paid', 'cancelled'])('is refused for a %s one', async (status) => {
    const studio = await furnished()
    const path = `/invoices/${studio.ids.invoiceId}`
    await done(studio.ada.put(`/api${path}`, { status }))
    for (const verdict of [{ status: 'approved' }, { status: 'rejected', client_notes: 'No' }]) {
      expect(await decide(studio, verdict)).toMatchObject({
        status: 409,
        body: {
          error: `This invoice is ${status}, so there is nothing left to decide.`,
          code: 'decision_closed',
        },
      })
    }
    expect(await done(studio.client.open(path))).toMatchObject({ status, decisions: [] })
    await done(studio.ada.put(`/api${path}`, { status: 'sent' }))
    await done(decide(studio, { status: 'approved' }))
  })

  test('is possible for an overdue one', async () => {
    const studio = await furnished()
    await done(studio.ada.put(`/api/invoices/${studio.ids.invoiceId}`, { due_date: '2026-11-02' }))
    await setClock('2026-11-20T12:00:00Z')
    expect(await done(decide(studio, { status: 'approved' }))).toMatchObject({ status: 'overdue' })
  })
})

describe('an invoice that is set back to draft', () => {
  const REVISING = {
    status: 409,
    body: {
      error: 'Ada is revising invoice INV-0001. It will be back here once it is sent again.',
      code: 'invoice_being_revised',
    },
  }

  test('says that it is being revised, and nothing of what it says now', async () => {
    const studio = await furnished()
    const { ada, client, ids } = studio
    const path = `/invoices/${ids.invoiceId}`
    await done(ada.put(`/api${path}`, { status: 'draft', notes: 'KEEP-OUT' }))
    await created(ada.post(`/api${path}/items`, { description: 'KEEP-OUT', quantity: 1, rate: 77 }))

    const answers = [
      await client.open(path),
      await client.send(`${path}/approve`, { status: 'approved' }),
      await client.send(`${path}/approve`, { status: 'rejected', client_notes: 'No' }),
    ]
    for (const answer of answers) {
      expect(answer).toMatchObject(REVISING)
      expect(Object.keys(answer.body).toSorted()).toEqual(['code', 'error'])
    }
    const overview = await done(client.open())
    expect(overview).toMatchObject({
      invoices_count: 0,
      invoices_being_revised: [{ id: ids.invoiceId, invoice_number: 'INV-0001' }],
    })
    const list = await done(client.open('/invoices'))
    expect(list).toEqual([])
    expect(JSON.stringify([overview, list])).not.toMatch(/KEEP-OUT|177|77/)

    await done(ada.post(`/api${path}/send`, { mail: false }))
    expect(await done(client.open(path))).toMatchObject({ status: 'sent', total: 177 })
    expect((await done(client.open())).invoices_being_revised).toEqual([])
  })

  test('also if it was marked as sent by hand, or changes were requested; cancelled it is cancelled', async () => {
    const studio = await openStudio()
    const { ada, client, clientId } = studio
    const { id } = await created(ada.post('/api/invoices', { client_id: clientId, issue_date: '2026-11-01' }))
    await done(ada.put(`/api/invoices/${id}`, { status: 'sent' }))
    await done(client.send(`/invoices/${id}/approve`, { status: 'rejected', client_notes: 'Empty?' }))
    await done(ada.put(`/api/invoices/${id}`, { status: 'draft' }))
    expect(await client.open(`/invoices/${id}`)).toMatchObject(REVISING)
    await done(ada.put(`/api/invoices/${id}`, { status: 'cancelled' }))
    expect(await done(client.open(`/invoices/${id}`))).toMatchObject({ status: 'cancelled' })
  })

  test('is not there for another client, nor one that was never sent for anybody', async () => {
    const studio = await furnished()
    const { ada, ids, clientId, client } = studio
    await done(ada.put(`/api/invoices/${ids.invoiceId}`, { status: 'draft' }))
    const rivalId = (await created(ada.post('/api/clients', { name: 'Rival' }))).id
    const { url } = await created(ada.post(`/api/clients/${rivalId}/portal-access`, {}))
    const rival = await visitorWith(tokenOf(url))
    const NOT_THERE = { status: 404, body: { error: 'Invoice not found', code: 'not_found' } }
    expect(await rival.open(`/invoices/${ids.invoiceId}`)).toMatchObject(NOT_THERE)
    expect((await done(rival.open())).invoices_being_revised).toEqual([])
    expect(await rival.send(`/invoices/${ids.invoiceId}/approve`, { status: 'approved' })).toMatchObject(
      NOT_THERE,
    )
    const draft = await created(ada.post('/api/invoices', { client_id: clientId, issue_date: '2026-11-01' }))
    expect(await client.open(`/invoices/${draft.id}`)).toMatchObject(NOT_THERE)
    expect(await client.send(`/invoices/${draft.id}/approve`, { status: 'approved' })).toMatchObject(
      NOT_THERE,
    )
    expect((await done(client.open())).invoices_being_revised).toHaveLength(1)
  })
})

describe('commenting', () => {
  test('reaches the freelancer, in the client’s name and never internal', async () => {
    const { ada, client, projectId } = await openStudio()
    const comment = await created(
      client.send('/comments', { project_id: projectId, content: '  Looks good  ', is_internal: true }),
    )
    expect(comment).toEqual({
      id: expect.any(Number),
      author_type: 'client',
      author_name: 'Studio North',
      content: 'Looks good',
      created_at: expect.any(String),
    })
    expect(await done(ada.get(`/api/projects/${projectId}/comments`))).toMatchObject([
      { id: comment.id, is_internal: false, author_type: 'client' },
    ])
    expect(await done(client.open(`/projects/${projectId}`))).toMatchObject({
      comments: [comment],
      comments_total: 1,
    })
    expect(await activityOf(ada)).toContain('Client commented: Studio North on Website: Looks good')
  })

  test.each([
    ['nothing', ''],
    ['blanks', ' \n\t '],
    ['too much', 'x'.repeat(10_001)],
    ['NUL', 'a\0b'],
    ['no text', { $gt: '' }],
  ])('with %s is refused', async (_, content) => {
    const { client, projectId } = await openStudio()
    expect(await client.send('/comments', { project_id: projectId, content })).toMatchObject({
      status: 400,
      body: { fields: { content: expect.any(String) } },
    })
  })

  test.each([
    '<img src=x onerror=alert(1)>',
    '=cmd()',
    '‮txt.exe',
    '👩‍👩‍👧‍👦',
    `"'; drop table comments; --`,
    'x'.repeat(10_000),
  ])('keeps %.20s as text', async (content) => {
    const { client, projectId } = await openStudio()
    expect((await created(client.send('/comments', { project_id: projectId, content }))).content).toBe(
      content,
    )
  })

  test('pages beyond the newest hundred', async () => {
    const { client, projectId, ada } = await openStudio()
    const { database } = await sharedApp()
    const { id: account } = (await ada.get('/api/users/me')).body
    await database.pool.query(
      `insert into comments (account_id, project_id, author_type, author_name, content, search, is_internal, created_at)
       select $1, $2, 'freelancer', 'Ada', 'Comment ' || n, 'comment ' || n, false, now() from generate_series(1, 120) n`,
      [account, projectId],
    )
    const project = await done(client.open(`/projects/${projectId}`))
    expect(project.comments).toHaveLength(100)
    expect(project.comments[0].content).toBe('Comment 120')
    expect(project.comments_total).toBe(120)
    const page = await client.open(`/projects/${projectId}/comments?limit=100`)
    const next = /<([^>]+)>/.exec(page.headers.get('link') ?? '')?.[1] ?? ''
    const rest = await done(client.get(next))
    expect(rest).toHaveLength(20)
    expect(rest.at(-1).content).toBe('Comment 1')
  })
})
