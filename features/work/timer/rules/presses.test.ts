import { expect, test } from 'vitest'
import type { Timer } from '../contract.ts'
import { type Press, timerAfter } from './presses.ts'

const work = { project_name: 'Shop', client_name: null, description: 'Cart', is_billable: true }
const running: Timer = {
  ...work,
  id: 3,
  project_id: 1,
  project_status: 'active',
  started_at: new Date('2026-11-16T09:00:00Z'),
  version: 7,
}
const at = Date.parse('2026-11-16T10:00:00Z')
const start: Press = { kind: 'start', key: 'a', account: 1, at, work: { ...work, project_id: 2 } }
const stop: Press = { kind: 'stop', key: 'b', account: 1, at, timer: null }

test('without presses, the timer is what the server says', () => {
  expect(timerAfter(null, [])).toBeNull()
  expect(timerAfter(running, [])).toMatchObject({ project_id: 1, saved: { id: 3, version: 7 } })
})

test('a start that is not sent yet runs from when it was pressed, whatever ran before', () => {
  const started = { project_id: 2, started_at: new Date(at), saved: null }
  expect(timerAfter(null, [start])).toMatchObject(started)
  expect(timerAfter(running, [start])).toMatchObject(started)
  expect(timerAfter(running, [stop, start])).toMatchObject(started)
})

test('a stop that is not sent yet ends what runs', () => {
  expect(timerAfter(running, [stop])).toBeNull()
  expect(timerAfter(null, [start, stop])).toBeNull()
})
