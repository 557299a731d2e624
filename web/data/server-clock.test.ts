import { expect, test } from 'vitest'
import { dateIn } from '#core/calendar.ts'
import { noteServerTime, onServerTime, serverNow } from './server-clock.ts'

const respondAt = (date: Date) =>
  noteServerTime(new Response(null, { headers: { date: date.toUTCString() } }))

test('the day is that of the server, and follows its clock', () => {
  const days: string[] = []
  const unsubscribe = onServerTime(() => days.push(dateIn('UTC', new Date(serverNow()))))
  respondAt(new Date('2031-02-03T12:00:00Z'))
  respondAt(new Date('2031-03-04T12:00:00Z'))
  respondAt(new Date())
  unsubscribe()
  respondAt(new Date('2031-05-06T12:00:00Z'))
  expect(days).toEqual(['2031-02-03', '2031-03-04', dateIn('UTC', new Date())])
  respondAt(new Date())
})
