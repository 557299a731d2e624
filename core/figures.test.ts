import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import {
  ESTIMATED_HOURS,
  EXCHANGE_RATE,
  echoOf,
  type FigureKind,
  figureText,
  HOURS,
  inputText,
  moneyFigure,
  PERCENT,
  QUANTITY,
  readHours,
  readMoney,
  readNumber,
  stepFrom,
} from './figures.ts'
import { DEFAULT_LOCALE, setPageLocale } from './format.ts'
import { MAX_AMOUNT } from './money.ts'
import { fromHundredths } from './units.ts'

const MONEY = moneyFigure('USD')

const LOCALES = {
  'en-US': 'USD',
  'de-DE': 'EUR',
  'fr-FR': 'EUR',
  'de-CH': 'CHF',
  'pt-PT': 'EUR',
  'ja-JP': 'JPY',
  'en-IN': 'INR',
  'en-KW': 'KWD',
}
const locales = fc.constantFrom(...(Object.keys(LOCALES) as (keyof typeof LOCALES)[]))
const amounts = fc.integer({ min: -MAX_AMOUNT, max: MAX_AMOUNT }).map(fromHundredths)

describe('typed numbers', () => {
  test.each([
    ['12,50', 12.5],
    ['12.50', 12.5],
    ['1,250.00', 1250],
    ['1.250,00', 1250],
    ['1 250', 1250],
    ['1 250,5', 1250.5],
    ['1\u00a0250', 1250],
    ['1\u202f250,00', 1250],
    ["1'250", 1250],
    ['1’250.75', 1250.75],
    ['1,234,567', 1_234_567],
    ['1.234.567,89', 1_234_567.89],
    ['1250', 1250],
    ['1250,500', 1250.5],
    ['0,250', 0.25],
    [',5', 0.5],
    ['2.', 2],
    ['-3', -3],
    ['−3', -3],
  ])('%j is %d', (text, value) => {
    for (const locale of Object.keys(LOCALES)) expect(readNumber(text, { locale })).toBe(value)
  })

  test('ambiguous numbers follow the locale', () => {
    expect(readNumber('1,250')).toBe(1250)
    expect(readNumber('1.250')).toBe(1.25)
    for (const locale of ['de-DE', 'fr-FR', 'pt-PT']) {
      expect(readNumber('1,250', { locale })).toBe(1.25)
      expect(readNumber('1.250', { locale })).toBe(1250)
    }
  })

  test('where there are no decimals, nothing is ambiguous', () => {
    for (const locale of Object.keys(LOCALES))
      for (const text of ['1,250', '1.250']) expect(readNumber(text, { locale, decimals: 0 })).toBe(1250)
  })

  test.each([
    '',
    ' ',
    '.',
    ',',
    '-',
    '--1',
    '1-2',
    '12 34',
    '1 2',
    '1,23.4',
    '1.2.3',
    '1,2,3',
    '1,2345.00',
    '1 250.000.000',
    '1 250\u00a0000',
    '1e3',
    '0x10',
    '5k',
    'twelve',
    '1/2',
    '１２',
    '٣',
    'NaN',
    'Infinity',
    '12.50.',
    '9'.repeat(16),
  ])('%j is not a number', (text) => {
    expect(readNumber(text)).toBeNull()
    expect(readMoney(text)).toBeNull()
  })

  test.each([
    ['$12.50', 12.5],
    ['12,50 €', 12.5],
    ['US$ 1,250.00', 1250],
    ['CHF 1’250.00', 1250],
    ['1 250 eur', 1250],
    ['-$5', -5],
    ['€ -5', -5],
  ])('the sign of a currency is no part of the amount %j', (text, value) => {
    expect(readMoney(text)).toBe(value)
    expect(readNumber(text)).toBeNull()
  })

  test.each(['5 mio', '5 mil', '$', 'USD', '5m', '$-', '$$5', '5%'])('%j is not an amount', (text) => {
    expect(readMoney(text)).toBeNull()
  })

  test('the sign of a percentage is no part of it', () => {
    expect(PERCENT.read('8,25 %')).toBe(8.25)
    expect(PERCENT.read('19%')).toBe(19)
  })

  test.each([0, 2, 3])('every amount with %i decimals that Intl writes reads back', (decimals) => {
    const scale = 10 ** decimals
    const written = fc.integer({ min: -MAX_AMOUNT, max: MAX_AMOUNT }).map((count) => count / scale)
    fc.assert(
      fc.property(written, locales, (amount, locale) => {
        const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
        const value = amount + 0
        const number = new Intl.NumberFormat(locale, digits).format(value)
        expect(readNumber(number, { locale, decimals })).toBe(value)
        const currency = { style: 'currency', currency: LOCALES[locale], ...digits } as const
        const money = new Intl.NumberFormat(locale, currency).format(value)
        expect(readMoney(money, { locale, decimals })).toBe(value)
      }),
    )
  })

  test('every figure that a form begins with reads back, in any locale', () => {
    fc.assert(
      fc.property(amounts, locales, (value, locale) => {
        expect(readNumber(String(value), { locale })).toBe(value)
      }),
    )
  })

  test('every figure that a form shows reads back, in any locale and currency', () => {
    const anyLocale = fc.constantFrom(...Object.keys(LOCALES), 'ar-EG', 'fa-IR', 'hi-IN')
    const decimals = fc.constantFrom(0, 2, 3, 10)
    fc.assert(
      fc.property(fc.integer({ min: 0, max: MAX_AMOUNT }), decimals, anyLocale, (count, decimals, locale) => {
        const value = count / 10 ** decimals
        expect(readNumber(inputText(value, locale), { locale, decimals })).toBe(value)
        expect(readNumber(inputText(value, locale, decimals), { locale, decimals })).toBe(value)
      }),
    )
    expect(inputText(1.085, 'de-DE')).toBe('1,085')
    expect(inputText(0.0000000007, 'en-US')).toBe('0.0000000007')
    expect(inputText(1250.5, 'en-US')).toBe('1250.5')
  })

  test('a form shows an amount with all its cents, or with none', () => {
    expect(figureText(moneyFigure('USD'), 5386.5, 'en-US')).toBe('5386.50')
    expect(figureText(moneyFigure('KWD'), 87.5, 'de-DE')).toBe('87,500')
    expect(figureText(moneyFigure('USD'), 125, 'en-US')).toBe('125')
    expect(figureText(HOURS, 1.5, 'en-US')).toBe('1.5')
  })

  test('groups of two are read, as they are written in India', () => {
    expect(readNumber('1,25,000')).toBe(125_000)
    expect(readMoney('₹12,34,567.50')).toBe(1_234_567.5)
    expect(readNumber('1,2,500')).toBeNull()
  })
})

