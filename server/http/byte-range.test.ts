import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rangeOf } from './byte-range.ts'

const ETAG = '"a hash"'
const asked = (range: string | undefined, size = 1000, ifRange?: string, method = 'GET') =>
  rangeOf({ method, headers: { range, 'if-range': ifRange } }, { size, etag: ETAG })

test.each([
  ['bytes=0-99', { start: 0, end: 99 }],
  ['bytes=990-', { start: 990, end: 999 }],
  ['bytes=-10', { start: 990, end: 999 }],
  ['bytes=-5000', { start: 0, end: 999 }],
  ['bytes=500-5000', { start: 500, end: 999 }],
  ['bytes=999-999', { start: 999, end: 999 }],
])('%s is a part', (range, part) => expect(asked(range)).toEqual(part))

test.each(['bytes=1000-', 'bytes=5000-6000', 'bytes=-0'])('%s is nowhere in the file', (range) =>
  expect(asked(range)).toBeNull(),
)

test.each([
  undefined,
  '',
  'bytes=',
  'bytes=-',
  'bytes=9-1',
  'bytes=0-1,4-5',
  'items=0-1',
  'bytes=a-b',
  'bytes=0x1-',
])('%s asks for the whole', (range) => expect(asked(range)).toBeUndefined())

test('goes on only with the same file', () => {
  expect(asked('bytes=5-', 10, ETAG)).toEqual({ start: 5, end: 9 })
  expect(asked('bytes=5-', 10, '"another hash"')).toBeUndefined()
  expect(asked('bytes=5-', 10, 'Sun, 15 Nov 2026 06:00:00 GMT')).toBeUndefined()
  expect(asked('bytes=5-', 10, undefined, 'HEAD')).toBeUndefined()
  expect(asked('bytes=0-', 0)).toBeNull()
})

test('never leaves the file', () => {
  const header = fc.oneof(
    fc.string(),
    fc.tuple(fc.maxSafeNat(), fc.maxSafeNat()).map(([first, last]) => `bytes=${first}-${last}`),
    fc.maxSafeNat().map((last) => `bytes=-${last}`),
  )
  fc.assert(
    fc.property(header, fc.nat(), (range, size) => {
      const part = asked(range, size)
      if (!part) return
      expect(part.start).toBeGreaterThanOrEqual(0)
      expect(part.start).toBeLessThanOrEqual(part.end)
      expect(part.end).toBeLessThan(size)
    }),
  )
})
