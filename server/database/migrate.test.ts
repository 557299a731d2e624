import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { startChild } from './fixtures/child.ts'
import { freshUrl, kinds, startBothKinds } from './fixtures/kinds.ts'
import { longTimeout, scratchDirectory } from './fixtures/scratch.ts'
import { migrate, pendingMigrations } from './migrate.ts'

startBothKinds()

const clients = { '20261116T0900_add_clients.sql': 'create table clients (name text);' }
const ada = { '20261116T0910_add_ada.sql': `insert into clients values ('Ada');` }
const broken = {
  '20261116T0920_add_grace.sql': `insert into clients values ('Grace');\ninsert into nowhere values (1);`,
}

function write(directory: string, ...migrations: Record<string, string>[]) {
  for (const [name, sql] of migrations.flatMap((each) => Object.entries(each))) {
    writeFileSync(path.join(directory, name), sql)
  }
}

describe.each(kinds)('on the $kind database', { timeout: longTimeout }, ({ kind, openEmpty }) => {
  test('new files are applied once, in the order of their names', async () => {
    const database = await openEmpty()
    const directory = scratchDirectory()
    write(directory, ada, clients)
    expect(await pendingMigrations(database, directory)).toEqual([
      '20261116T0900_add_clients.sql',
      '20261116T0910_add_ada.sql',
    ])
    expect(await migrate(database, directory)).toHaveLength(2)
    expect(await migrate(database, directory)).toEqual([])
    expect(await pendingMigrations(database, directory)).toEqual([])
    expect((await database.pool.query('select name from clients')).rows).toEqual([{ name: 'Ada' }])
  })

  test('an index is built concurrently where others work, and again after an attempt that failed', async () => {
    const database = await openEmpty()
    const directory = scratchDirectory()
    const index = 'create unique index concurrently clients_by_name on clients (name);'
    write(directory, clients, ada, {
      '20261116T0920_add_ada_again.sql': `insert into clients values ('Ada');`,
      '20261116T0930_index_clients.sql': index,
    })
    const left =
      kind === 'server'
        ? 'may have left an invalid index, which the next attempt replaces'
        : 'was rolled back'
    await expect(migrate(database, directory)).rejects.toThrow(
      `The migration 20261116T0930_index_clients.sql failed and ${left}: could not create unique index`,
    )
    await database.pool.query(`delete from clients where ctid <> (select min(ctid) from clients)`)
    expect(await migrate(database, directory)).toEqual(['20261116T0930_index_clients.sql'])
    const { rows } = await database.pool.query(
      `select indisvalid from pg_index where indexrelid = 'clients_by_name'::regclass`,
    )
    expect(rows).toEqual([{ indisvalid: true }])
  })

  test('a failing file is rolled back whole and named, and what came before it stays', async () => {
    const database = await openEmpty()
    const directory = scratchDirectory()
    write(directory, clients, broken)
    await expect(migrate(database, directory)).rejects.toThrow(
      'The migration 20261116T0920_add_grace.sql failed and was rolled back (line 2): relation "nowhere" does not exist',
    )
    expect((await database.pool.query('select name from clients')).rows).toEqual([])
    expect(await pendingMigrations(database, directory)).toEqual(['20261116T0920_add_grace.sql'])

    write(directory, { '20261116T0920_add_grace.sql': `insert into clients values ('Grace');` })
    expect(await migrate(database, directory)).toEqual(['20261116T0920_add_grace.sql'])
  })

  test('an applied file that was changed stops the start', async () => {
    const database = await openEmpty()
    const directory = scratchDirectory()
    write(directory, clients)
    await migrate(database, directory)
    write(directory, { '20261116T0900_add_clients.sql': 'create table clients (name text not null);' }, ada)
    await expect(migrate(database, directory)).rejects.toThrow(
      'The migration 20261116T0900_add_clients.sql was changed after it had been applied to this database',
    )
  })

  test('a database that is newer than the code stops the start', async () => {
    const database = await openEmpty()
    const directory = scratchDirectory()
    write(directory, clients, ada)
    await migrate(database, directory)
    rmSync(path.join(directory, '20261116T0910_add_ada.sql'))
    await expect(migrate(database, directory)).rejects.toThrow(
      'This database has the migration 20261116T0910_add_ada.sql, which this version of Daybook does not know',
    )
  })

  test('a database from before the first migration stops the start and is left untouched', async () => {
    const database = await openEmpty()
    const directory = scratchDirectory()
    write(directory, clients, ada)
    await migrate(database, directory)
    const later = scratchDirectory()
    write(later, { '20270101T0000_create_books.sql': 'drop table clients; create table books (name text);' })
    await expect(migrate(database, later)).rejects.toThrow('preview of Daybook before version 1.0')
    expect((await database.pool.query('select name from clients')).rows).toEqual([{ name: 'Ada' }])
  })

  test('a new file that sorts before an applied one stops the start', async () => {
    const database = await openEmpty()
    const directory = scratchDirectory()
    write(directory, clients, ada)
    await migrate(database, directory)
    write(directory, { '20261116T0905_add_grace.sql': `insert into clients values ('Grace');` })
    await expect(migrate(database, directory)).rejects.toThrow(
      'The migration 20261116T0905_add_grace.sql sorts before 20261116T0910_add_ada.sql, which this database already has',
    )
    expect((await database.pool.query('select name from clients')).rows).toEqual([{ name: 'Ada' }])
  })

  test('a misnamed file is refused', async () => {
    const database = await openEmpty()
    const directory = scratchDirectory()
    write(directory, { 'add-clients.sql': 'select 1' })
    await expect(migrate(database, directory)).rejects.toThrow('add-clients.sql must be named like')
  })

  test('two at once apply each file once', async () => {
    const database = await openEmpty()
    const directory = scratchDirectory()
    write(directory, clients, ada)
    const applied = await Promise.all([migrate(database, directory), migrate(database, directory)])
    expect(applied.flat()).toHaveLength(2)
    expect((await database.pool.query('select name from clients')).rows).toEqual([{ name: 'Ada' }])
  })
})

test('two processes that start at once apply each file once', { timeout: longTimeout }, async () => {
  const url = await freshUrl()
  const directory = scratchDirectory()
  write(directory, clients, { '20261116T0905_wait.sql': 'select pg_sleep(0.3);' }, ada)
  const children = [0, 1, 2].map(() => startChild('migrate.ts', ['', url, directory]))
  const applied: string[] = []
  await Promise.all(
    children.map(async (child) => {
      for await (const line of child.lines) applied.push(...(JSON.parse(line) as string[]))
      expect(await child.exited, child.errors()).toBe(0)
    }),
  )
  expect(applied.sort()).toEqual([
    '20261116T0900_add_clients.sql',
    '20261116T0905_wait.sql',
    '20261116T0910_add_ada.sql',
  ])
})
