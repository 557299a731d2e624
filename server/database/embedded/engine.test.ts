import { readFileSync } from 'node:fs'
import fs from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { longTimeout, scratchDirectory } from '../fixtures/scratch.ts'
import { defaultCacheDirectory, prepareDirectory } from './directory.ts'
import { startEngine } from './engine.ts'
import { DurableFileSystem } from './file-system.ts'

const slow = { timeout: longTimeout }

async function preparedDirectory() {
  const directory = path.join(scratchDirectory(), 'database')
  await prepareDirectory({ directory, cacheDirectory: defaultCacheDirectory })
  return directory
}

test('every commit is synced before it is acknowledged', slow, async () => {
  const engine = await startEngine(await preparedDirectory())
  expect(engine.files.walSyncs).toBeGreaterThan(0)
  await engine.run('create table invoices (number text)')
  for (const number of ['INV-0001', 'INV-0002', 'INV-0003']) {
    const before = engine.files.walSyncs
    await engine.run(`insert into invoices values ('${number}')`)
    expect(engine.files.walSyncs).toBeGreaterThan(before)
  }
  expect(await engine.run('show fsync')).toEqual(['on'])
  expect(await engine.run('show synchronous_commit')).toEqual(['on'])
  expect(await engine.run('show full_page_writes')).toEqual(['on'])
  await engine.close()
})

test('an engine whose commits do not reach the disk is not started', slow, async () => {
  class WithoutHook extends DurableFileSystem {
    protected override hook() {}
  }
  const directory = await preparedDirectory()
  await expect(startEngine(directory, { files: new WithoutHook(directory) })).rejects.toThrow(
    'does not write commits through to the disk',
  )
})

test('a commit that the disk refuses to sync is never acknowledged', slow, async () => {
  class FullDisk extends DurableFileSystem {
    broken = false
    protected override toDisk(descriptor: number) {
      if (this.broken) throw new Error('EIO: i/o error, fsync')
      super.toDisk(descriptor)
    }
  }
  const directory = await preparedDirectory()
  const files = new FullDisk(directory)
  const engine = await startEngine(directory, { files })
  await engine.run('create table invoices (number text)')
  files.broken = true
  await expect(engine.run(`insert into invoices values ('INV-0001')`)).rejects.toThrow(
    'The disk refused to sync the database.',
  )
})

test('a stale postmaster.pid does not keep the engine from starting', slow, async () => {
  const directory = await preparedDirectory()
  await fs.writeFile(path.join(directory, 'postmaster.pid'), '1\n/elsewhere\n')
  const engine = await startEngine(directory)
  expect(await engine.run('select 1')).toEqual(['1'])
  await engine.close()
})

test('the version that is checked is the version that runs', slow, async () => {
  const directory = await preparedDirectory()
  const engine = await startEngine(directory)
  const [running = ''] = await engine.run('show server_version_num')
  expect(running.slice(0, 2)).toBe(readFileSync(path.join(directory, 'PG_VERSION'), 'utf8').trim())
  await engine.close()
})
