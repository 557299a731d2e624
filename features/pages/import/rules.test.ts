import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatUngrouped } from '#core/format.ts'
import type { DateOrder, ImportSettings } from './contract.ts'
import { asksDateOrder, dateOrderIn, decimalSignIn, newColumn, observe } from './rules/columns.ts'
import { missingFields, recognize } from './rules/formats.ts'
import { type ReadRow, type RowReading, readRow } from './rules/rows.ts'
import { encodingOf, isTotalRow, separatorOf } from './rules/source.ts'
import * as values from './rules/values.ts'

const DAY = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

const partsOf = (date: string) => date.split('-') as [year: string, month: string, day: string]

describe('a date', () => {
  test.each([
    ['2024-10-15', '2024-10-15'],
    ['2024/10/15', '2024-10-15'],
    ['20241015', '2024-10-15'],
    ['15.10.2024', '2024-10-15'],
    ['15. 10. 2024', '2024-10-15'],
    ['15/10/24', '2024-10-15'],
    ['15 Oct 2024', '2024-10-15'],
    ['Oct 15, 2024', '2024-10-15'],
    ['October 15th, 2024', '2024-10-15'],
    ['Tuesday, 15 October 2024', '2024-10-15'],
    ['15. März 2024', '2024-03-15'],
    ['15 de marzo de 2024', '2024-03-15'],
    ['1er août 2024', '2024-08-01'],
    ['31/02/2024', null],
    ['29/02/2023', null],
    ['2024-13-01', null],
    ['yesterday', null],
    ['45580', null],
    ['', null],
  ])('reads %s as %s', (text, date) => {
    expect(values.readDate(text, 'day_first')?.date ?? null).toBe(date)
  })

  test('is read back in any notation, in either order', () => {
    fc.assert(
      fc.property(DAY, fc.constantFrom('/', '-'), fc.boolean(), (date, separator, padded) => {
        const [year, month, day] = partsOf(date)
        const written = (part: string) => (padded ? part : String(Number(part)))
        const dayFirst = [written(day), written(month), year].join(separator)
        const monthFirst = [written(month), written(day), year].join(separator)
        expect(values.readDate(dayFirst, 'day_first')?.date).toBe(date)
        expect(values.readDate(monthFirst, 'month_first')?.date).toBe(date)
        expect(values.readDate(`${day}.${month}.${year}`, 'month_first')?.date).toBe(date)
        expect(values.readDate(`${date}T10:00:00`, null)).toEqual({ date, time: '10:00:00' })
      }),
    )
  })

  test('of a column with a day after the twelfth tells the order, and one without has to be asked', () => {
    fc.assert(
      fc.property(
        fc.array(DAY, { minLength: 1 }),
        fc.constantFrom<DateOrder>('day_first', 'month_first'),
        (dates, order) => {
          const column = newColumn('Date')
          for (const date of dates) {
            const [year, month, day] = partsOf(date)
            observe(column, (order === 'day_first' ? [day, month, year] : [month, day, year]).join('/'))
          }
          const isTold = dates.some((date) => Number(partsOf(date)[2]) > 12)
          const matters = dates.some((date) => partsOf(date)[1] !== partsOf(date)[2])
          expect(dateOrderIn([column], ['date'])).toBe(isTold ? order : null)
          expect(asksDateOrder([column], ['date'])).toBe(!isTold && matters)
        },
      ),
    )
  })
})

describe('a time', () => {
  test.each([
    ['12:02:17', '12:02:17'],
    ['9:05', '09:05:00'],
    ['10:23:52 AM', '10:23:52'],
    ['10:23 PM', '22:23:00'],
    ['12:00 am', '00:00:00'],
    ['12:30 p.m.', '12:30:00'],
    ['24:00', null],
    ['13:00 PM', null],
    ['10:61', null],
    ['noon', null],
  ])('reads %s as %s', (text, time) => expect(values.readTime(text)).toBe(time))
})

