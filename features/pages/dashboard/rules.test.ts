import { describe, expect, test } from 'vitest'
import { firstName, greeting, relativeDate } from './rules.ts'

const NOW = new Date('2026-11-15T12:00:00Z')
const SECOND = 1000
const HOUR = 3_600 * SECOND
const ago = (milliseconds: number, timeZone = 'UTC') =>
  relativeDate(new Date(NOW.getTime() - milliseconds), NOW, timeZone)

describe('when something happened', () => {
  test.each([
    [-5 * SECOND, 'Just now'],
    [0, 'Just now'],
    [HOUR - 1, 'Just now'],
    [HOUR, '1h ago'],
    [2 * HOUR - 1, '1h ago'],
    [2 * HOUR, '2h ago'],
    [24 * HOUR - 1, '23h ago'],
    [24 * HOUR, 'Yesterday'],
    [48 * HOUR - 1, 'Yesterday'],
    [48 * HOUR, 'Nov 13, 2026'],
    [365 * 24 * HOUR, 'Nov 15, 2025'],
  ])('%d ms ago reads %s', (milliseconds, words) => expect(ago(milliseconds)).toBe(words))

  test('long ago it is the date in the account’s time zone', () => {
    expect(ago(60 * HOUR - 1, 'Asia/Tokyo')).toBe('Nov 13, 2026')
    expect(ago(60 * HOUR, 'Pacific/Honolulu')).toBe('Nov 12, 2026')
  })
})

describe('the greeting', () => {
  test.each([
    ['2026-11-15T04:59:59Z', 'Good evening'],
    ['2026-11-15T05:00:00Z', 'Good morning'],
    ['2026-11-15T11:59:59Z', 'Good morning'],
    ['2026-11-15T12:00:00Z', 'Good afternoon'],
    ['2026-11-15T17:59:59Z', 'Good afternoon'],
    ['2026-11-15T18:00:00Z', 'Good evening'],
    ['2026-11-15T00:00:00Z', 'Good evening'],
  ])('at %s is %s', (instant, words) => expect(greeting(new Date(instant), 'UTC')).toBe(words))

  test('follows the account’s time zone', () => {
    expect(greeting(new Date('2026-11-15T22:00:00Z'), 'Asia/Tokyo')).toBe('Good morning')
  })

  test.each([
    ['Ada Lovelace', 'Ada'],
    [' Ada ', 'Ada'],
    ['', ''],
    [null, ''],
  ])('calls %j %j', (name, first) => expect(firstName(name)).toBe(first))
})
