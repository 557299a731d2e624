import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { FragileDisk } from '../fixtures/fragile-disk.ts'
import { longTimeout, scratchDirectory } from '../fixtures/scratch.ts'
import { defaultCacheDirectory, prepareDirectory } from './directory.ts'
import { type Engine, startEngine } from './engine.ts'

const slow = { timeout: longTimeout }

test('a power cut at any moment loses no acknowledged row', slow, async () => {
  const { disk, engine, scratch } = await startOnFragileDisk()
  const cuts: { image: string; acknowledged: number }[] = []
  let acknowledged = 0
  const firstOperation = disk.operations
  const survives = [() => false, coin(7), () => true]
  disk.beforeOperation = () => {
    const due = (disk.operations - firstOperation) % 41 === 0
    if (!due || cuts.length === 9) return
    const image = path.join(scratch, `image-${cuts.length}`)
    mkdirSync(image, { mode: 0o700 })
    disk.cutPower(image, survives[cuts.length % survives.length] ?? coin(11))
    cuts.push({ image, acknowledged })
  }

  for (let id = 1; id <= 110; id += 1) {
    await engine.run(`insert into entries values (${id}, repeat('drawing', 300))`)
    acknowledged = id
    if (id % 20 === 0) await engine.run('checkpoint')
    if (id % 25 === 0) await engine.run('select pg_switch_wal()')
    if (id % 30 === 0) await engine.run(`create table album_${id} as select * from entries`)
  }
  await engine.close()

  expect(cuts).toHaveLength(9)
  for (const cut of cuts) {
    const found = new Set(await reopenAndRead(cut.image))
    const promised = Array.from({ length: cut.acknowledged }, (_, index) => String(index + 1))
    expect(promised.filter((id) => !found.has(id))).toEqual([])
  }
})

test('the simulated cut does lose what a disk only pretended to sync', slow, async () => {
  const { disk, engine, scratch } = await startOnFragileDisk()
  disk.lies = true
  await engine.run(`insert into entries values (1, 'drawing')`)
  const image = path.join(scratch, 'image')
  mkdirSync(image, { mode: 0o700 })
  disk.cutPower(image, () => false)
  await engine.close()
  expect(await reopenAndRead(image)).toEqual([])
})

async function startOnFragileDisk() {
  const scratch = scratchDirectory()
  const directory = path.join(scratch, 'database')
  await prepareDirectory({ directory, cacheDirectory: defaultCacheDirectory })
  const disk = new FragileDisk(directory)
  const engine = await startEngine(directory, { files: disk })
  await engine.run('create table entries (id int primary key, note text)')
  return { disk, engine, scratch }
}

async function reopenAndRead(image: string): Promise<string[]> {
  const engine = await startEngine(image)
  await checkIndex(engine)
  const ids = await engine.run('select id from entries order by id')
  await engine.run('insert into entries values (-1, null)')
  await engine.close()
  return ids
}

async function checkIndex(engine: Engine) {
  const count = 'select count(*) from entries where id > 0'
  const sequential = await engine.run(`set enable_indexscan = off; set enable_bitmapscan = off; ${count}`)
  const indexed = await engine.run(`reset enable_indexscan; set enable_seqscan = off; ${count}`)
  expect(indexed).toEqual(sequential)
}

/** A seeded random choice, the same in every run. */
function coin(seed: number) {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state > 1_073_741_824
  }
}
