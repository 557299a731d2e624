import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { deliverablesApi } from '#features/work/deliverables/contract.ts'
import { sharedApp } from '#tests/app.ts'
import type { Person } from '#tests/people.ts'
import { givePlan } from '#tests/plans.ts'
import { addDeliverable, openStudio, type Studio, submit } from '#tests/portal.ts'
import { storageApi } from './contract.ts'

const GIGABYTE = 1024 ** 3

const usedBy = async (person: Person) => (await person.call(storageApi.usage)).used_bytes
const fileOf = ({ projectId }: Studio, id: number) => `/api/projects/${projectId}/deliverables/${id}/file`

async function give(person: Person, path: string, content: Uint8Array | ReadableStream) {
  const response = await person.fetch(`${path}?name=draft.bin`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: content as BodyInit,
    ...(content instanceof ReadableStream && { duplex: 'half' }),
  } as RequestInit)
  return { status: response.status, body: await response.json() }
}

/** A studio whose files leave only this much room, so that the test does not have to upload a gigabyte. */
async function almostFull(freeBytes: number, quota = GIGABYTE): Promise<Studio & { full: number }> {
  const studio = await openStudio()
  const full = await addDeliverable(studio)
  expect((await give(studio.ada, fileOf(studio, full), randomBytes(10))).status).toBe(200)
  const { database } = await sharedApp()
  await database.pool.query('update deliverables set file_size = $2 where id = $1', [full, quota - freeBytes])
  expect(await usedBy(studio.ada)).toBe(quota - freeBytes)
  return { ...studio, full }
}

const REFUSED = {
  status: 413,
  body: {
    error:
      'This file does not fit into your storage of 1 GB. Delete files that you no longer need, or upgrade your plan.',
    code: 'storage_quota_exceeded',
  },
}

describe('the storage quota', () => {
  test('is 1 GB on a trial and free, 20 GB on a paid plan', async () => {
    const { ada } = await openStudio()
    const quota = async () => (await ada.call(storageApi.usage)).quota_bytes
    expect(await quota()).toBe(GIGABYTE)
    await givePlan(ada, 'free')
    expect(await quota()).toBe(GIGABYTE)
    await givePlan(ada, 'starter')
    expect(await quota()).toBe(20 * GIGABYTE)
  })

  test.each([
    ['announced', (bytes: number) => randomBytes(bytes)],
    [
      'not announced',
      (bytes: number) => Readable.toWeb(Readable.from([randomBytes(bytes)])) as ReadableStream,
    ],
  ])('refuses what does not fit, its size %s, and keeps existing files', async (_, content) => {
    const studio = await almostFull(1000)
    const id = await addDeliverable(studio)
    const path = fileOf(studio, id)
    expect(await give(studio.ada, path, content(1001))).toEqual(REFUSED)
    expect((await studio.ada.fetch(path)).status).toBe(404)
    expect((await give(studio.ada, path, content(1000))).status).toBe(200)
    expect(await usedBy(studio.ada)).toBe(GIGABYTE)
    await givePlan(studio.ada, 'professional')
    expect((await give(studio.ada, fileOf(studio, await addDeliverable(studio)), content(1))).status).toBe(
      200,
    )
  })

  test('gets back at once what is deleted or replaced, but not while a version names it', async () => {
    const studio = await almostFull(1000)
    const { ada, projectId } = studio
    const id = await addDeliverable(studio)
    await give(ada, fileOf(studio, id), randomBytes(900))
    expect((await give(ada, fileOf(studio, id), randomBytes(950))).status).toBe(200)
    expect(await usedBy(ada)).toBe(GIGABYTE - 50)
    await submit(studio, id)
    await ada.call(deliverablesApi.removeFile, { params: { id: projectId, deliverableId: id } })
    expect(await usedBy(ada)).toBe(GIGABYTE - 50)
    await ada.call(deliverablesApi.remove, { params: { id: projectId, deliverableId: id } })
    expect(await usedBy(ada)).toBe(GIGABYTE - 1000)
    await ada.call(deliverablesApi.removeFile, { params: { id: projectId, deliverableId: studio.full } })
    expect(await usedBy(ada)).toBe(0)
  })

  test('counts the same content once, and each account by itself', async () => {
    const [studio, other] = [await openStudio(), await openStudio('Eve')]
    const content = randomBytes(5000)
    for (const owner of [studio, studio, other]) {
      await give(owner.ada, fileOf(owner, await addDeliverable(owner)), content)
    }
    expect(await usedBy(studio.ada)).toBe(5000)
    expect(await usedBy(other.ada)).toBe(5000)
  })

  test('of a smaller plan refuses more, not less', async () => {
    const studio = await almostFull(-5000)
    const { ada, full } = studio
    expect((await give(ada, fileOf(studio, await addDeliverable(studio)), randomBytes(1))).status).toBe(413)
    expect((await give(ada, fileOf(studio, full), randomBytes(1000))).status).toBe(200)
    expect(await usedBy(ada)).toBe(1000)
  })

  test('counts every table that refers to files', async () => {
    const { database } = await sharedApp()
    const { rows } = await database.pool.query(
      `select table_name from information_schema.columns
       where table_schema = current_schema() and column_name = 'file_sha256' order by 1`,
    )
    // One more here is counted in features/foundation/storage/store.ts too, except what was deleted.
    expect(rows.map(({ table_name }) => table_name)).toEqual([
      'decisions',
      'deliverable_versions',
      'deliverables',
      'document_files',
      'expense_receipts',
      'imports',
      'logos',
      'removed_files',
    ])
  })
})
