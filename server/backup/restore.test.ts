import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { readSettings } from '#server/config/settings.ts'
import { readSecrets } from '#server/crypto/secret.ts'
import type { Database } from '#server/database/database.ts'
import { freshUrl, kinds, startBothKinds } from '#server/database/fixtures/kinds.ts'
import { openForTest, scratchDirectory } from '#server/database/fixtures/scratch.ts'
import { MIGRATIONS, migrate } from '#server/database/migrate.ts'
import { openFiles } from '#server/files/files.ts'
import { openQueue } from '#server/jobs/queue.ts'
import { sendMail } from '#server/mail/send.ts'
import { createLog } from '#server/observability/logging.ts'
import { createOnServer } from '#tests/new-database.ts'
import { writeBackup } from './backup.ts'
import type { BackupDependencies } from './dependencies.ts'
import { contentsOf } from './fixtures/contents.ts'
import { restoreBackup } from './restore.ts'

startBothKinds()

const log = createLog({ logLevel: 'silent' })
const never = new AbortController().signal

async function partsOf(database: Database): Promise<BackupDependencies> {
  const dataDirectory = scratchDirectory()
  const settings = readSettings({ DATA_DIRECTORY: dataDirectory })
  const open = openQueue({ database, jobs: [sendMail], log })
  onTestFinished(async () => (await open).close())
  await open
  return {
    database,
    jobs: () => open,
    files: openFiles(settings, log),
    secrets: await readSecrets(settings),
    dataDirectory,
    log,
  }
}

/** The migrations that an earlier version of Daybook had. */
function earlierMigrations(count: number): string {
  const directory = scratchDirectory()
  for (const name of readdirSync(MIGRATIONS).sort().slice(0, count)) {
    cpSync(join(MIGRATIONS, name), join(directory, name))
  }
  return directory
}

const archive = () => join(scratchDirectory(), 'daybook.zip')
const addAccount = (database: Database, email: string) =>
  database.pool.query(
    `insert into accounts (email, email_verified, time_zone, created_at) values ($1, true, 'UTC', now())`,
    [email],
  )
const emails = async ({ pool }: Database) => (await pool.query('select email from accounts')).rows

test.each(kinds)(
  'on $kind a backup of an earlier version is brought up to this one',
  async ({ openEmpty }) => {
    const database = await openEmpty()
    await migrate(database, earlierMigrations(1))
    await addAccount(database, 'ada@example.com')
    const parts = await partsOf(database)
    const path = archive()
    const { migrations } = await writeBackup(parts, path, never)
    expect(migrations).toHaveLength(1)

    await restoreBackup(parts, path, { migrations: MIGRATIONS, replace: true, signal: never })
    expect(await emails(database)).toEqual([{ email: 'ada@example.com' }])
    expect((await database.pool.query('select id from invoices')).rows).toEqual([])
    expect(await migrate(database, MIGRATIONS)).toEqual([])
  },
)

test('a backup of a later version is refused with a message', async () => {
  const database = await openForTest({ url: await createOnServer({ isMigrated: true }) })
  const parts = await partsOf(database)
  const path = archive()
  await writeBackup(parts, path, never)
  const earlier = { migrations: earlierMigrations(2), replace: true, signal: never }
  await expect(restoreBackup(parts, path, earlier)).rejects.toThrow(
    'which this version of Daybook does not know',
  )
})

test('a database of another application is left alone', async () => {
  const database = await openForTest({ url: await createOnServer({ isMigrated: true }) })
  const path = archive()
  await writeBackup(await partsOf(database), path, never)
  const foreign = await openForTest({ url: await freshUrl() })
  await foreign.pool.query('create table recipes (name text)')
  const options = { migrations: MIGRATIONS, replace: true, signal: never }
  await expect(restoreBackup(await partsOf(foreign), path, options)).rejects.toThrow('another application')
  expect((await foreign.pool.query('select * from recipes')).rows).toEqual([])
})

test('a queued mail is not sent twice, and a queued job is queued again', async () => {
  const database = await openForTest({ url: await createOnServer({ isMigrated: true }) })
  await addAccount(database, 'ada@example.com')
  await database.pool.query(
    `insert into mails (account_id, message_id, to_address, subject, content, status, created_at, changed_at)
     select id, 'one', 'north@example.com', 'Your invoice', 'sealed', 'queued', now(), now() from accounts`,
  )
  const parts = await partsOf(database)
  const data = { account: 1, data: { mailId: 1 } }
  await (await parts.jobs()).put(database.db, sendMail.name, data, { singletonKey: 'one' })
  const path = archive()
  await writeBackup(parts, path, never)
  await database.pool.query('delete from jobs.job; delete from mails')

  await restoreBackup(parts, path, { migrations: MIGRATIONS, replace: true, signal: never })
  const { rows } = await database.pool.query('select status, content, reason from mails')
  expect(rows).toEqual([{ status: 'uncertain', content: null, reason: expect.stringContaining('backup') }])
  const jobs = await database.pool.query('select name, state, data, singleton_key from jobs.job')
  expect(jobs.rows).toEqual([{ name: sendMail.name, state: 'created', data, singleton_key: 'one' }])
})