describe('a duration', () => {
  test.each([
    ['1:30:00', 5400],
    ['1:30', 5400],
    ['00:00:02', 2],
    ['00:00:00', 0],
    ['100:15:00', 360_900],
    ['1.5', 5400],
    ['1,5', 5400],
    ['90m', 5400],
    ['1h 20min', 4800],
    ['0.333333333333333', 1200],
    ['-1', null],
    ['soon', null],
  ])('reads %s as %s seconds', (text, hours) => expect(values.readDuration(text, 'point')).toBe(hours))

  test('on the clock is right to the second', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 359_999 }), (seconds) => {
        const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
        const clock = `${h}:${String(m).padStart(2, '0')}:${String(s).padStart(2, '0')}`
        expect(values.readDuration(clock, 'comma')).toBe(seconds)
      }),
    )
  })
})

describe('a number', () => {
  test.each([
    ['20,0', 'comma'],
    ['2.000,0', 'comma'],
    ['20.0', 'point'],
    ['1,250.00', 'point'],
    ['1,250,000', 'point'],
    ['1.250.000', 'comma'],
    ['0,125', 'comma'],
    ['$12.50', 'point'],
    ['12,50 €', 'comma'],
    ['1,250', null],
    ['20', null],
    ['12:30:15', null],
    ['2024-10-15', null],
    ['10.0.0-beta', null],
  ])('%s tells the decimal sign %s', (text, sign) => expect(values.decimalSignOf(text)).toBe(sign))

  test.each([
    ['1,250', 'point', 1250],
    ['1,250', 'comma', 1.25],
    ['2.000,0', 'comma', 2000],
    ['€ 80,00', 'comma', 80],
    ['80.00 USD', 'point', 80],
    ['=1+1', 'point', null],
    ['1e5', 'point', null],
  ] as const)('%s with decimal %s is %s', (text, sign, amount) => {
    expect(values.readAmount(text, sign)).toBe(amount)
  })

  test('of a whole column is read back in the locale that wrote it', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 99_999_999 }), { minLength: 1 }),
        fc.constantFrom('en-US', 'de-DE'),
        fc.boolean(),
        (amounts, locale, grouped) => {
          const format = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, useGrouping: grouped })
          const column = newColumn('Amount')
          const written = amounts.map((amount) => format.format(amount / 100))
          for (const text of written) observe(column, text)
          const sign = decimalSignIn([column], ['amount'])
          expect(sign).toBe(locale === 'de-DE' ? 'comma' : 'point')
          for (const [index, text] of written.entries())
            expect(values.readAmount(text, sign ?? 'point')).toBe((amounts[index] ?? 0) / 100)
        },
      ),
    )
  })
})

test.each([
  ['EUR', 'EUR'],
  ['Euro - EUR', 'EUR'],
  ['US Dollar - USD', 'USD'],
  ['eur', 'EUR'],
  ['€', 'EUR'],
  ['shells', null],
])('the currency %s is %s', (text, currency) => expect(values.readCurrency(text)).toBe(currency))

test.each([
  ['Yes', true],
  ['TRUE', true],
  ['Ja', true],
  ['Sí', true],
  ['No', false],
  ['0', false],
  ['nein', false],
  ['maybe', null],
])('%s means %s', (text, meaning) => expect(values.readYesOrNo(text)).toBe(meaning))

const TOGGL =
  'User,Email,Client,Project,Task,Description,Billable,Start date,Start time,End date,End time,Duration,Tags,Amount (USD)'
const CLOCKIFY =
  'Project,Client,Description,Task,User,Group,Email,Tags,Billable,Start Date,Start Time,End Date,End Time,Duration (h),Duration (decimal),Billable Rate (USD),Billable Amount (USD)'
const HARVEST =
  'Date,Client,Project,Project Code,Task,Notes,Hours,Hours Rounded,Billable?,Invoiced?,Approved?,First Name,Last Name,Roles,Employee?,Billable Rate,Billable Amount,Cost Rate,Cost Amount,Currency,External Reference URL'

