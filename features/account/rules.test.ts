import { describe, expect, test } from 'vitest'
import { timeZoneChoice, timeZonesLike } from './rules.ts'

const WINTER = new Date('2026-11-15T12:00:00Z')

describe('a time zone', () => {
  test('is named as people name it', () => {
    expect(timeZoneChoice('America/New_York', WINTER)).toEqual({
      id: 'America/New_York',
      label: 'America/New York',
      detail: 'Eastern Time, GMT-5',
    })
  })

  test('is found by place, name and offset', () => {
    const zones = ['America/New_York', 'Europe/Berlin', 'Asia/Kolkata'].map((id) =>
      timeZoneChoice(id, WINTER),
    )
    const found = (query: string) => timeZonesLike(query, zones).map(({ id }) => id)
    expect(found('')).toHaveLength(3)
    expect(found('new york')).toEqual(['America/New_York'])
    expect(found('New_York')).toEqual(['America/New_York'])
    expect(found('europe/berl')).toEqual(['Europe/Berlin'])
    expect(found('eastern')).toEqual(['America/New_York'])
    expect(found('gmt+5:30')).toEqual(['Asia/Kolkata'])
    expect(found('Atlantis')).toEqual([])
  })
})
