import { expect, test } from 'vitest'
import { describeDelay } from './late.ts'

test.each([
  ['2026-11-15', '1 day late'],
  ['2026-10-24', '23 days late'],
  [null, 'Late'],
])('due on %s is %s', (due, words) => expect(describeDelay(due, '2026-11-16')).toBe(words))