describe('the header row', () => {
  test.each([
    ['toggl', TOGGL],
    ['clockify', CLOCKIFY],
    ['clockify', CLOCKIFY.replace('Task', 'Activity').replace(',Duration (h),Duration (decimal)', '')],
    ['clockify', `${CLOCKIFY.replace('Client,', '')},Client`],
    ['harvest_time', HARVEST],
    ['harvest_clients', 'Client Name,Address'],
    [
      'harvest_projects',
      'Client,Project,Project Code,Start Date,End Date,Project Notes,Total Hours,Billable Hours,Billable Amount,Budget By,Budget,Budget Spent,Budget Remaining,Total Costs,Team Costs,Expenses',
    ],
    ['other', 'Date,Hours,What'],
  ])('of %s is recognized', (format, headers) => {
    const recognized = recognize(headers.split(','))
    expect(recognized.format).toBe(format)
    expect(missingFields(recognized.noun, recognized.fields)).toEqual([])
  })

  test.each([
    ['Datum;Kunde;Projekt;Tätigkeit;Stunden', 'time', ['date', 'client', 'project', 'task', 'hours']],
    ['Fecha;Cliente;Proyecto;Duración', 'time', ['date', 'client', 'project', 'hours']],
    ['Date;Category;Amount;Currency', 'expenses', ['date', 'category', 'amount', 'currency']],
    [
      'Name;E-Mail;Telefon;Straße;PLZ;Ort',
      'clients',
      ['client', 'email', 'phone', 'address', 'postal_code', 'city'],
    ],
    ['Project;Client;Start Date', 'projects', ['project', 'client', 'start_date']],
    ['Foo;Date;Hours;Date', 'time', [null, 'date', 'hours', null]],
    [
      'Date;Merchant;Category;Description;Total;Amount',
      'expenses',
      ['date', null, 'category', 'description', null, 'amount'],
    ],
    ['Date;Merchant;Amount', 'expenses', ['date', 'description', 'amount']],
  ])('%s is guessed to be %s', (headers, noun, fields) => {
    expect(recognize(headers.split(';'))).toEqual({ format: 'other', noun, fields })
  })
})

describe('a file', () => {
  test.each([
    ['utf-16le', [0xff, 0xfe, 0x41, 0]],
    ['utf-16be', [0xfe, 0xff, 0, 0x41]],
    ['utf-16le', [...Buffer.from('Date,Hours', 'utf16le')]],
    ['utf-8', [0xef, 0xbb, 0xbf, 0x41]],
    ['utf-8', [...Buffer.from('Date')]],
  ])('is %s by its first bytes', (encoding, bytes) => {
    expect(encodingOf(Uint8Array.from(bytes))).toBe(encoding)
  })

  test.each([
    ['a,b;c,d\n1;2;3;4;5', ','],
    ['"a,b,c";d\r\n', ';'],
    ['a\tb\n', '\t'],
    ['alone', ','],
  ])('%j is separated by %j', (head, separator) => expect(separatorOf(head)).toBe(separator))

  test.each([
    [['Total', '', '', '12:30:00'], true],
    [['', '', '', '', '40,0'], true],
    [['Summe:', '', '', '40,0', '€ 3.200,00'], true],
    [['2024-10-15', 'North', 'Total redesign', '1.5'], false],
    [['North', 'Website', '', '3'], false],
  ])('ends with a total: %j is %s', (cells, isTotal) => expect(isTotalRow(cells, 5)).toBe(isTotal))
})

const reading = (settings: Partial<RowReading> & Pick<ImportSettings, 'noun' | 'fields'>): RowReading => ({
  date_order: null,
  decimal_sign: 'point',
  currency: null,
  instantAt: (local) => new Date(`${local}Z`),
  ...settings,
})

const faultOf = (read: ReadRow) => ('fault' in read ? read.fault : undefined)

