import { describe, expect, test } from 'vitest'
import { deviceIn, timeZoneChoice, timeZonesLike } from './rules.ts'

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

describe('a device', () => {
  const WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
  test.each([
    [
      'Chrome on macOS',
      `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Chrome/142.0 Safari/537.36`,
    ],
    [
      'Safari on macOS',
      `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Version/26.0 Safari/605.1.15`,
    ],
    [
      'Safari on iPhone',
      `Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) ${WEBKIT} Mobile Safari/604.1`,
    ],
    ['Chrome on iPad', `Mozilla/5.0 (iPad; CPU OS 26_0 like Mac OS X) ${WEBKIT} CriOS/142.0 Safari/604.1`],
    [
      'Edge on Windows',
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/142.0 Safari/537.36 Edg/142.0`,
    ],
    ['Firefox on Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'],
    ['Chrome on Android', `Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} Chrome/142.0 Mobile Safari/537.36`],
    ['Chrome on ChromeOS', `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/142.0 Safari/537.36`],
    ['Unknown device', 'node'],
    ['Unknown device', undefined],
    ['Unknown device', '<script>alert(1)</script>'],
  ])('is called %s', (device, userAgent) => {
    expect(deviceIn(userAgent)).toBe(device)
  })
})
