import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DateOnly, dateIn, Instant, instantIn, isTimeZone, timeIn } from './calendar.ts'

describe('a date', () => {
  test.each(['2026-11-15', '2024-02-29', '0001-01-01', '9999-12-31'])('%s is valid', (text) => {
    expect(DateOnly.safeParse(text).success).toBe(true)
  })

  test.each([
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '26-1-1',
    '0000-01-01',
    '2026-11-15T00:00:00Z',
    '',
    'today',
  ])('%s is invalid', (text) => {
    expect(DateOnly.safeParse(text).success).toBe(false)
  })
})

describe('the current date', () => {
  test.each([
    ['2026-11-15T23:30:00Z', 'UTC', '2026-11-15'],
    ['2026-11-15T23:30:00Z', 'Asia/Tokyo', '2026-11-16'],
    ['2026-11-15T03:30:00Z', 'America/New_York', '2026-11-14'],
    ['2026-12-31T11:00:00Z', 'Pacific/Kiritimati', '2027-01-01'],
    ['2026-03-29T00:59:59Z', 'Europe/Berlin', '2026-03-29'],
  ])('at %s in %s is %s', (instant, zone, day) => {
    expect(dateIn(zone, new Date(instant))).toBe(day)
  })

  test('is what Temporal says it is, anywhere and at any time', () => {
    const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'))
    const instants = fc.date({
      min: new Date('1990-01-01'),
      max: new Date('2090-01-01'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(zones, instants, (zone, instant) => {
        const there = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(zone)
        expect(dateIn(zone, instant)).toBe(there.toPlainDate().toString())
      }),
    )
  })
})

test('an instant goes over the wire and back', () => {
  const instant = new Date('2026-11-15T12:34:56.789Z')
  expect(Instant.decode(Instant.encode(instant))).toEqual(instant)
})

test('a time zone must be known', () => {
  expect(isTimeZone('Europe/Berlin')).toBe(true)
  expect(isTimeZone('Mars/Olympus')).toBe(false)
  expect(isTimeZone('IST')).toBe(false)
  expect(isTimeZone('SystemV/PST8PDT')).toBe(false)
})

test('a time zone has one spelling, which is that of every browser', () => {
  expect(isTimeZone('europe/berlin')).toBe(false)
  expect(isTimeZone('utc')).toBe(false)
  for (const name of [...Intl.supportedValuesOf('timeZone'), 'UTC', 'Asia/Kolkata', 'Europe/Kiev'])
    expect(isTimeZone(name), name).toBe(true)
})

describe('a local time', () => {
  test.each([
    ['Europe/Berlin', '2026-11-16', '09:05', '2026-11-16T08:05:00.000Z', '09:05'],
    ['America/New_York', '2026-07-01', '23:30', '2026-07-02T03:30:00.000Z', '23:30'],
    ['Asia/Kolkata', '2026-11-16', '00:00', '2026-11-15T18:30:00.000Z', '00:00'],
    // Skipped by the clock change in spring.
    ['Europe/Berlin', '2026-03-29', '02:30', '2026-03-29T01:30:00.000Z', '03:30'],
  ])('in %s on %s at %s is %s', (timeZone, date, time, instant, shown) => {
    expect(instantIn(timeZone, date, time).toISOString()).toBe(instant)
    expect(timeIn(timeZone, new Date(instant))).toBe(shown)
  })
})
