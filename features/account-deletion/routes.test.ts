import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cards } from '#sandbox/payments/test-shop.ts'
import { setClock, sharedApp, signIn } from '#tests/app.ts'
import { retryJobs, runJobs, runScheduledJobs } from '#tests/jobs.ts'
import { mailsTo } from '#tests/mails.ts'
import { keepMarkedBooks } from '#tests/marked-books.ts'
import { checkoutOf, entitlementOf, pay, type ShopApp, startShopApp } from '#tests/payments.ts'
import { type Answer, type Person, signInAs } from '#tests/people.ts'
import { openStudio } from '#tests/portal.ts'
import { rowsOf } from '#tests/rows.ts'

const DAY = 86_400_000
const later = (days: number) => setClock(new Date(Date.now() + days * DAY).toISOString())
const meOf = async (person: Person): Promise<Answer['body']> => (await person.get('/api/users/me')).body
const deleteAccount = (person: Person, confirm_name = person.name) =>
  person.post('/api/account/deletion', { confirm_name })

describe('asking to delete an account', () => {
  test('takes its name, and closes everything but the way back', async () => {
    await setClock('2026-11-16T10:00:00Z')
    const { ada, client, clientId } = await openStudio()
    expect((await meOf(ada)).delete_at).toBeNull()
    const answer = await deleteAccount(ada, '  ada ')
    expect(answer).toMatchObject({ status: 200, body: { delete_at: '2026-12-15T10:00:00.000Z' } })
    expect(await meOf(ada)).toMatchObject({ email: ada.email, delete_at: '2026-12-15T10:00:00.000Z' })
    for (const refused of [
      await ada.get('/api/clients'),
      await ada.get('/api/export.zip'),
      await ada.put(`/api/clients/${clientId}`, { name: 'Other' }),
      await ada.put('/api/users/me', { time_zone: 'UTC' }),
    ]) {
      expect(refused).toMatchObject({ status: 403, body: { code: 'account_closing' } })
    }
    expect(await client.open()).toMatchObject({ status: 404, body: { code: 'invalid_link' } })
    const [mail] = await mailsTo(ada.email)
    expect(mail?.subject).toBe('Your Daybook account will be deleted on December 15, 2026')
    expect(mail?.text).toContain('Keep my account')
  })

  test.each(['', ' ', 'Grace', 'x'.repeat(2001), null, 7])('is refused for the name %j', async (name) => {
    const ada = await signIn('Ada')
    const answer = await ada.post('/api/account/deletion', { confirm_name: name })
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body.fields)).toEqual(['confirm_name'])
    expect((await meOf(ada)).delete_at).toBeNull()
  })

  test('asks for the name of the business where there is one', async () => {
    const ada = await signIn('Ada')
    await ada.put('/api/users/me', { business_name: 'Lovelace Analytics', time_zone: 'UTC' })
    expect((await deleteAccount(ada)).body.fields.confirm_name).toBe('Please type “Lovelace Analytics”')
    expect((await deleteAccount(ada, 'lovelace  analytics')).status).toBe(200)
  })
})

describe('keeping the account', () => {
  test('opens everything again, after another sign-in too', async () => {
    const { ada, client } = await openStudio()
    await deleteAccount(ada)
    await later(20)
    await runScheduledJobs()
    const again = await signInAs(ada.url, ada)
    expect((await meOf(again)).delete_at).not.toBeNull()
    expect((await again.get('/api/clients')).status).toBe(403)
    expect((await again.delete('/api/account/deletion')).status).toBe(200)
    expect((await again.delete('/api/account/deletion')).status).toBe(200)
    expect((await again.get('/api/clients')).body).toHaveLength(1)
    expect((await client.open()).status).toBe(200)
    await later(40)
    await runScheduledJobs()
    expect((await (await signInAs(ada.url, ada)).get('/api/clients')).body).toHaveLength(1)
  })
})

/** The queue's own table is not the account's: it holds numbers, and empties itself. */
const recordsOf = async (accountId: number) =>
  (await rowsOf(accountId)).filter((line) => !line.startsWith('jobs.job'))

/** Without what the other jobs of a month change. */
const booksOf = async (accountId: number) =>
  (await recordsOf(accountId)).filter((line) => !/^(subscriptions|idempotency_keys) /.test(line))

