import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backUp } from '#server/backup/job.ts'
import { queueMail } from '#server/mail/queue.ts'
import { startTestApp, type TestApp } from '#tests/app.ts'
import { retryJobs, runJobs, systemContext } from '#tests/jobs.ts'
import { type MailServer, startMailServer } from '#tests/mail-server.ts'
import { type Person, signInAs, Visitor } from '#tests/people.ts'
import { adminApi } from './contract.ts'

let app: TestApp
let server: MailServer
let root: Person
let ada: Person

beforeAll(async () => {
  server = await startMailServer()
  app = await startTestApp({
    ADMIN_EMAILS: 'root@example.com',
    BACKUP_SCHEDULE: 'daily',
    SMTP_URL: server.url,
    MAIL_FROM: 'Daybook <daybook@example.com>',
    LOG_LEVEL: 'silent',
  })
  root = await signInAs(app.url, { name: 'Root', email: 'root@example.com' })
  ada = await signInAs(app.url, { name: 'Ada Lovelace', email: 'ada.lovelace@studio-north.example' })
})
afterAll(async () => {
  await app.stop()
  await server.stop()
})

const calls = Object.values(adminApi)

test('every call is about the whole Daybook, and only for admins', async () => {
  for (const { method, path, access } of calls) {
    expect(access).toBe('admin')
    const refused = await ada.request(method, path)
    expect(refused).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect((await new Visitor(app.url).request(method, path)).status).toBe(401)
  }
})

test('an address that is not verified makes no admin', async () => {
  await sql`update accounts set email_verified = false where email = 'root@example.com'`.execute(
    app.database.db,
  )
  expect((await root.try(adminApi.overview)).status).toBe(404)
  await sql`update accounts set email_verified = true where email = 'root@example.com'`.execute(
    app.database.db,
  )
  expect((await root.try(adminApi.overview)).status).toBe(200)
})

test('the overview tells the state of this Daybook', async () => {
  app.clock.set('2026-12-01T12:00:00Z')
  const overview = await root.call(adminApi.overview)
  app.clock.reset()
  expect(overview).toMatchObject({
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    database: { version: expect.stringMatching(/^\d+/) },
    accounts: { total: 2, new_in_30_days: 2 },
    mail: { kind: 'smtp', from: 'daybook@example.com' },
    backups: { keep: 7, next_at: '2026-12-02T02:30:00.000Z', last: null, is_pending: false },
  })
})

test('accounts are listed page by page and found by the beginnings of words', async () => {
  const emails = async (query: { q?: string; limit?: number; cursor?: string } = {}) =>
    (await root.call(adminApi.accounts, { query })).map(({ email }) => email)
  expect(await emails()).toEqual([ada.email, root.email])
  for (const q of ['love', 'ADA', 'studio', 'ada.lovelace@studio-north.example', 'north ada'])
    expect(await emails({ q }), q).toEqual([ada.email])
  for (const q of ['velace', '@', "'; drop table accounts --", 'x & | !:*', '\\'])
    expect(await emails({ q }), q).toEqual([])
  const first = await root.fetch('/api/admin/accounts?limit=1')
  expect(await first.json()).toMatchObject([{ email: ada.email, plan: 'Professional', storage_bytes: 0 }])
  const next = /<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
  const second = await root.fetch(next)
  expect(await second.json()).toMatchObject([{ email: root.email, plan: 'Admin' }])
  expect(second.headers.get('link')).toBeNull()
})

