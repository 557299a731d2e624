import { createHash, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { hashFile } from './file-hash.ts'

const never = new AbortController().signal

test.each([0, 1, 1024 * 1024, 2_500_001])('hashes a file of %i bytes, slice by slice', async (size) => {
  const content = randomBytes(size)
  const progress: number[] = []
  const found = await hashFile(new Blob([content]), {
    signal: never,
    onProgress: (bytes) => progress.push(bytes),
  })
  expect(found).toBe(createHash('sha256').update(content).digest('hex'))
  expect(progress.at(-1) ?? 0).toBe(size)
  expect(progress).toHaveLength(Math.ceil(size / (1024 * 1024)))
})

test('stops once another file was chosen', async () => {
  const stop = new AbortController()
  const read: number[] = []
  const hashing = hashFile(new Blob([randomBytes(3_000_000)]), {
    signal: stop.signal,
    onProgress: (bytes) => {
      read.push(bytes)
      stop.abort()
    },
  })
  await expect(hashing).rejects.toThrow()
  expect(read).toHaveLength(1)
})
