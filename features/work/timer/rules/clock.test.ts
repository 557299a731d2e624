import { expect, test } from 'vitest'
import { clockText, durationText, hoursAndMinutes, loggedText } from './clock.ts'

const at = (hours: number, minutes: number, seconds: number) => ((hours * 60 + minutes) * 60 + seconds) * 1000

test.each([
  [at(1, 7, 42), '1:07:42', '1:07', '1 hour, 7 minutes'],
  [at(0, 0, 5), '0:00:05', '0:00', '0 minutes'],
  [at(2, 0, 59), '2:00:59', '2:00', '2 hours'],
  [at(14, 1, 0), '14:01:00', '14:01', '14 hours, 1 minute'],
  [-500, '0:00:00', '0:00', '0 minutes'],
])('%i ms read as %s', (milliseconds, clock, short, words) => {
  expect(clockText(milliseconds)).toBe(clock)
  expect(hoursAndMinutes(milliseconds)).toBe(short)
  expect(durationText(milliseconds)).toBe(words)
})

test.each([
  [1, '1 second'],
  [59, '59 seconds'],
  [60, '1 minute'],
  [15 * 60 + 59, '15 minutes'],
  [60 * 60, '1.00 h'],
  [75 * 60, '1.25 h'],
])('%i logged seconds read as %s', (seconds, text) => expect(loggedText(seconds)).toBe(text))
