import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { accountApi } from '#features/foundation/account/contract.ts'
import { subscriptionApi } from '#features/foundation/subscription/contract.ts'
import { exportApi } from '#features/pages/export/contract.ts'
import { portalApi } from '#features/pages/portal/contract/portal.ts'
import { timerApi } from '#features/work/timer/contract.ts'
import { cards } from '#sandbox/payments/test-shop.ts'
import { setClock, sharedApp, signIn } from '#tests/app.ts'
import { signInByEmail } from '#tests/email-codes.ts'
import { retryJobs, runJobs, runScheduledJobs } from '#tests/jobs.ts'
import { firstOf } from '#tests/lists.ts'
import { mailsTo } from '#tests/mails.ts'
import { keepMarkedBooks } from '#tests/marked-books.ts'
import { entitlementOf, pay, type SellingApp, startCheckout, startSellingApp } from '#tests/payments.ts'
import { type Person, signInAs } from '#tests/people.ts'
import { openStudio } from '#tests/portal.ts'
import { INVALID_LINK, invalidField, invalidFields } from '#tests/refusals.ts'
import { rowsOf } from '#tests/rows.ts'
import { deletionApi } from './contract.ts'

const DAY = 86_400_000
const later = (days: number) => setClock(new Date(Date.now() + days * DAY).toISOString())
const deleteAtOf = async (person: Person) => (await person.call(accountApi.me)).delete_at
const deleteAccount = (person: Person, confirm_name = person.name) =>
  person.try(deletionApi.request, { body: { confirm_name } })
const ACCOUNT_CLOSING = { status: 403, body: { code: 'account_closing' } }

describe('asking to delete an account', () => {
  test('requires the account’s name, and closes everything but the way back', async () => {
    await setClock('2026-11-16T10:00:00Z')
    const { ada, client, clientId } = await openStudio()
    expect(await deleteAtOf(ada)).toBeNull()
    const answer = await deleteAccount(ada, '  ada ')
    expect(answer).toMatchObject({ status: 200, body: { delete_at: '2026-12-15T10:00:00.000Z' } })
    expect(await ada.call(accountApi.me)).toMatchObject({
      email: ada.email,
      delete_at: '2026-12-15T10:00:00.000Z',
    })
    for (const refused of [
      await ada.try(clientsApi.list),
      await ada.try(exportApi.account),
      await ada.try(clientsApi.update, { params: { id: clientId }, body: { name: 'Other' } }),
      await ada.try(accountApi.update, { body: { time_zone: 'UTC' } }),
    ]) {
      expect(refused).toMatchObject(ACCOUNT_CLOSING)
    }
    expect(await client.try(portalApi.overview)).toMatchObject(INVALID_LINK)
    const [mail] = await mailsTo(ada.email)
    expect(mail?.subject).toBe('Your Daybook account will be deleted on December 15, 2026')
    expect(mail?.text).toContain('Keep my account')
  })

  test('leaves sessions to be listed and ended', async () => {
    const ada = await signIn('Ada')
    const [phone, laptop] = [await signInAs(ada.url, ada), await signInAs(ada.url, ada)]
    await deleteAccount(ada, 'Ada')
    const sessions = await ada.call(accountApi.sessions)
    expect(sessions).toHaveLength(3)
    const other = firstOf(sessions.filter(({ current }) => !current))
    await ada.call(accountApi.endSession, { params: { id: other.id } })
    expect(await ada.call(accountApi.endOtherSessions)).toMatchObject({ ended: 1 })
    for (const ended of [phone, laptop]) expect((await ended.try(accountApi.me)).status).toBe(401)
  })

  test.each(['', ' ', 'Grace', 'x'.repeat(2001), null, 7])('is refused for the name %j', async (name) => {
    const ada = await signIn('Ada')
    const refused = await ada.request('POST', deletionApi.request.path, { confirm_name: name })
    expect(invalidFields(refused)).toEqual(['confirm_name'])
    expect(await deleteAtOf(ada)).toBeNull()
  })

  test('asks for the name of the business where there is one', async () => {
    const ada = await signIn('Ada')
    await ada.call(accountApi.update, { body: { business_name: 'Lovelace Analytics', time_zone: 'UTC' } })
    expect(await deleteAccount(ada)).toMatchObject(
      invalidField('confirm_name', 'Please type “Lovelace Analytics”'),
    )
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
    expect(await deleteAtOf(again)).not.toBeNull()
    expect(await again.try(clientsApi.list)).toMatchObject(ACCOUNT_CLOSING)
    await again.call(deletionApi.cancel)
    await again.call(deletionApi.cancel)
    expect(await again.call(clientsApi.list)).toHaveLength(1)
    await client.call(portalApi.overview)
    await later(40)
    await runScheduledJobs()
    expect(await (await signInAs(ada.url, ada)).call(clientsApi.list)).toHaveLength(1)
  })
})