test('a failed email is listed without what it says and to whom, and is sent once more, once', async () => {
  const ctx = await systemContext(ada.email, app)
  server.refuseNext('to', 550)
  const mail = { to: 'client@north.example', subject: 'Invoice INV-1', text: 'Secret', html: '<p>Secret</p>' }
  await queueMail(ctx, mail, 7)
  await runJobs(app)
  const answer = await root.request('GET', '/api/admin/emails')
  expect(JSON.stringify(answer.body)).not.toMatch(/client@north|INV-1|Secret/)
  const [failed] = await root.call(adminApi.emails)
  expect(failed).toMatchObject({
    account_email: ada.email,
    audience: 'client',
    status: 'failed',
    reason: expect.stringContaining('550'),
    can_retry: true,
  })
  expect((await root.call(adminApi.overview)).mail.failed_this_week).toBe(1)

  const body = { account_id: failed?.account_id ?? 0, id: failed?.id ?? 0 }
  const tries = await Promise.all(Array.from({ length: 10 }, () => root.try(adminApi.retryEmail, { body })))
  expect(tries.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)])
  await runJobs(app)
  expect(server.received).toHaveLength(1)
  expect(await root.call(adminApi.emails)).toEqual([])
})

test('a failed email that the freelancer has sent again is not sent twice', async () => {
  const ctx = await systemContext(ada.email, app)
  const mail = { to: 'client@north.example', subject: 'Invoice INV-2', text: 'Hello', html: '<p>Hello</p>' }
  server.refuseNext('to', 550)
  await queueMail(ctx, mail, 7)
  await runJobs(app)
  await queueMail(ctx, mail, 7)
  await runJobs(app)
  const [failed] = await root.call(adminApi.emails)
  expect(failed?.can_retry).toBe(false)
  const body = { account_id: failed?.account_id ?? 0, id: failed?.id ?? 0 }
  expect((await root.try(adminApi.retryEmail, { body })).status).toBe(409)
})

test('a test email goes to the admin at once, or says why it did not', async () => {
  const before = server.received.length
  expect(await root.call(adminApi.testEmail)).toEqual({ outcome: 'sent', reason: null })
  expect(server.received).toHaveLength(before + 1)
  server.refuseNext('to', 550)
  expect(await root.call(adminApi.testEmail)).toMatchObject({
    outcome: 'refused',
    reason: expect.stringContaining('550'),
  })
})

test('a backup is made when it is asked for, one at a time', async () => {
  const asked = await Promise.all(Array.from({ length: 5 }, () => root.try(adminApi.backUp)))
  expect(asked.map(({ status }) => status).sort()).toEqual([202, 409, 409, 409, 409])
  expect((await root.call(adminApi.overview)).backups.is_pending).toBe(true)
  await runJobs(app)
  const { last, failure, is_pending } = (await root.call(adminApi.overview)).backups
  expect({ failure, is_pending }).toEqual({ failure: null, is_pending: false })
  expect(readdirSync(join(app.dataDirectory, 'backups'))).toEqual([last?.file])
  expect(last?.size).toBeGreaterThan(1000)
})

test('a job that failed for good is listed with its error, and is run once more', async () => {
  const directory = join(app.dataDirectory, 'backups')
  renameSync(directory, `${directory}.away`)
  writeFileSync(directory, 'in the way')
  await root.call(adminApi.backUp)
  await runJobs(app)
  for (let attempt = 0; attempt < 2; attempt++) await retryJobs(app)
  rmSync(directory)
  renameSync(`${directory}.away`, directory)
  const { count, jobs } = await root.call(adminApi.jobs)
  expect(count).toBe(1)
  expect(jobs).toMatchObject([{ name: backUp.name, reason: expect.stringMatching(/^\w+: not a directory/) }])
  expect((await root.call(adminApi.overview)).backups.failure).not.toBeNull()

  const id = jobs[0]?.id ?? ''
  const tries = await Promise.all(
    Array.from({ length: 5 }, () => root.try(adminApi.retryJob, { body: { id } })),
  )
  expect(tries.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(tries.every(({ status }) => [200, 404, 409].includes(status))).toBe(true)
  await runJobs(app)
  expect(await root.call(adminApi.jobs)).toEqual({ count: 0, jobs: [] })
  expect((await root.call(adminApi.overview)).backups.failure).toBeNull()
  const unknown = { id: crypto.randomUUID() }
  expect((await root.try(adminApi.retryJob, { body: unknown })).status).toBe(404)
})
