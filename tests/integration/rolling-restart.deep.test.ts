import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import type { Endpoint } from '#core/endpoint.ts'
import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { ALL_ROUTES } from '#server/app.ts'
import { scratchDirectory } from '#server/database/fixtures/scratch.ts'
import { MIGRATIONS, migrate } from '#server/database/migrate.ts'
import { startTestApp, uniqueEmail } from '#tests/app.ts'
import { addYear } from '#tests/demo.ts'
import { design, draft } from '#tests/invoices.ts'
import { systemContext } from '#tests/jobs.ts'
import { type Person, signInAs } from '#tests/people.ts'

async function startApp(environment: NodeJS.ProcessEnv = {}) {
  const app = await startTestApp(environment)
  const ada = await signInAs(app.url, { name: 'Ada', email: uniqueEmail('Ada') })
  return { app, ada }
}

/** Calls that read the books as a whole, and need no more than an address. */
const READS = ALL_ROUTES.map(({ endpoint }): Endpoint => endpoint).filter(
  ({ method, access, path, events, download }) =>
    method === 'GET' && access === 'account' && !path.includes('{') && !events && !download,
)

async function readAll(ada: Person): Promise<string[]> {
  const answers = await Promise.all(
    READS.map(async ({ path }) => ({ path, status: (await ada.request('GET', path)).status })),
  )
  return answers.filter(({ status }) => status >= 500).map(({ path, status }) => `GET ${path}: ${status}`)
}

async function write(ada: Person): Promise<void> {
  const client = await ada.call(clientsApi.create, { body: { name: 'Studio North' } })
  const { id } = await ada.call(invoicesApi.create, { body: draft(client.id, { items: [design] }) })
  await ada.call(invoicesApi.update, { params: { id }, body: { status: 'sent' } })
  await ada.call(invoicesApi.update, { params: { id }, body: { status: 'paid' } })
}

test('a server goes on while a newer one adds to the schema', async () => {
  const { app, ada } = await startApp()
  onTestFinished(app.stop)
  await addYear(await systemContext(ada.email, app))
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables
    where schemaname = 'public' and tablename <> 'schema_migrations'`.execute(app.database.db)
  const newer = scratchDirectory()
  cpSync(MIGRATIONS, newer, { recursive: true })
  const files = {
    ...Object.fromEntries(
      rows.map(({ name }) => [
        `29990101T0100_extend_${name}.sql`,
        `alter table ${name} add column later text not null default ''`,
      ]),
    ),
    '29990101T0200_create_notes.sql':
      'create table notes (account_id bigint not null, id bigint primary key)',
    '29990101T0300_index_later.sql':
      'create index concurrently invoices_later on invoices (account_id, later)',
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(newer, name), text)

  // So often that each connection has prepared its statements.
  const failures = await Promise.all([1, 2, 3].map(() => readAll(ada)))
  let isMigrated = false
  const keepWorking = async () => {
    for (let after = 0; after < 3; after += isMigrated ? 1 : 0) {
      await write(ada)
      failures.push(await readAll(ada))
    }
  }
  const migrateMeanwhile = async () => {
    expect(await migrate(app.database, newer)).toHaveLength(rows.length + 2)
    isMigrated = true
  }
  await Promise.all([keepWorking(), keepWorking(), migrateMeanwhile()])
  expect(failures.flat()).toEqual([])
})

test('a server that is to stop says so, and answers until it has been taken out', async () => {
  const { app, ada } = await startApp({ DRAIN_SECONDS: '1' })
  expect((await fetch(`${app.url}/readyz`)).status).toBe(200)
  const stopped = app.stop()
  expect((await fetch(`${app.url}/readyz`)).status).toBe(503)
  const answer = await ada.try(clientsApi.list)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('connection')).toBe('close')
  await stopped
  await expect(fetch(`${app.url}/readyz`)).rejects.toThrow()
})
