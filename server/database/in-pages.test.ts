import { expect, test } from 'vitest'
import { inPages } from './in-pages.ts'

test.each([0, 1, 499, 500, 501, 1200])('reads all of %i rows, and no page twice', async (count) => {
  const pages: (number | undefined)[] = []
  const rows = inPages<number>(async (after, limit) => {
    pages.push(after)
    const start = after === undefined ? 0 : after + 1
    return Array.from({ length: Math.min(limit, count - start) }, (_, index) => start + index)
  })
  expect(await Array.fromAsync(rows)).toEqual(Array.from({ length: count }, (_, index) => index))
  expect(new Set(pages).size).toBe(pages.length)
})
