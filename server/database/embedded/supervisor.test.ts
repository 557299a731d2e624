import { renameSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Line, longTimeout, openForTest, recordLog, scratchDirectory } from '../fixtures/scratch.ts'

const slow = { timeout: longTimeout }

for (const runaway of ['select pg_sleep(3600)', 'do $$ begin loop end loop; end $$']) {
  test(`the watchdog ends ${runaway}, and the next in line is served`, slow, async () => {
    const { pool, db } = await openForTest({ embedded: { statementLimit: 3_000 } })
    const named = { name: 'double', text: 'select $1::int * 2 as doubled', values: [21] }
    expect((await pool.query(named)).rows).toEqual([{ doubled: 42 }])
    await pool.query(`create table clients as select 'Ada' as name`)

    const stuck = db.transaction().execute(async (tx) => {
      await sql`insert into clients values ('Grace')`.execute(tx)
      await sql.raw(runaway).execute(tx)
    })
    const waiting = pool.query('select name from clients')
    await expect(stuck).rejects.toMatchObject({
      code: '57P01',
      message: 'A statement ran for more than 3 s, so the embedded database was restarted.',
    })
    expect((await waiting).rows).toEqual([{ name: 'Ada' }])
    expect((await pool.query(named)).rows).toEqual([{ doubled: 42 }])
  })
}

test(
  'a transaction left idle is rolled back, so that it does not block the only connection',
  slow,
  async () => {
    const lines: Line[] = []
    const { pool } = await openForTest({ embedded: { idleTransactionLimit: 1_000 }, log: recordLog(lines) })
    await pool.query('create table clients (name text)')
    const client = await pool.connect()
    const lost = new Promise((resolve) => client.once('error', resolve))
    await client.query(`begin; insert into clients values ('Ada')`)
    const waiting = pool.query('select count(*)::int as count from clients')
    expect(await lost).toMatchObject({ code: '25P03' })
    client.release()
    expect((await waiting).rows).toEqual([{ count: 0 }])
    expect(lines.map(({ message }) => message).join()).toContain('idle transaction was rolled back')
  },
)

test('a client that goes away in the middle of a transaction leaves nothing behind', slow, async () => {
  const { pool } = await openForTest()
  await pool.query('create table clients (name text)')
  const client = await pool.connect()
  await client.query('begin')
  await client.query(`insert into clients values ('Ada')`)
  await client.query('select pg_advisory_lock(42)')
  await client.query(`set timezone = 'Asia/Tokyo'`)
  await client.query('create temporary table scraps (id int)')
  await client.query('prepare leftover as select 1')
  await client.query('selec').catch(() => undefined)
  client.release(true)

  const { rows } = await pool.query(`
    select (select count(*)::int from clients) as clients,
      (select count(*)::int from pg_locks where locktype = 'advisory') as locks,
      (select count(*)::int from pg_prepared_statements) as statements,
      current_setting('timezone') as timezone, to_regclass('scraps') as scraps`)
  expect(rows).toEqual([{ clients: 0, locks: 0, statements: 0, timezone: 'UTC', scraps: null }])
})

test('an engine that crashes is started again', slow, async () => {
  const dataDirectory = scratchDirectory()
  const { pool } = await openForTest({ dataDirectory })
  await pool.query(`create table clients as select 'Ada' as name`)
  const restore = hideWal(dataDirectory)
  const crash = pool.query('create table big as select generate_series(1, 400000)')
  await expect(crash).rejects.toMatchObject({ code: '57P01' })
  restore()
  expect((await pool.query('select name from clients')).rows).toEqual([{ name: 'Ada' }])
})

test('an engine that cannot come back is reported once, and closing still works', slow, async () => {
  const dataDirectory = scratchDirectory()
  const fatal: Error[] = []
  const gone = Promise.withResolvers<void>()
  const { pool, close } = await openForTest({
    dataDirectory,
    onFatal: (error) => {
      fatal.push(error)
      gone.resolve()
    },
  })
  await pool.query('select 1')
  hideWal(dataDirectory)
  await expect(pool.query('create table big as select generate_series(1, 400000)')).rejects.toThrow()
  await gone.promise
  await expect(pool.query('select 1')).rejects.toThrow('The embedded database keeps stopping')
  expect(fatal).toHaveLength(1)
  await close()
})

test('closing waits for running and queued queries', slow, async () => {
  const { pool, close } = await openForTest()
  const running = pool.query('select pg_sleep(0.2), 1 as one')
  const waiting = pool.query('select 2 as two')
  await close()
  expect((await running).rows).toMatchObject([{ one: 1 }])
  expect((await waiting).rows).toEqual([{ two: 2 }])
})

test('closing times out', slow, async () => {
  const { pool, close } = await openForTest({ closingGrace: 100 })
  await pool.connect()
  await close()
})

/** Without its write-ahead log PostgreSQL panics as soon as it needs the next file of it. */
function hideWal(dataDirectory: string) {
  const wal = path.join(dataDirectory, 'database', 'pg_wal')
  renameSync(wal, `${wal}.hidden`)
  return () => renameSync(`${wal}.hidden`, wal)
}
