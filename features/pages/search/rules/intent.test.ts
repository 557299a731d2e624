import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, daysBetween } from '#core/calendar.ts'
import { inputText } from '#core/figures.ts'
import { readIntent } from './intent.ts'

/** A Wednesday. */
const TODAY = '2026-11-18'

const read = (text: string) => readIntent(text, TODAY)

describe('logging time', () => {
  test.each([
    ['log 2h pine yesterday', { name: 'pine', hours: 2, date: '2026-11-17' }],
    ['Log 1:30 website', { name: 'website', hours: 1.5, date: TODAY }],
    ['log 90m on website today', { name: 'website', hours: 1.5, date: TODAY }],
    ['log 1,5 website', { name: 'website', hours: 1.5, date: TODAY }],
    ['log website 45 min', { name: 'website', hours: 0.75, date: TODAY }],
    ['log 2 hours for harbor & pine on monday', { name: 'harbor & pine', hours: 2, date: '2026-11-16' }],
    ['log 1h 30m pine last friday', { name: 'pine', hours: 1.5, date: '2026-11-13' }],
    ['log yesterday pine 3', { name: 'pine', hours: 3, date: '2026-11-17' }],
    ['log 2h website 2 wed', { name: 'website 2', hours: 2, date: TODAY }],
    ['log website 2 1:15 2026-11-03', { name: 'website 2', hours: 1.25, date: '2026-11-03' }],
    ['track 2h', { name: '', hours: 2, date: TODAY }],
  ])('%s', (text, expected) => {
    expect(read(text)).toEqual({ does: 'log', description: '', ...expected })
  })

  test.each([
    ['log 2h pine yesterday - kickoff call', 'kickoff call'],
    ['log 2h pine yesterday – kickoff - and notes', 'kickoff - and notes'],
    ['log 2h pine yesterday "3h workshop, monday"', '3h workshop, monday'],
    ['log 2h pine yesterday “kickoff', 'kickoff'],
  ])('takes a description from %s', (text, description) => {
    const intent = { does: 'log', name: 'pine', hours: 2, date: '2026-11-17', description }
    expect(read(text)).toEqual(intent)
  })

  test.each(['log', 'log pine', 'log yesterday', 'log 0h pine', 'log 2000h pine', 'log -2h pine', 'logo 2h'])(
    'is not meant by "%s"',
    (text) => expect(read(text)).toBeNull(),
  )

  test('reads any hours, day and name back', () => {
    const word = fc
      .stringMatching(/^[a-z]{4,8}$/)
      .filter((text) => !/^(?:today|tues|thur|thurs|last)$/.test(text))
    fc.assert(
      fc.property(
        fc.integer({ min: 6, max: 24 * 60 }),
        fc.integer({ min: -400, max: 400 }),
        fc.array(word, { minLength: 1, maxLength: 3 }),
        fc.boolean(),
        (minutes, days, names, isLast) => {
          const date = addDays(TODAY, days)
          const name = names.join(' ')
          const parts = [`${minutes}m`, name, date]
          const text = `log ${(isLast ? parts.toReversed() : parts).join(' ')}`
          const intent = readIntent(text, TODAY)
          expect(intent).toMatchObject({ does: 'log', name, date })
          expect(intent?.does === 'log' && Math.round(intent.hours * 60)).toBe(minutes)
        },
      ),
    )
  })

  test('a day of the week is one of the last seven days', () => {
    const days = ['sunday', 'mon', 'tuesday', 'wed', 'thursday', 'fri', 'saturday']
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 5000 }), fc.constantFrom(...days), (offset, day) => {
        const today = addDays(TODAY, offset)
        const intent = readIntent(`log ${inputText(1.5)} pine ${day}`, today)
        const date = intent?.does === 'log' ? intent.date : ''
        expect(daysBetween(date, today)).toBeGreaterThanOrEqual(0)
        expect(daysBetween(date, today)).toBeLessThan(7)
        expect(new Date(`${date}T00:00:00Z`).getUTCDay()).toBe(days.indexOf(day))
      }),
    )
  })
})

test.each([
  ['start timer website', { does: 'start', name: 'website', description: '' }],
  ['Start the timer on harbor pine - logo', { does: 'start', name: 'harbor pine', description: 'logo' }],
  ['start timer', { does: 'start', name: '', description: '' }],
  ['new invoice for Pine', { does: 'invoice', name: 'Pine' }],
  ['create invoice for harbor & pine', { does: 'invoice', name: 'harbor & pine' }],
  ['bill pine', { does: 'bill', name: 'pine' }],
  ['record payment INV-42', { does: 'pay', name: 'INV-42' }],
  ['record a payment for pine', { does: 'pay', name: 'pine' }],
  ['payment 42', { does: 'pay', name: '42' }],
])('%s', (text, expected) => expect(read(text)).toEqual(expected))

test.each([
  '',
  ' ',
  'new invoice',
  'new invoice for',
  'bill',
  'billing',
  'record payment',
  'start',
  'invoices',
  '42',
])('"%s" is no action about a record', (text) => expect(read(text)).toBeNull())

test('any text is read without failing', () => {
  const words = fc.constantFrom(
    'log',
    'start',
    'timer',
    'bill',
    '2h',
    '-',
    '"',
    'monday',
    '1:30',
    'for',
    '99999999h',
  )
  const text = fc.array(fc.oneof(words, fc.string()), { maxLength: 12 })
  fc.assert(
    fc.property(text, (parts) => {
      const intent = readIntent(parts.join(' '), TODAY)
      if (intent?.does === 'log') expect(intent.hours).toBeGreaterThanOrEqual(0.1)
    }),
  )
})
