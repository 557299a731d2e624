import { randomBytes } from 'node:crypto'
import { sharedApp, signIn } from './app.ts'
import { checkoutOf } from './payments.ts'
import { type Person, signInAs } from './people.ts'
import { created, done, tokenOf, visitorWith } from './portal.ts'

/** What stands in a path behind each noun: `/api/clients/{id}` takes what is under `clients`. */
export type Keys = Record<string, string | number>

/** An account with one of everything, in which every text says whose it is. */
export interface MarkedBooks {
  owner: Person
  accountId: number
  keys: Keys
  token: string
  sessionKey: string
  /** What nobody else may ever be sent. */
  secrets: string[]
  /** What her own clients may be sent as well: who she is. */
  business: string[]
}

export async function keepMarkedBooks(name: string): Promise<MarkedBooks> {
  const mark = `mark${randomBytes(9).toString('hex')}`
  const business = `trade${randomBytes(9).toString('hex')}`
  const phone = `+49${Math.floor(1e11 + Math.random() * 8e11)}`
  const owner = await signIn(`${name}${business}`)
  const text = (what: string) => `${what} ${mark}`
  const make = (path: string, body: unknown) => created(owner.post(path, body))

  await done(
    owner.put('/api/users/me', {
      business_name: business,
      business_address: `12 Way\n${business}`,
      time_zone: 'UTC',
    }),
  )
  const { id: accountId } = (await owner.get('/api/users/me')).body
  await done(owner.post('/api/stripe/create-products', undefined))
  await done(owner.post('/api/subscription/create-checkout-session', checkoutOf(owner, 'starter')))
  const client = await created(
    owner.post(
      '/api/clients',
      {
        name: text('Studio'),
        email: `${mark}@example.com`,
        phone,
        company: text('Company'),
        address: text('Street'),
        notes: text('Note'),
      },
      { 'idempotency-key': mark },
    ),
  )
  const project = await make('/api/projects', {
    name: text('Website'),
    client_id: client.id,
    description: text('Pages'),
  })
  const within = `/api/projects/${project.id}`
  const date = '2026-11-10'
  const entry = await make('/api/time-entries', {
    project_id: project.id,
    description: text('Draft'),
    hours: 2,
    date,
  })
  const expense = await make('/api/expenses', {
    project_id: project.id,
    description: text('Fonts'),
    category: 'Other',
    amount: 9.5,
    date,
  })
  const milestone = await make(`${within}/milestones`, {
    title: text('Launch'),
    description: text('Soon'),
  })
  const comment = await make(`${within}/comments`, { content: text('Hello'), is_internal: true })
  const access = await make(`/api/clients/${client.id}/portal-access`, {})
  const token = tokenOf(access.url)
  const visitor = await visitorWith(token)

  const deliver = async (link_url?: string) => {
    const { id } = await make(`${within}/deliverables`, {
      title: text('Brand'),
      description: text('Green'),
      link_url,
    })
    if (!link_url)
      await owner.fetch(`${within}/deliverables/${id}/file?name=${mark}.txt`, { method: 'POST', body: mark })
    await done(owner.post(`${within}/deliverables/${id}/submit`, undefined))
    return id
  }
  const decided = await deliver(`https://example.com/${mark}`)
  await done(visitor.send(`/deliverables/${decided}/approve`, { feedback: text('Yes') }))
  const undecided = await deliver()

  const invoiceFor = async () => {
    const { id } = await make('/api/invoices', {
      client_id: client.id,
      project_id: project.id,
      issue_date: date,
      notes: text('Thanks'),
      items: [{ description: text('Design'), quantity: 1, rate: 90 }],
    })
    await done(owner.post(`/api/invoices/${id}/send`, {}))
    return id
  }
  const settled = await invoiceFor()
  await done(visitor.send(`/invoices/${settled}/approve`, { status: 'approved', client_notes: text('Fine') }))
  const invoice = (await owner.get(`/api/invoices/${await invoiceFor()}`)).body
  await created(visitor.send('/comments', { project_id: project.id, content: text('Hi') }))

  await signInAs(owner.url, owner)
  const { body: sessions } = await owner.get('/api/account/sessions')
  const other = sessions.find(({ current }: { current: boolean }) => !current)

  const { database } = await sharedApp()
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
  await database.pool.query('update accounts set picture = $2 where id = $1', [
    accountId,
    `https://example.com/${business}.png`,
  ])

  const sessionKey = owner.cookies.get('daybook_session') ?? ''
  return {
    owner,
    accountId,
    token,
    sessionKey,
    secrets: [mark, phone, token, sessionKey.split('.')[1] ?? ''],
    business: [business],
    keys: {
      clients: client.id,
      projects: project.id,
      'time-entries': entry.id,
      expenses: expense.id,
      invoices: invoice.id,
      items: invoice.items[0].id,
      milestones: milestone.id,
      deliverables: undecided,
      versions: 1,
      comments: comment.id,
      sessions: other.id,
      'portal-access': access.id,
      'client-portal': token,
      oauth: 'google',
      account: owner.name,
    },
  }
}