describe('in the locale of the account', () => {
  afterEach(() => setPageLocale(DEFAULT_LOCALE))

  test.each<[locale: string, FigureKind, typed: string, value: number, echo: string]>([
    ['en-US', moneyFigure('EUR'), '1,250', 1250, '€1,250.00'],
    ['de-DE', moneyFigure('EUR'), '1,250', 1.25, '1,25 €'],
    ['de-DE', moneyFigure('EUR'), '1.250', 1250, '1.250,00 €'],
    ['de-DE', moneyFigure('KWD'), '1,250', 1.25, '1,250 KWD'],
    ['de-DE', moneyFigure('JPY'), '1,250', 1250, '1.250 ¥'],
    ['en-US', moneyFigure('JPY'), '1.250', 1250, '¥1,250'],
    ['de-DE', QUANTITY, '1.250', 1250, '1.250'],
    ['de-DE', PERCENT, '8,25', 8.25, '8,25%'],
    ['de-DE', HOURS, '1,5', 1.5, '1,5 h'],
    ['de-DE', EXCHANGE_RATE, '1,0832', 1.0832, '1,0832'],
  ])('%s: %#', (locale, kind, typed, value, echo) => {
    setPageLocale(locale)
    expect(kind.read(typed)).toBe(value)
    expect(echoOf(kind, typed)?.replace(/\s/g, ' ')).toBe(echo)
  })

  test('whatever is read is echoed as what reads back to the same', () => {
    const kinds = ['USD', 'JPY', 'KWD', 'INR'].map(moneyFigure)
    const typed = fc.string({ unit: fc.constantFrom(...'0123456789.,'), maxLength: 9 })
    fc.assert(
      fc.property(typed, locales, fc.constantFrom(...kinds), (text, locale, kind) => {
        setPageLocale(locale)
        const echo = echoOf(kind, text)
        if (echo !== null) expect(kind.read(echo)).toBe((kind.read(text) ?? Number.NaN) + 0)
      }),
    )
  })
})

describe('the echo', () => {
  test.each<[FigureKind, string, string | null]>([
    [MONEY, '12,50', '$12.50'],
    [MONEY, '1,250', '$1,250.00'],
    [MONEY, '1.250', '$1.25'],
    [MONEY, '12.50', null],
    [MONEY, '1250', null],
    [MONEY, '12.345', null],
    [MONEY, 'x', null],
    [MONEY, '', null],
    [QUANTITY, '1,5', '1.5'],
    [PERCENT, '8,25', '8.25%'],
    [HOURS, '1:30', '1.5 h'],
    [HOURS, '90m', '1.5 h'],
    [HOURS, '1.5', null],
  ])('%#', (kind, text, echo) => {
    expect(echoOf(kind, text)).toBe(echo)
  })

  test('always shows the value that is sent', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789.,- $') }), (text) => {
        const echo = echoOf(MONEY, text)
        if (echo !== null) expect(readMoney(echo)).toBe((readMoney(text) ?? Number.NaN) + 0)
      }),
    )
  })
})

