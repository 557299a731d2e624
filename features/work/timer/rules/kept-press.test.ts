import { expect, test } from 'vitest'
import { keptPress } from './kept-press.ts'

const [EARLY, LATE] = [new Date('2026-11-15T12:00:00Z'), new Date('2026-11-15T12:00:05Z')]

test('a press before the timer is there counts once, from when it was made', () => {
  const handled: Date[] = []
  const presses = keptPress()
  presses.press(EARLY)
  const end = presses.handleWith((at) => handled.push(at))
  presses.press(LATE)
  end()
  presses.handleWith((at) => handled.push(at))
  expect(handled).toEqual([EARLY, LATE])
})

test('a press is kept while the timer is replaced, and forgotten when the page is left', () => {
  const handled: Date[] = []
  const presses = keptPress()
  presses.handleWith(() => undefined)()
  presses.press(EARLY)
  presses.forget()
  presses.press(LATE)
  presses.handleWith((at) => handled.push(at))
  expect(handled).toEqual([LATE])
})