test('an interrupted backup leaves no archive, and an interrupted restore leaves no data', async () => {
  const database = await openForTest({ url: await createOnServer({ isMigrated: true }) })
  await addAccount(database, 'ada@example.com')
  await database.pool.query(`
    with project as (
      insert into projects (account_id, name, description, currency, status, name_key, search, created_at)
      select id, '', '', 'USD', 'active', '', '', now() from accounts returning account_id, id
    )
    insert into deliverables (account_id, project_id, title, description, status, version, position, created_at, file_sha256)
    select account_id, id, '', '', 'draft', 0, 1, now(), repeat('a', 64) from project`)
  const parts = await partsOf(database)
  const path = archive()
  const stop = new AbortController()
  const endless = {
    ...parts.files,
    open: async () => {
      stop.abort(new Error('the power went'))
      return { size: 1, content: new Readable({ read() {} }) }
    },
  }
  await expect(writeBackup({ ...parts, files: endless }, path, stop.signal)).rejects.toThrow('the power went')
  expect(readdirSync(join(path, '..'))).toEqual([])

  const failing = async () => ({
    ...(await parts.jobs()),
    put: async () => {
      throw new Error('the queue is gone')
    },
  })
  await (await parts.jobs()).put(database.db, sendMail.name, { account: 1, data: { mailId: 1 } })
  await writeBackup(parts, path, never)
  await addAccount(database, 'edsger@example.com')
  const options = { migrations: MIGRATIONS, replace: true, signal: never }
  await expect(restoreBackup({ ...parts, jobs: failing }, path, options)).rejects.toThrow('the queue is gone')
  expect(await emails(database)).toEqual([{ email: 'ada@example.com' }, { email: 'edsger@example.com' }])
})

test('a damaged backup changes nothing; where the damage is in nothing that matters, it is restored as it was', async () => {
  const database = await openForTest({ url: await createOnServer({ isMigrated: true }) })
  const parts = await partsOf(database)
  for (let count = 0; count < 200; count++) await addAccount(database, `ada.${count}@example.com`)
  const path = archive()
  await writeBackup(parts, path, never)
  const backedUp = await contentsOf(database)
  const whole = readFileSync(path)
  const damages = [whole.subarray(0, whole.length - 100), Buffer.from('no backup at all'), Buffer.alloc(0)]
  for (let at = 100; at < whole.length; at += 1500) {
    const damaged = Buffer.from(whole)
    damaged[at] = (damaged[at] ?? 0) ^ 0xff
    damages.push(damaged)
  }
  const options = { migrations: MIGRATIONS, replace: true, signal: never }
  let refused = 0
  for (const [index, content] of damages.entries()) {
    await addAccount(database, `grace.${index}@example.com`)
    const before = await contentsOf(database)
    const damaged = join(scratchDirectory(), 'damaged.zip')
    writeFileSync(damaged, content)
    const [outcome] = await Promise.allSettled([restoreBackup(parts, damaged, options)])
    const expected = outcome?.status === 'rejected' ? before : backedUp
    expect(await contentsOf(database), `damage ${index}`).toEqual(expected)
    refused += outcome?.status === 'rejected' ? 1 : 0
  }
  expect(refused).toBeGreaterThan(damages.length / 2)
  await expect(restoreBackup(parts, join(path, 'nowhere'), options)).rejects.toThrow('cannot be opened')
})

test('a backup that is taken while another one is restored is of the one or of the other, never of nothing', async () => {
  const database = await openForTest({ url: await createOnServer({ isMigrated: true }) })
  const parts = await partsOf(database)
  for (let count = 0; count < 50; count++) await addAccount(database, `ada.${count}@example.com`)
  const path = archive()
  await writeBackup(parts, path, never)
  const options = { migrations: MIGRATIONS, replace: true, signal: never }
  let restoring = true
  const restores = (async () => {
    for (let count = 0; count < 5; count++) await restoreBackup(parts, path, options)
    restoring = false
  })()
  const counts = new Set<number | undefined>()
  while (restoring) {
    const { tables } = await writeBackup(parts, archive(), never)
    counts.add(tables.find(({ name }) => name === 'accounts')?.rows)
  }
  await restores
  expect([...counts]).toEqual([50])
})