describe('a row', () => {
  const time = reading({ noun: 'time', fields: ['date', 'start_time', 'end_time', 'hours', 'description'] })

  test.each([
    [['31/02/2024', '', '', '1'], '31/02/2024 is not a date'],
    [['', '', '', '1'], 'The date is missing'],
    [['2024-10-15', '', '', ''], 'The duration is missing'],
    [['2024-10-15', '', '', 'long'], 'long is not a duration'],
    [['2024-10-15', '', '', '0:00:00'], 'The duration is zero'],
    [['2024-10-15', 'late', '', '1'], 'late is not a start time'],
    [['2024-10-15', '', '', '1001'], 'It has more than 1,000 hours'],
    [['2024-10-15', '', '', '1', 'x'.repeat(1_048_576)], 'The description has more than 10,000 characters'],
    [[`2024-10-15${'0'.repeat(200)}`, '', '', '1'], 'The date has more than 200 characters'],
    [['2024-10-15', '1'.repeat(201), '', '1'], 'The start time has more than 200 characters'],
    [['2024-10-15', '', '', `-${' '.repeat(2000)}#`], 'The duration has more than 200 characters'],
    [['2024-10-15', '', '', '1', 'a\0b'], 'The description contains a character that cannot be stored'],
    [['2024-10-15'], 'The duration is missing'],
  ])('%j says what is wrong', (cells, fault) => expect(faultOf(readRow(17, cells, time))).toBe(fault))

  test('counts from start to end where there is no duration, also across midnight', () => {
    const read = readRow(2, ['2024-10-15', '11:30 PM', '1:00 AM', '', 'Night'], time)
    expect(read).toMatchObject({
      value: {
        date: '2024-10-15',
        hours: 5400,
        started_at: new Date('2024-10-15T23:30:00Z'),
        ended_at: new Date('2024-10-16T01:00:00Z'),
      },
    })
  })

  test('may have date and time in one cell', () => {
    const moments = reading({ noun: 'time', fields: ['start_time', 'end_time'], date_order: 'day_first' })
    expect(readRow(2, ['03/04/2024 09:00', '03/04/2024 10:30'], moments)).toMatchObject({
      value: { date: '2024-04-03', hours: 5400, started_at: new Date('2024-04-03T09:00:00Z') },
    })
  })

  test('keeps formulas, quotes and emoji as text', () => {
    for (const text of ['=HYPERLINK("http://x")', '+1', '@SUM(A1)', 'a "quoted" \\ 🎉', '<script>']) {
      expect(readRow(2, ['2024-10-15', '', '', '1', text], time)).toMatchObject({
        value: { description: text },
      })
    }
  })

  test('of a client keeps what is not an address or number in the notes', () => {
    const client = reading({ noun: 'clients', fields: ['client', 'email', 'phone', 'country'] })
    expect(readRow(2, ['North', 'ask Ada', '030 123', 'Germany'], client)).toMatchObject({
      value: { email: '', phone: '', country: 'DE', notes: 'Email: ask Ada\nPhone: 030 123' },
    })
  })

  test('is read or refused, whatever it contains', () => {
    const fields = [
      'date',
      'hours',
      'client',
      'project',
      'rate',
      'currency',
      'is_billable',
      'start_time',
    ] as const
    const cell = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('2024-10-15', '1:30', '-5', '1e9', '\0'),
    )
    fc.assert(
      fc.property(
        fc.array(cell, { maxLength: 12 }),
        fc.constantFrom('time', 'projects', 'clients'),
        (cells, noun) => {
          const read = readRow(3, cells, reading({ noun, fields: [...fields] }))
          if ('fault' in read) expect(read.fault.length).toBeGreaterThan(0)
          else expect(JSON.stringify(read.value)).not.toContain('\\u0000')
        },
      ),
    )
  })
})

test('a number with many decimals is not refused', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.01, max: 999, noNaN: true }), (hours) => {
      const read = values.readDuration(formatUngrouped(hours), 'point')
      expect(Math.abs((read ?? 0) - hours * 3600)).toBeLessThanOrEqual(1)
    }),
  )
})
