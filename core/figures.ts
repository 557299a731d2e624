import { formatHundredths, formatMoney, LOCALE } from '#core/format.ts'
import { fromHundredths, type Hundredths, toHundredths } from '#core/hundredths.ts'
import { MAX_AMOUNT } from '#core/money.ts'

/** A kind of number that people type: how it is parsed, how it is echoed, and what the arrow keys do. */
export interface FigureKind {
  /** Null for what cannot be understood. */
  read(text: string, reading?: Reading): number | null
  write(value: Hundredths): string
  step: Hundredths
  min: Hundredths
  max: Hundredths
}

export const MONEY: FigureKind = { read: readMoney, write: formatMoney, step: 1, min: 0, max: MAX_AMOUNT }

export const QUANTITY: FigureKind = {
  read: readNumber,
  write: formatHundredths,
  step: 10,
  min: 10,
  max: MAX_AMOUNT,
}

export const PERCENT: FigureKind = {
  read: readPercent,
  write: (value) => `${formatHundredths(value)}%`,
  step: 1,
  min: 0,
  max: 10_000,
}

const writeHours = (value: Hundredths) => `${formatHundredths(value)} h`

export const HOURS: FigureKind = { read: readHours, write: writeHours, step: 25, min: 10, max: 100_000 }
export const ESTIMATED_HOURS: FigureKind = { ...HOURS, step: 10, min: 0, max: 10_000_000 }

interface Reading {
  /** Decides what is ambiguous: whether `1,250` is a thousand or a little more than one. */
  locale?: string
  /** How many decimals the currency has. With none, a separator before three digits can only group. */
  decimals?: number
}

/**
 * A number as people write it: `12,50`, `12.50`, `1,250.00`, `1.250,00`, `1 250`, `1'250`. Null for anything else: what
 * cannot be understood is refused, never turned into another number.
 */
export function readNumber(text: string, reading: Reading = {}): number | null {
  const decimal = decimalIn(text, reading)
  return decimal === null ? null : Number(decimal)
}

function readPercent(text: string, reading?: Reading): number | null {
  return readNumber(text.replace(/\s*%\s*$/, ''), reading)
}

const CURRENCY = String.raw`\p{L}{0,2}\p{Sc}|[A-Za-z]{3}`
const AMOUNT = new RegExp(`^(-?)\\s*(${CURRENCY})?\\s*(-?)\\s*([\\d.,].*?)\\s*(${CURRENCY})?$`, 'u')

/** An amount of money; a currency sign or code before or after it is tolerated. */
export function readMoney(text: string, reading?: Reading): number | null {
  const [, outer, before, inner, number, after] = AMOUNT.exec(withHyphen(text).trim()) ?? []
  if (number === undefined || (outer && inner) || !isCurrency(before) || !isCurrency(after)) return null
  return readNumber(`${outer}${inner}${number}`, reading)
}

const isCurrency = (sign: string | undefined): boolean =>
  sign === undefined ||
  /\p{Sc}/u.test(sign) ||
  Intl.supportedValuesOf('currency').includes(sign.toUpperCase())

const DECIMAL = /^([^a-z:]+?)(?: ?h(?:(?:ou)?rs?)?)?$/
const MINUTES = /^([^a-z:]+?) ?m(?:in(?:ute)?s?)?$/
const CLOCK = /^(\d{1,9})?:([0-5]\d)$/
const HOURS_AND_MINUTES = /^(\d{1,9}) ?h(?:(?:ou)?rs?)? ?([0-5]?\d)(?: ?m(?:in(?:ute)?s?)?)?$/

/** A span of time in hours: any number, and also `1:30`, `90m`, `45 min`, `1h`, `1h30m`. Rounded to two decimals. */
export function readHours(text: string, reading: Reading = {}): number | null {
  const written = text.trim().toLowerCase().replace(/\s+/g, ' ')
  const [, decimal] = DECIMAL.exec(written) ?? []
  if (decimal !== undefined) return inHours(decimalIn(decimal, reading), '0')
  const [, minutes] = MINUTES.exec(written) ?? []
  if (minutes !== undefined) return inHours('0', decimalIn(minutes, reading))
  const both = CLOCK.exec(written) ?? HOURS_AND_MINUTES.exec(written)
  return both ? inHours(both[1] ?? '0', both[2] ?? '0') : null
}