/** The queue's own table is not the account's: it holds numbers, and empties itself. */
const recordsOf = async (accountId: number) =>
  (await rowsOf(accountId)).filter((line) => !line.startsWith('jobs.job'))

/** Without what the other jobs of a month change. */
const booksOf = async (accountId: number) =>
  (await recordsOf(accountId)).filter(
    (line) => !/^(subscriptions|idempotency_keys|removals|removed_files|imports|import_faults) /.test(line),
  )

describe('an account whose day has come', () => {
  test('is deleted from every table with its files and identity, and other accounts are untouched', async () => {
    const [ada, eve] = [await keepMarkedBooks('Ada'), await keepMarkedBooks('Eve')]
    // A running timer would be mailed about.
    await eve.owner.call(timerApi.discard)
    const { database, clock } = await sharedApp()
    // A submitted deliverable is mailed ten minutes later.
    clock.advance({ minutes: 10 })
    await runJobs()
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

    expect(await ada.owner.try(accountApi.me)).toMatchObject({
      status: 401,
      body: { code: 'session_ended' },
    })
    const again = await signInAs(ada.owner.url, ada.owner)
    expect((await again.call(accountApi.me)).id).not.toBe(ada.accountId)
    expect(await again.call(clientsApi.list)).toEqual([])
  })

  test('leaves nothing but a hash, by which a second trial is refused', async () => {
    const ada = await signIn('Ada')
    const isTrial = async (person: Person) => (await entitlementOf(person)).subscription.status === 'trial'
    expect(await isTrial(ada)).toBe(true)
    expect((await deleteAccount(ada)).status).toBe(200)
    await later(30)
    await runScheduledJobs()
    const again = await signInAs(ada.url, ada)
    expect(await entitlementOf(again)).toMatchObject({
      plan: { id: 'free' },
      subscription: { status: 'active' },
      isTrialExpiring: false,
    })
    expect(await isTrial(await signIn('Grace'))).toBe(true)

    const { database } = await sharedApp()
    const { rows } = await database.pool.query('select * from used_trials')
    expect(rows.every((row) => Object.keys(row).join() === 'identity_hash')).toBe(true)
    expect(rows.every(({ identity_hash }) => identity_hash.length === 32)).toBe(true)
  })

  test('refuses a second trial also to who signs in in another way', async () => {
    const ada = await signIn('Ada')
    expect((await deleteAccount(ada)).status).toBe(200)
    await later(30)
    await runScheduledJobs()
    expect(await entitlementOf(await signInByEmail(ada.email))).toMatchObject({ plan: { id: 'free' } })
  })

  test('is deleted in steps, and by two servers at once', async () => {
    const ada = await signIn('Ada')
    const project = await ada.call(projectsApi.create, { body: { name: 'Website' } })
    const { id } = await ada.call(accountApi.me)
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
    const { id } = await ada.call(accountApi.me)
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
  let at: SellingApp
  beforeAll(async () => {
    at = await startSellingApp()
    return at.stop
  })

  const runningFor = async (accountId: number) => {
    const { data } = await at.shop.stripe.subscriptions.list({ status: 'all' })
    return data.filter(
      ({ metadata, ended_at }) => metadata.account_id === String(accountId) && ended_at === null,
    ).length
  }

  async function buyStarter() {
    const ada = await at.signIn('Ada')
    await at.buy(ada, 'starter')
    await ada.call(subscriptionApi.refresh, { body: {} })
    const { id } = await ada.call(accountApi.me)
    expect(await runningFor(id)).toBe(1)
    return { ada, id }
  }

  test('ends as soon as the provider can be reached, and one mail announces it', async () => {
    const { ada, id } = await buyStarter()
    await deleteAccount(ada)
    at.gate.pass = (request) => void request.socket.destroy()
    await runScheduledJobs(at.app)
    at.gate.pass = () => undefined
    expect(await runningFor(id)).toBe(1)
    await retryJobs(at.app)
    expect(await runningFor(id)).toBe(0)
    const { rows } = await at.query('select subject from mails where account_id = $1', [id])
    expect(rows).toEqual([{ subject: expect.stringContaining('will be deleted on') }])
    await ada.call(deletionApi.cancel)
    await runScheduledJobs(at.app)
    expect(await runningFor(id)).toBe(0)
    expect((await entitlementOf(ada)).plan?.id).not.toBe('starter')
  })

  test('cannot be bought on a page that was still open', async () => {
    const ada = await at.signIn('Ada')
    const page = await startCheckout(ada)
    await deleteAccount(ada)
    await runScheduledJobs(at.app)
    await pay(page, cards.good).catch(() => undefined)
    expect(await runningFor((await ada.call(accountApi.me)).id)).toBe(0)
  })

  test('does not end when the account was kept in time', async () => {
    const { ada, id } = await buyStarter()
    await deleteAccount(ada)
    await ada.call(deletionApi.cancel)
    await runScheduledJobs(at.app)
    expect(await runningFor(id)).toBe(1)
  })
})
