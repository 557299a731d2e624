import { randomBytes } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { longTimeout, openForTest, scratchDirectory } from '../fixtures/scratch.ts'

const slow = { timeout: longTimeout }
const megabyte = 1_024 * 1_024

test("the write-ahead log stays small under an hour's writes", slow, async () => {
  const dataDirectory = scratchDirectory()
  const { pool } = await openForTest({ dataDirectory })
  await pool.query('create table notes (id serial primary key, body text storage external)')
  const start = await position()
  let largest = 0
  for (let write = 0; write < 150; write += 1) {
    await pool.query('insert into notes (body) values ($1)', [randomBytes(256 * 1_024).toString('hex')])
    if (write % 5 === 0) largest = Math.max(largest, walBytes(dataDirectory))
  }
  expect((await position()) - start).toBeGreaterThan(70 * megabyte)
  expect(largest).toBeLessThanOrEqual(64 * megabyte)

  async function position() {
    const { rows } = await pool.query<{ bytes: string }>(`select pg_current_wal_lsn() - '0/0' as bytes`)
    return Number(rows[0]?.bytes)
  }
})

test('dead rows are vacuumed and tables analyzed on a timer', slow, async () => {
  const { pool } = await openForTest({
    embedded: { maintenance: { checkpointEvery: 50, vacuumEvery: 50, checkpointBytes: megabyte } },
  })
  await pool.query('create table notes as select n as id from generate_series(1, 1000) n')
  await pool.query('delete from notes where id > 10')
  await expect
    .poll(
      async () => {
        const { rows } = await pool.query(`select reltuples from pg_class where relname = 'notes'`)
        return rows
      },
      { timeout: longTimeout },
    )
    .toEqual([{ reltuples: 10 }])
})

test('a running transaction is not disturbed by maintenance', slow, async () => {
  const { pool, db } = await openForTest({
    embedded: { maintenance: { checkpointEvery: 5, vacuumEvery: 5, checkpointBytes: 1 } },
  })
  await pool.query('create table notes (id int)')
  await db.transaction().execute(async (tx) => {
    for (let id = 0; id < 100; id += 1) await sql`insert into notes values (${id})`.execute(tx)
  })
  expect((await pool.query('select count(*)::int as count from notes')).rows).toEqual([{ count: 100 }])
})

function walBytes(dataDirectory: string) {
  const directory = path.join(dataDirectory, 'database', 'pg_wal')
  const files = readdirSync(directory, { recursive: true, withFileTypes: true })
  return files
    .filter((file) => file.isFile())
    .map((file) => statSync(path.join(file.parentPath, file.name), { throwIfNoEntry: false })?.size ?? 0)
    .reduce((sum, size) => sum + size, 0)
}
