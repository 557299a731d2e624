import { expect, test } from 'vitest'
import { jobTitle, uptimeText, withoutAddresses, wordsToFind } from './rules.ts'

test('errors are shown without addresses', () => {
  expect(withoutAddresses('550 5.1.1 <ada@example.com>: unknown')).toBe('550 5.1.1 <(address)>: unknown')
  expect(withoutAddresses('connect ECONNREFUSED 127.0.0.1:25')).toBe('connect ECONNREFUSED 127.0.0.1:25')
})

test('jobs and times are written for people', () => {
  expect(jobTitle('send-mail')).toBe('Send mail')
  expect([30, 90, 3700, 200_000].map(uptimeText)).toEqual([
    'less than a minute',
    '1 min',
    '1 h 1 min',
    '2 d 7 h',
  ])
})

test('only letters and digits of a search reach the database', () => {
  expect(wordsToFind("Ada O'Neil")).toBe('Ada:* & O:* & Neil:*')
  expect(wordsToFind('& | ! () :*')).toBeNull()
})
