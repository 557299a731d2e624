import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { scratchDirectory } from '#server/database/fixtures/scratch.ts'
import type { TestApp } from '#tests/app.ts'
import { runCommandHere } from '#tests/backup-command.ts'
import { retryJobs, runJobs, runScheduledJobs } from '#tests/jobs.ts'
import { expectConsistent, keepBooks } from './fixtures/books.ts'
import { contentsOf } from './fixtures/contents.ts'
import { migratedPlace, startApp } from './fixtures/places.ts'
import { backUp } from './job.ts'
import { findLastBackups } from './store.ts'

const lastOf = ({ database }: TestApp) => findLastBackups(database.db)

/** Runs only this job, as if its hour had come. */
async function backUpOn(app: TestApp): Promise<void> {
  await app.services.jobs.put(app.appDatabase.db, backUp.name, null, { singletonKey: 'exclusive' })
  expect(await app.background.runNext([backUp.name])).toBe(true)
}

test.each(['embedded', 'server'] as const)(
  'on %s a scheduled backup is restored as the books were, in another place',
  async (kind) => {
    const source = await migratedPlace(kind)
    const directory = scratchDirectory()
    const app = await startApp(source, { BACKUP_SCHEDULE: 'daily', BACKUP_DIRECTORY: directory })
    await keepBooks(app)
    await expectConsistent(app)
    await runJobs(app)
    const before = await contentsOf(app.database)
    await backUpOn(app)
    const { complete, failed } = await lastOf(app)
    expect(failed).toBeUndefined()
    expect(complete).toMatchObject({ missing_files: 0, size: expect.any(Number) })
    expect(readdirSync(directory)).toEqual([complete?.file])

    const target = await migratedPlace('server')
    const other = await startApp(target)
    const restored = await runCommandHere(target, 'restore', join(directory, complete?.file ?? ''))
    expect(restored).toMatchObject({ code: 0 })
    expect(await contentsOf(other.database)).toEqual(before)
  },
)

test('the newest are kept, and nobody else’s files are touched', async () => {
  const directory = scratchDirectory()
  const others = ['daybook-20200101T000000Z.zip', 'daybook-20200101T000000Z-0badc0de.zip', 'notes.txt']
  for (const name of others) writeFileSync(join(directory, name), 'kept')
  const app = await startApp(await migratedPlace('server'), {
    BACKUP_SCHEDULE: '0 3 * * *',
    BACKUP_KEEP: '2',
    BACKUP_DIRECTORY: directory,
  })
  const made: string[] = []
  for (const day of ['01', '02', '03']) {
    app.clock.set(`2026-12-${day}T03:00:00Z`)
    await runScheduledJobs(app)
    made.push((await lastOf(app)).complete?.file ?? '')
  }
  expect(new Set(made).size).toBe(3)
  expect(readdirSync(directory).sort()).toEqual([...others, ...made.slice(1)].sort())
})

test('a backup that fails is recorded in words, deletes nothing, and is tried again', async () => {
  const directory = join(scratchDirectory(), 'backups')
  writeFileSync(directory, 'in the way')
  const app = await startApp(await migratedPlace('server'), {
    BACKUP_SCHEDULE: 'daily',
    BACKUP_DIRECTORY: directory,
    LOG_LEVEL: 'silent',
  })
  await backUpOn(app)
  expect(await lastOf(app)).toMatchObject({
    complete: undefined,
    failed: { error: `${directory} is not a directory`, file: null },
  })
  await retryJobs(app)
  await retryJobs(app)
  const { rows } = await sql<{ count: number }>`select count(*) from backups`.execute(app.database.db)
  expect(rows[0]?.count).toBe(3)
  expect((await app.services.jobs.failed(app.appDatabase.db)).jobs).toMatchObject([{ name: backUp.name }])
})

test('what a killed server left is no backup, and goes with the next one', async () => {
  const directory = scratchDirectory()
  const app = await startApp(await migratedPlace('server'), {
    BACKUP_SCHEDULE: 'daily',
    BACKUP_DIRECTORY: directory,
  })
  await backUpOn(app)
  const whole = (await lastOf(app)).complete?.file ?? ''
  writeFileSync(join(directory, `${whole}.5b2e3f0c.part`), 'half')
  app.clock.set('2027-01-01T03:00:00Z')
  await backUpOn(app)
  expect(readdirSync(directory).sort()).toEqual([whole, (await lastOf(app)).complete?.file].sort())
})

test('one backup is made at a time, however often it is asked for, on several servers', async () => {
  const place = await migratedPlace('server')
  const servers = [await startApp(place), await startApp({ ...place, dataDirectory: scratchDirectory() })]
  const asked = await Promise.all(
    Array.from({ length: 20 }, (_, index) => {
      const app = servers[index % 2] as TestApp
      return app.services.jobs.put(app.appDatabase.db, backUp.name, null, { singletonKey: 'exclusive' })
    }),
  )
  expect(asked.filter(Boolean)).toHaveLength(1)
  const ran = await Promise.all(servers.map((app) => app.background.runNext([backUp.name])))
  expect(ran.filter(Boolean)).toHaveLength(1)
})