describe('typed hours', () => {
  test.each([
    ['1.5', 1.5],
    ['1,5', 1.5],
    ['.5', 0.5],
    ['2', 2],
    ['2.', 2],
    [' 1.25 ', 1.25],
    ['1:30', 1.5],
    ['0:06', 0.1],
    [':45', 0.75],
    ['10:00', 10],
    ['90m', 1.5],
    ['45min', 0.75],
    ['45 mins', 0.75],
    ['7.5m', 0.125],
    ['1h', 1],
    ['1.5h', 1.5],
    ['1h30m', 1.5],
    ['1h30', 1.5],
    ['1 h 30 min', 1.5],
    ['1H30M', 1.5],
    ['2 hours 15 minutes', 2.25],
    ['1hr', 1],
    ['0', 0],
    ['0.00005', 0.0001],
    ['1:20', 1.3333],
    ['0.005', 0.005],
    ['0.0049', 0.0049],
    ['1.005', 1.005],
    ['8.675', 8.675],
    ['10m', 0.1667],
    ['20m', 0.3333],
    ['1m', 0.0167],
    ['1,250', 1250],
    ['1.250,5 h', 1250.5],
    ["1'250", 1250],
  ])('%j is %d hours', (text, hours) => {
    expect(readHours(text)).toBe(hours)
  })

  test.each([
    '',
    'x',
    '-1',
    '1:60',
    '1:5',
    '1:30:00',
    '1.5.5',
    '1e3',
    '0x10',
    'NaN',
    'Infinity',
    '1 2',
    'h',
    'm',
    ':',
    '.',
    '1h90m',
    '1d',
    '１',
    '1h 30m 5s',
    '٣',
  ])('%j is no span of time', (text) => {
    expect(readHours(text)).toBeNull()
  })

  const minutes = fc.integer({ min: 0, max: 60_000 })
  const halfUp = (count: number) => Math.floor((count * 10_000 + 30) / 60) / 10_000

  test('means the same by the clock, in minutes, and in hours and minutes', () => {
    fc.assert(
      fc.property(minutes, (count) => {
        const [h, m] = [Math.floor(count / 60), count % 60]
        const expected = halfUp(count)
        expect(readHours(`${h}:${String(m).padStart(2, '0')}`)).toBe(expected)
        expect(readHours(`${count}m`)).toBe(expected)
        expect(readHours(`${h}h${m}m`)).toBe(expected)
        expect(readHours(`${h} h ${m} min`)).toBe(expected)
      }),
    )
  })

  test('reads back every figure that is shown', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000_000 }), (hundredths) => {
        expect(readHours(String(fromHundredths(hundredths)))).toBe(fromHundredths(hundredths))
      }),
    )
  })

  test('rounds decimals half up, never by way of a float', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 99_999 }),
        fc.integer({ min: 0, max: 999_999 }),
        (whole, millionths) => {
          const text = `${whole}.${String(millionths).padStart(6, '0')}`
          expect(readHours(text)).toBe((whole * 10_000 + Math.floor((millionths + 50) / 100)) / 10_000)
        },
      ),
    )
  })

  test('never throws', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'01259.,:-−+ \u202f’%$€hminsEUReur٣１\0') }),
        (text) => {
          for (const kind of [MONEY, QUANTITY, PERCENT, HOURS]) {
            const value = kind.read(text)
            expect(value === null || Number.isFinite(value)).toBe(true)
          }
        },
      ),
    )
  })
})

describe('the arrow keys', () => {
  test.each<[FigureKind, string, 'up' | 'down', number]>([
    [HOURS, '', 'up', 0.25],
    [HOURS, '', 'down', 0.1],
    [HOURS, '0:20', 'up', 0.5],
    [HOURS, '0.3', 'down', 0.25],
    [HOURS, '0.25', 'down', 0.1],
    [HOURS, '0.1', 'up', 0.25],
    [HOURS, '1000', 'up', 1000],
    [ESTIMATED_HOURS, '0', 'down', 0],
    [ESTIMATED_HOURS, '1.5', 'up', 1.6],
    [QUANTITY, '1', 'up', 1.1],
    [QUANTITY, '1,5', 'down', 1.4],
    [QUANTITY, '', 'down', 0.1],
    [MONEY, '12,50', 'up', 12.51],
    [MONEY, '1,250', 'down', 1249.99],
    [MONEY, '', 'down', 0],
    [PERCENT, '100', 'up', 100],
  ])('%#', (kind, text, direction, to) => {
    expect(stepFrom(kind, text, direction)).toBe(to)
  })

  test('always reach a valid value', () => {
    const kinds = fc.constantFrom(MONEY, QUANTITY, PERCENT, HOURS, ESTIMATED_HOURS)
    fc.assert(
      fc.property(
        kinds,
        amounts,
        fc.constantFrom('up' as const, 'down' as const),
        (kind, from, direction) => {
          const value = Math.round(stepFrom(kind, String(from), direction) * 10 ** kind.decimals)
          expect(value).toBeGreaterThanOrEqual(kind.min)
          expect(value).toBeLessThanOrEqual(kind.max)
        },
      ),
    )
  })
})
