import { createHash, randomBytes } from 'node:crypto'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Bucket, startBucket } from '#tests/bucket.ts'
import { diskStore } from './disk.ts'
import { Incoming } from './incoming.ts'
import { s3Store } from './s3.ts'
import type { FileStore } from './store.ts'

const LIMIT = { limitBytes: 1_000_000 }
const MEGABYTE = 1_048_576

let directory: string
let bucket: Bucket
beforeAll(async () => {
  bucket = await startBucket()
})
afterAll(() => bucket.stop())
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'daybook-files-'))
  bucket.objects.clear()
  bucket.puts = 0
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

const incoming = () => new Incoming(join(directory, 'incoming'))
const leftovers = () => readdirSync(join(directory, 'incoming'))
const hashOf = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')

async function* pieces(content: Uint8Array, size = 1000): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size)
}

describe.each<[string, () => FileStore]>([
  ['on disk', () => diskStore(directory, incoming())],
  [
    'in a bucket',
    () =>
      s3Store(
        {
          bucket: 'daybook',
          endpoint: new URL(bucket.url),
          region: 'us-east-1',
          accessKeyId: 'key',
          secretAccessKey: 'secret',
        },
        incoming(),
      ),
  ],
])('a file %s', (_, open) => {
  test('comes back as it was, and in parts', async () => {
    const store = open()
    const content = randomBytes(300_000)
    const stored = await store.put(pieces(content), LIMIT)
    expect(stored).toEqual({ sha256: hashOf(content), size: 300_000, type: 'application/octet-stream' })
    const whole = await store.open(stored.sha256)
    expect(whole.size).toBe(300_000)
    expect(content.equals(await buffer(whole.content))).toBe(true)
    const part = await store.open(stored.sha256, { start: 100, end: 299 })
    expect(part.size).toBe(300_000)
    expect(content.subarray(100, 300).equals(await buffer(part.content))).toBe(true)
    expect(leftovers()).toEqual([])
  })

  test('may be empty', async () => {
    const store = open()
    const stored = await store.put(pieces(Buffer.alloc(0)), LIMIT)
    expect(stored.size).toBe(0)
    expect(await buffer((await store.open(stored.sha256)).content)).toHaveLength(0)
  })

  test('that was never stored is not found', async () => {
    await expect(open().open('0'.repeat(64))).rejects.toMatchObject({ status: 404 })
    await expect(open().open('../../../etc/passwd')).rejects.toMatchObject({ status: 404 })
  })

  test('is removed for good, and can be stored again', async () => {
    const store = open()
    const content = randomBytes(1000)
    const { sha256 } = await store.put(pieces(content), LIMIT)
    expect([await store.has(sha256, 1000), await store.has(sha256, 999)]).toEqual([true, false])
    await store.remove(sha256)
    await store.remove(sha256)
    expect(await store.has(sha256, 1000)).toBe(false)
    await expect(store.open(sha256)).rejects.toMatchObject({ status: 404 })
    await store.put(pieces(content), LIMIT)
    expect(content.equals(await buffer((await store.open(sha256)).content))).toBe(true)
  })

  test('over the limit is refused, and leaves nothing behind', async () => {
    const upload = open().put(pieces(randomBytes(1_000_001)), LIMIT)
    await expect(upload).rejects.toMatchObject({ status: 413 })
    expect(leftovers()).toEqual([])
    expect(readdirSync(directory)).toEqual(['incoming'])
    expect(bucket.puts).toBe(0)
  })

  test('of exactly the limit is taken', async () => {
    expect((await open().put(pieces(randomBytes(1_000_000)), LIMIT)).size).toBe(1_000_000)
  })

  test('that is cut off leaves nothing behind', async () => {
    async function* interrupted() {
      yield randomBytes(200_000)
      throw new Error('the connection was lost')
    }
    await expect(open().put(interrupted(), LIMIT)).rejects.toThrow('lost')
    expect(leftovers()).toEqual([])
    expect(readdirSync(directory)).toEqual(['incoming'])
    expect(bucket.puts).toBe(0)
  })
})