describe('an account whose day has come', () => {
  test('is gone from every table, its files and its identity too, and nothing of others', async () => {
    const [ada, eve] = [await keepMarkedBooks('Ada'), await keepMarkedBooks('Eve')]
    await runJobs()
    const { database } = await sharedApp()
    const others = await booksOf(eve.accountId)
    expect((await deleteAccount(ada.owner, ada.business[0])).status).toBe(200)
    await later(30)
    await runScheduledJobs()
    await runScheduledJobs()
    expect(await recordsOf(ada.accountId)).toEqual([])
    expect(await booksOf(eve.accountId)).toEqual(others)
    const { rows } = await database.pool.query(
      `select sha256 from stored_files where sha256 = encode(sha256(convert_to($1, 'UTF8')), 'hex')`,
      [ada.secrets[0]],
    )
    expect(rows).toEqual([])
    const mails = await mailsTo(ada.owner.email)
    expect(mails.map(({ subject }) => subject)).toContain('Your Daybook account was deleted')

    expect((await ada.owner.get('/api/users/me')).status).toBe(401)
    const again = await signInAs(ada.owner.url, ada.owner)
    expect((await meOf(again)).id).not.toBe(ada.accountId)
    expect((await again.get('/api/clients')).body).toEqual([])
  })

  test('is removed in pieces, and by two servers at once', async () => {
    const ada = await signIn('Ada')
    const { body: project } = await ada.post('/api/projects', { name: 'Website' })
    const { id } = await meOf(ada)
    const { database } = await sharedApp()
    await database.pool.query(
      `insert into time_entries (account_id, project_id, description, hours, date, is_billable, search, created_at)
       select $1, $2, 'Draft', 100, '2026-11-10', true, '', now() from generate_series(1, 5000)`,
      [id, project.id],
    )
    await deleteAccount(ada)
    await later(30)
    await Promise.all([runScheduledJobs(), runScheduledJobs()])
    await runScheduledJobs()
    expect(await recordsOf(id)).toEqual([])
    expect(await mailsTo(ada.email)).toHaveLength(2)
  })

  test('waits for its last mail to leave, and for a day at most', async () => {
    const ada = await signIn('Ada')
    const { id } = await meOf(ada)
    const { database } = await sharedApp()
    await deleteAccount(ada)
    await runJobs()
    await later(29.01)
    const hold = () =>
      sql`update jobs.job set start_after = now() + interval '1 hour'
        where name = 'send-mail' and state = 'created'`.execute(database.db)
    const { background } = await sharedApp()
    await background.catchUp()
    while (await background.runNext()) await hold()
    const left = await recordsOf(id)
    expect(left.map((line) => line.split(' ')[0]).sort()).toEqual(['accounts', 'mails'])
    await later(30.02)
    await background.catchUp()
    while (await background.runNext()) await hold()
    expect(await recordsOf(id)).toEqual([])
  })
})

describe('a paid plan', () => {
  let at: ShopApp
  beforeAll(async () => {
    at = await startShopApp({ ADMIN_EMAILS: 'root@example.com' })
    const root = await signInAs(at.app.url, { name: 'Root', email: 'root@example.com' })
    await root.post('/api/stripe/create-products', undefined)
  })
  afterAll(() => at.stop())

  const runningFor = async (accountId: number) => {
    const { data } = await at.shop.stripe.subscriptions.list({ status: 'all' })
    return data.filter(
      ({ metadata, ended_at }) => metadata.account_id === String(accountId) && ended_at === null,
    ).length
  }

  async function buyStarter() {
    const ada = await at.signIn('Ada')
    await at.buy(ada, 'starter')
    await ada.post('/api/subscription/refresh', {})
    const { id } = await meOf(ada)
    expect(await runningFor(id)).toBe(1)
    return { ada, id }
  }

  test('ends as soon as the provider can be reached, and one mail tells of it', async () => {
    const { ada, id } = await buyStarter()
    await deleteAccount(ada)
    at.gate.pass = (request) => void request.socket.destroy()
    await runScheduledJobs(at.app)
    at.gate.pass = () => undefined
    expect(await runningFor(id)).toBe(1)
    await retryJobs(at.app)
    expect(await runningFor(id)).toBe(0)
    const { rows } = await at.app.database.pool.query('select subject from mails where account_id = $1', [id])
    expect(rows).toEqual([{ subject: expect.stringContaining('will be deleted on') }])
    await ada.delete('/api/account/deletion')
    await runScheduledJobs(at.app)
    expect(await runningFor(id)).toBe(0)
    expect((await entitlementOf(ada)).plan.id).not.toBe('starter')
  })

  test('cannot be bought on a page that was still open', async () => {
    const ada = await at.signIn('Ada')
    const { body } = await ada.post('/api/subscription/create-checkout-session', checkoutOf(ada, 'starter'))
    await deleteAccount(ada)
    await runScheduledJobs(at.app)
    await pay(body.url, cards.good).catch(() => undefined)
    expect(await runningFor((await meOf(ada)).id)).toBe(0)
  })

  test('does not end when the account was kept in time', async () => {
    const { ada, id } = await buyStarter()
    await deleteAccount(ada)
    await ada.delete('/api/account/deletion')
    await runScheduledJobs(at.app)
    expect(await runningFor(id)).toBe(1)
  })
})
