import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import { sendingApi } from '#features/billing/sending/contract/sending.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { projectsApi } from '#features/engagement/projects/contract.ts'
import { timerApi } from '#features/work/timer/contract.ts'
import { startTestApp, type TestApp, uniqueEmail } from '#tests/app.ts'
import { runCommandHere } from '#tests/backup-command.ts'
import { design, draft } from '#tests/invoices.ts'
import { runJobs } from '#tests/jobs.ts'
import { createOnServer } from '#tests/new-database.ts'
import { type Person, signInAs } from '#tests/people.ts'
import { type PgBouncer, startPgBouncer } from '#tests/pgbouncer.ts'

let pooler: PgBouncer
let direct: string
let app: TestApp

beforeAll(async () => {
  pooler = await startPgBouncer(inject('postgresUrl') ?? '', 3)
  // Without tables, so that it starts with the migrations.
  direct = await createOnServer({ isMigrated: false })
  app = await startTestApp({ DATABASE_URL: pooler.throughPooler(direct), DATABASE_DIRECT_URL: direct })
})
afterAll(async () => {
  await app?.stop()
  await pooler?.stop()
})

const signIn = (name: string) => signInAs(app.url, { name, email: uniqueEmail(name) })

async function writeInvoices(person: Person): Promise<string[]> {
  const client = await person.call(clientsApi.create, {
    body: { name: 'Studio North', email: 'north@example.com' },
  })
  const drafts = await Promise.all(
    [1, 2, 3].map(() => person.call(invoicesApi.create, { body: draft(client.id, { items: [design] }) })),
  )
  const id = drafts[0]?.id ?? 0
  await person.call(sendingApi.send, { params: { id }, body: {} })
  const listed = await person.call(invoicesApi.list)
  return listed.map(({ invoice_number }) => invoice_number).sort()
}

test('many accounts work at once on three connections in transaction mode', async () => {
  const people = await Promise.all(Array.from({ length: 8 }, () => signIn('Ada')))
  const numbers = ['INV-0001', 'INV-0002', 'INV-0003']
  expect(await Promise.all(people.map(writeInvoices))).toEqual(people.map(() => numbers))
  expect(await runJobs(app)).toBe(people.length)
})

test('every session has the settings of Daybook, which no connection sets', async () => {
  const shown = await sql`
    select current_setting('TimeZone') as zone, current_setting('statement_timeout') as longest`.execute(
    app.appDatabase.db,
  )
  expect(shown.rows).toEqual([{ zone: 'UTC', longest: '30s' }])
})

test('a change is told to those who watch', async () => {
  const grace = await signIn('Grace')
  const left = new AbortController()
  onTestFinished(() => left.abort())
  const events = await grace.fetch(timerApi.events.path, { signal: left.signal })
  const reader = events.body?.pipeThrough(new TextDecoderStream()).getReader()
  const told = async (what: RegExp) => {
    let text = ''
    while (!what.test(text)) text += (await reader?.read())?.value ?? 'ended'
  }
  await told(/null/)
  const { id: project_id } = await grace.call(projectsApi.create, { body: { name: 'Website' } })
  const { id } = await grace.call(timerApi.start, { body: { project_id } })
  await told(new RegExp(`"id":${id}`))
})

test('a backup holds its lock, and can be restored', async () => {
  const place = {
    dataDirectory: app.dataDirectory,
    databaseUrl: pooler.throughPooler(direct),
    databaseDirectUrl: direct,
  }
  const file = join(app.dataDirectory, 'daybook.zip')
  expect(await runCommandHere(place, 'backup', file)).toMatchObject({ code: 0 })
  expect(await runCommandHere(place, 'restore', file, '--replace')).toMatchObject({ code: 0 })
})

test('settings that contradict what they lead to are refused in one line', async () => {
  const alone = startTestApp({ DATABASE_URL: pooler.throughPooler(direct) })
  await expect(alone).rejects.toThrow('set DATABASE_DIRECT_URL')
  const elsewhere = await createOnServer({ isMigrated: true })
  const both = startTestApp({ DATABASE_URL: pooler.throughPooler(direct), DATABASE_DIRECT_URL: elsewhere })
  await expect(both).rejects.toThrow('lead to different databases')
})
