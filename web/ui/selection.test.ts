import { expect, test } from 'vitest'
import { between } from './selection.ts'

test('a range reaches from one item to another, in either direction', () => {
  const ids = [7, 3, 9, 1]
  expect(between(ids, 3, 1)).toEqual([3, 9, 1])
  expect(between(ids, 1, 7)).toEqual([7, 3, 9, 1])
  expect(between(ids, 9, 9)).toEqual([9])
  expect(between(ids, 5, 9)).toEqual([9])
})