const BILLIONTHS = 1_000_000_000n

/** Exact until the final rounding, half up. */
function inHours(hours: string | null, minutes: string | null): number | null {
  if (hours === null || minutes === null) return null
  const sixtieths = inBillionths(hours) * 60n + inBillionths(minutes)
  if (sixtieths < 0n) return null
  const divisor = (60n * BILLIONTHS) / 100n
  return fromHundredths(Number((sixtieths + divisor / 2n) / divisor))
}

function inBillionths(decimal: string): bigint {
  const [whole = '', fraction = ''] = decimal.split('.')
  const count = BigInt(whole.replace('-', '')) * BILLIONTHS + BigInt(fraction.padEnd(9, '0'))
  return whole.startsWith('-') ? -count : count
}

/** Group separators besides point and comma: spaces of all widths and apostrophes. */
const GAP = String.raw`[ \u00a0\u2009\u202f'’]`
const WITH_GAPS = new RegExp(`^(\\d{1,3}(?:(${GAP})\\d{3})(?:\\2\\d{3})*)(?:[.,](\\d*))?$`)
const ONLY_GROUPS = /^\d{1,3}(?:([.,])\d{3})(?:\1\d{3})+$/
const POINT_LAST = /^(\d{1,3}(?:,\d{3})+)\.(\d*)$/
const COMMA_LAST = /^(\d{1,3}(?:\.\d{3})+),(\d*)$/
const ONE_SEPARATOR = /^(\d*)([.,])(\d*)$/
const MAX_DIGITS = 15
const MAX_DECIMALS = 9

/** The number in plain notation: `-1250.5`. */
function decimalIn(text: string, reading: Reading): string | null {
  const [, minus = '', written = ''] = /^(-?)\s*(.*)$/s.exec(withHyphen(text).trim()) ?? []
  const [whole, fraction] = wholeAndFraction(written, reading) ?? []
  if (whole === undefined || fraction === undefined || whole + fraction === '') return null
  const digits = whole.replace(/\D/g, '')
  if (digits.length > MAX_DIGITS || fraction.length > MAX_DECIMALS) return null
  return `${minus}${digits || '0'}.${fraction || '0'}`
}

function wholeAndFraction(written: string, reading: Reading): [whole: string, fraction: string] | null {
  if (/^\d+$/.test(written) || ONLY_GROUPS.test(written)) return [written, '']
  const gaps = WITH_GAPS.exec(written)
  if (gaps) return [gaps[1] ?? '', gaps[3] ?? '']
  const grouped = POINT_LAST.exec(written) ?? COMMA_LAST.exec(written)
  if (grouped) return [grouped[1] ?? '', grouped[2] ?? '']
  const [, whole, separator, rest] = ONE_SEPARATOR.exec(written) ?? []
  if (whole === undefined || separator === undefined || rest === undefined) return null
  return groups(whole, separator, rest, reading) ? [whole + rest, ''] : [whole, rest]
}

/** Only one to three digits, the first not 0, before exactly three others can be a group; then the locale decides. */
const groups = (
  whole: string,
  separator: string,
  rest: string,
  { locale = LOCALE, decimals = 2 }: Reading,
): boolean =>
  /^[1-9]\d{0,2}$/.test(whole) &&
  rest.length === 3 &&
  (decimals === 0 || separator !== decimalSeparator(locale))

const decimalSeparator = (locale: string): string =>
  new Intl.NumberFormat(locale).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.'

const withHyphen = (text: string): string => text.replace('−', '-')

/** The parsed value as it is formatted elsewhere; null if that is exactly the typed text. */
export function echoOf({ read, write }: FigureKind, text: string): string | null {
  const value = read(text)
  if (value === null || fromHundredths(toHundredths(value)) !== value) return null
  const plain = /^\d+(?:\.\d{1,2})?$/
  return plain.test(text.trim()) ? null : write(toHundredths(value))
}

/** The next multiple of the step, up or down from the typed value. */
export function stepFrom(kind: FigureKind, text: string, direction: 'up' | 'down'): number {
  const { step, min, max } = kind
  const now = toHundredths(kind.read(text) ?? 0)
  const next = direction === 'up' ? Math.floor(now / step) + 1 : Math.ceil(now / step) - 1
  return fromHundredths(Math.min(Math.max(next * step, min), max))
}
