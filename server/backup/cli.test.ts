import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import { scratchDirectory } from '#server/database/fixtures/scratch.ts'
import { runCommand, runCommandHere } from '#tests/backup-command.ts'
import { startBucket } from '#tests/bucket.ts'
import { openArchive } from './archive-reader.ts'
import { expectConsistent, keepBooks, LOGO, onOther } from './fixtures/books.ts'
import { contentsOf } from './fixtures/contents.ts'
import { migratedPlace, startApp } from './fixtures/places.ts'

test.each(['embedded', 'server'] as const)(
  'on %s users can continue after a backup was restored',
  async (kind) => {
    const place = await migratedPlace(kind)
    const app = await startApp(place)
    const books = await keepBooks(app)
    const file = join(scratchDirectory(), 'daybook.zip')
    await runCommandHere(place, 'backup', file)
    const before = await expectConsistent(app)

    const statuses: number[] = []
    let restored = false
    const work = async () => {
      for (let afterwards = 0; afterwards < 3; afterwards += restored ? 1 : 0) {
        const { status } = await books.ada.try(invoicesApi.create, {
          body: {
            client_id: books.clientId,
            issue_date: '2026-11-15',
            items: [{ description: 'Design', quantity: 1, rate: 50 }],
          },
        })
        statuses.push(status)
      }
    }
    const lanes = Promise.all([work(), work(), work()])
    const outcome = await runCommandHere(place, 'restore', file, '--replace')
    restored = true
    await lanes
    expect(outcome).toMatchObject({ code: 0 })
    expect(statuses.slice(-3)).toEqual([201, 201, 201])
    expect(statuses.filter((status) => ![201, 503].includes(status))).toEqual([])
    const after = await expectConsistent(app)
    expect(after).toBeGreaterThanOrEqual(before + 9)
    expect(after).toBeLessThan(before + statuses.length)
  },
)

test('files in a bucket are in the backup, and go into the bucket of the other', async () => {
  const bucket = await startBucket()
  onTestFinished(bucket.stop)
  const [source, target] = [await migratedPlace('server'), await migratedPlace('embedded')]
  const app = await startApp(source)
  const { file: address, ada } = await keepBooks(app)
  const path = join(scratchDirectory(), 'daybook.zip')
  await runCommandHere(source, 'backup', path)
  const other = await startApp(target, {
    S3_BUCKET: 'daybook',
    S3_ENDPOINT: bucket.url,
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret',
  })
  expect(await runCommandHere(target, 'restore', path)).toMatchObject({ code: 0 })
  // The logo, and the receipts and deliverables of the demo's year.
  expect(bucket.objects.size).toBe(6)
  const download = await onOther(ada, other).fetch(address)
  expect(Buffer.from(await download.arrayBuffer())).toEqual(LOGO)
  await runCommandHere(target, 'backup', path)
  const archive = await openArchive(path)
  onTestFinished(archive.close)
  expect(archive.manifest.files).toHaveLength(6)
  expect(archive.manifest.files).toContainEqual(expect.objectContaining({ size: LOGO.length }))
})

test('a file that is gone from the store is named, and does not keep the rest from being saved', async () => {
  const place = await migratedPlace('server')
  const app = await startApp(place)
  await keepBooks(app)
  const file = join(scratchDirectory(), 'daybook.zip')
  await app.database.pool.query('update deliverables set file_sha256 = $1 where file_sha256 is not null', [
    '0'.repeat(64),
  ])
  expect(await runCommand(place, 'backup', file)).toEqual({
    code: 1,
    said: expect.stringContaining('0'.repeat(64)),
  })
  expect(await runCommand(place, 'restore', file, '--replace')).toMatchObject({ code: 1 })
  expect(await contentsOf(app.database)).toMatchObject({ clients: expect.any(Array) })
})
