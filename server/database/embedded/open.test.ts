import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { startChild } from '../fixtures/child.ts'
import { longTimeout, openForTest, scratchDirectory } from '../fixtures/scratch.ts'

const isRoot = process.getuid?.() === 0
const slow = { timeout: longTimeout }

test('a second process on the same directory is refused with one sentence', slow, async () => {
  const dataDirectory = scratchDirectory()
  const { pool } = await openForTest({ dataDirectory })
  await pool.query('create table clients (name text)')

  const second = startChild('hold.ts', [dataDirectory])
  expect(await second.exited).toBe(1)
  expect(second.errors()).toBe(
    `Another Daybook is already using the database in ${path.join(dataDirectory, 'database')}: stop it first, or give this one its own data directory.`,
  )
  await pool.query(`insert into clients values ('Ada')`)
})

test('a second opening in the same process is refused too', slow, async () => {
  const dataDirectory = scratchDirectory()
  await openForTest({ dataDirectory })
  await expect(openForTest({ dataDirectory })).rejects.toThrow('Another Daybook is already using')
})

test('a killed or closed process releases the directory', slow, async () => {
  const dataDirectory = scratchDirectory()
  const first = startChild('hold.ts', [dataDirectory])
  for await (const line of first.lines) {
    expect(line).toBe('open')
    first.process.kill('SIGKILL')
  }
  await first.exited
  const second = await openForTest({ dataDirectory })
  await second.close()
  const third = await openForTest({ dataDirectory })
  expect((await third.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})

test('the files are for their owner only', slow, async () => {
  const dataDirectory = scratchDirectory()
  await openForTest({ dataDirectory })
  expect(statSync(path.join(dataDirectory, 'database')).mode & 0o777).toBe(0o700)
})

test('an interrupted first start leaves nothing behind', slow, async () => {
  const dataDirectory = scratchDirectory()
  const unfinished = path.join(dataDirectory, 'database.unfinished-1234')
  mkdirSync(path.join(unfinished, 'base'), { recursive: true })
  writeFileSync(path.join(unfinished, 'PG_VERSION'), '18\n')
  const { pool } = await openForTest({ dataDirectory })
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  expect(readdirSync(dataDirectory).sort()).toEqual(['database', 'database.lock'])
})

test('a first start without a place for the pristine copy works all the same', slow, async () => {
  const dataDirectory = scratchDirectory()
  const blocked = path.join(scratchDirectory(), 'file')
  writeFileSync(blocked, '')
  const { pool } = await openForTest({
    dataDirectory,
    embedded: { cacheDirectory: path.join(blocked, 'cache') },
  })
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})

test('files of another major version are left alone', slow, async () => {
  const dataDirectory = scratchDirectory()
  mkdirSync(path.join(dataDirectory, 'database'))
  writeFileSync(path.join(dataDirectory, 'database', 'PG_VERSION'), '17\n')
  await expect(openForTest({ dataDirectory })).rejects.toThrow(
    'was created by PostgreSQL 17, but this Daybook embeds PostgreSQL 18',
  )
  expect(readdirSync(path.join(dataDirectory, 'database'))).toEqual(['PG_VERSION'])
})

test('files that are no database are left alone', slow, async () => {
  const dataDirectory = scratchDirectory()
  mkdirSync(path.join(dataDirectory, 'database'))
  writeFileSync(path.join(dataDirectory, 'database', 'thesis.txt'), 'years of work')
  await expect(openForTest({ dataDirectory })).rejects.toThrow('holds files, but no database')
  expect(existsSync(path.join(dataDirectory, 'database', 'thesis.txt'))).toBe(true)
})

// The process that is not root has to read this code.
const othersMayRead = parents(import.meta.dirname).every((directory) => statSync(directory).mode & 0o001)

test.skipIf(isRoot && !othersMayRead)('it opens as root and as anyone else', slow, async () => {
  const dataDirectory = scratchDirectory()
  chmodSync(dataDirectory, 0o777)
  const anyone = startChild('hold.ts', [dataDirectory], nobodyWhenRoot())
  for await (const line of anyone.lines) {
    expect(line).toBe('open')
    anyone.process.kill('SIGKILL')
  }
  await anyone.exited
  expect(anyone.errors()).toBe('')
})

/** The other tests run as the current user. If that is root, this one runs as another user. */
function nobodyWhenRoot() {
  if (!isRoot) return {}
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

function parents(directory: string): string[] {
  const parent = path.dirname(directory)
  return parent === directory ? [directory] : [directory, ...parents(parent)]
}