test('the same content twice, and ten times at once, is stored once', async () => {
  const store = diskStore(directory, incoming())
  const content = randomBytes(50_000)
  const first = await store.put(pieces(content), LIMIT)
  const path = join(directory, first.sha256.slice(0, 2), first.sha256.slice(2))
  const { ino } = statSync(path)
  const again = await Promise.all(Array.from({ length: 10 }, () => store.put(pieces(content), LIMIT)))
  for (const stored of again) expect(stored).toEqual(first)
  expect(statSync(path).ino).toBe(ino)
  expect(leftovers()).toEqual([])
  expect(statSync(path).mode & 0o077).toBe(0)
})

test('a bucket is sent a content once, with its type and its checksum', async () => {
  const store = s3Store(
    { bucket: 'b', endpoint: new URL(bucket.url), region: 'x', accessKeyId: 'k', secretAccessKey: 's' },
    incoming(),
  )
  const picture = Buffer.from(PIXEL, 'base64')
  await store.put(pieces(picture), LIMIT)
  await store.put(pieces(picture), LIMIT)
  expect(bucket.puts).toBe(1)
  const hash = hashOf(picture)
  expect(bucket.objects.get(`/b/${hash.slice(0, 2)}/${hash.slice(2)}`)?.type).toBe('image/png')
})

test('remains of a killed server are removed, uploads in progress are not', async () => {
  const waiting = join(directory, 'incoming')
  mkdirSync(waiting)
  for (const name of ['old', 'young']) writeFileSync(join(waiting, name), 'part')
  const longAgo = new Date(Date.now() - 2 * 3_600_000)
  utimesSync(join(waiting, 'old'), longAgo, longAgo)
  await incoming().sweep(new Date())
  expect(leftovers()).toEqual(['young'])
})

test('100 MB are streamed without being held in memory', async () => {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  const used = () => {
    collect()
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    return heapUsed + arrayBuffers
  }
  const before = used()
  let most = 0
  async function* large() {
    for (let n = 0; n < 100; n++) {
      yield randomBytes(MEGABYTE)
      if (n % 10 === 0) most = Math.max(most, used() - before)
    }
  }
  const store = diskStore(directory, incoming())
  const { size, sha256 } = await store.put(large(), { limitBytes: 100 * MEGABYTE })
  expect(size).toBe(100 * MEGABYTE)
  let read = 0
  for await (const chunk of (await store.open(sha256)).content) {
    read += chunk.length
    if (read % (10 * MEGABYTE) === 0) most = Math.max(most, used() - before)
  }
  expect(read).toBe(size)
  expect(most).toBeLessThan(20 * MEGABYTE)
})

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

describe('the type is detected from the content', () => {
  test.each([
    ['a picture', Buffer.from(PIXEL, 'base64'), 'image/png'],
    ['a document', Buffer.from('%PDF-1.7\n%âãÏÓ\n'), 'application/pdf'],
    ['words in any script', Buffer.from('Grüße, 你好, שלום 👋\n'), 'text/plain'],
    [
      'a page, which is text like any other',
      Buffer.from('<!doctype html><script>alert(1)</script>'),
      'text/plain',
    ],
    ['a sample that ends within a character', Buffer.from(`${'x'.repeat(65_535)}é and more`), 'text/plain'],
    ['bytes', Buffer.from([0, 1, 2, 3, 255]), 'application/octet-stream'],
  ])('of %s', async (_, content, type) => {
    const store = diskStore(directory, incoming())
    expect((await store.put(pieces(content), LIMIT)).type).toBe(type)
    expect(readFileSync(join(directory, keyed(hashOf(content)))).equals(content)).toBe(true)
  })
})

const keyed = (hash: string) => `${hash.slice(0, 2)}/${hash.slice(2)}`
