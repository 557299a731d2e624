import { expect, test } from 'vitest'
import { stateOf } from './rules.ts'

test('a recurring expense is active, paused, ended, or waits for what its last date needs', () => {
  const today = '2026-11-16'
  expect(stateOf({ is_paused: false, next_date: '2026-12-01' }, today)).toBe('active')
  expect(stateOf({ is_paused: false, next_date: today }, today)).toBe('active')
  expect(stateOf({ is_paused: false, next_date: '2026-11-15' }, today)).toBe('waiting')
  expect(stateOf({ is_paused: true, next_date: null }, today)).toBe('paused')
  expect(stateOf({ is_paused: false, next_date: null }, today)).toBe('ended')
})
