import { describe, expect, test } from 'vitest'
import { Activity } from '#features/foundation/activity/contract.ts'
import { filled } from '#tests/blank.ts'
import { billableShare, firstName, greeting, groupLoggedTime, nearBudget, relativeDate } from './rules.ts'

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

describe('time that was logged', () => {
  const logged = (
    id: number,
    date: string,
    hours: number,
    { project_id, project_name } = { project_id: 7, project_name: 'Website' },
  ): Activity =>
    Activity.decode(
      filled(Activity, {
        type: 'time',
        title: 'Time logged',
        description: `${hours} h on ${project_name}`,
        date,
        logged: { project_id, project_name, hours },
        subject: { type: 'time_entry', id },
      }),
    )
  const shown = (activities: Activity[], timeZone = 'UTC') =>
    groupLoggedTime(activities, timeZone).map(({ title, description, to }) => [title, description, to])

  test('is one line for each day', () => {
    const activities = [
      logged(5, '2026-11-15T23:30:00Z', 1.5),
      logged(3, '2026-11-15T09:00:00Z', 0.5),
      logged(2, '2026-11-14T23:30:00Z', 3),
    ]
    expect(shown(activities)).toEqual([
      ['You logged 2 hours', 'on Website, 2 entries', '/time-tracking?project=7'],
      ['Time logged', '3 h on Website', '/time-tracking?edit=2'],
    ])
    expect(shown(activities, 'Asia/Tokyo').map(([title]) => title)).toEqual([
      'Time logged',
      'You logged 3.5 hours',
    ])
  })

  test('names the project, or counts several', () => {
    const shop = { project_id: 8, project_name: 'Website' }
    const activities = [logged(2, '2026-11-15T12:00:00Z', 2, shop), logged(1, '2026-11-15T09:00:00Z', 0.5)]
    expect(shown(activities)).toEqual([
      ['You logged 2.5 hours', 'on 2 projects, 2 entries', '/time-tracking'],
    ])
  })

  test('stands alone once it is deleted', () => {
    const deleted = { ...logged(2, '2026-11-15T12:00:00Z', 1), subject: null }
    expect(shown([logged(3, '2026-11-15T13:00:00Z', 1), deleted])).toEqual([
      ['Time logged', '1 h on Website', '/time-tracking?edit=3'],
      ['Time logged', '1 h on Website', null],
    ])
  })
})

test('a few words stand below the figures of the month', () => {
  expect(billableShare({ thisMonthHours: 0, thisMonthBillableHours: 0 })).toBe('')
  expect(billableShare({ thisMonthHours: 7, thisMonthBillableHours: 6 })).toBe('86% billable')
  expect([0, 1, 2].map(nearBudget)).toEqual(['', '1 near its budget', '2 near their budget'])
})
