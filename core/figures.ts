import { type Currency, currencySign, decimalsOf, isCurrency } from '#core/currency.ts'
import {
  formatDecimal,
  formatHundredths,
  formatMoney,
  formatNumber,
  formatTaxRate,
  formatUngrouped,
  getPageLocale,
} from '#core/format.ts'
import { MAX_AMOUNT } from '#core/money.ts'
import { fromSeconds, MAX_ENTRY_HOURS, MIN_ENTRY_HOURS } from '#core/units.ts'

/** A kind of number that people type: how it is parsed, how it is echoed, and what the arrow keys do. */
export interface FigureKind {
  /** Null for what cannot be understood. */
  read(text: string): number | null
  write(count: number): string
  /** With how many decimals it is counted: step, least and most are whole numbers of the last one. */
  decimals: number
  step: number
  min: number
  max: number
  /** Before the figure, such as "$". */
  sign?: string
}

/** An amount in a currency. */
export function moneyFigure(currency: Currency): FigureKind {
  const decimals = decimalsOf(currency)
  return {
    read: (text) => readMoney(text, { decimals }),
    write: (amount) => formatMoney(amount, currency),
    decimals,
    step: 1,
    min: 0,
    max: MAX_AMOUNT,
    sign: currencySign(currency, getPageLocale()),
  }
}

export const QUANTITY: FigureKind = {
  read: readNumber,
  write: (count) => formatDecimal(count / 10_000, { most: 4 }),
  decimals: 4,
  step: 1000,
  min: 1000,
  max: 100 * MAX_AMOUNT,
}

export const PERCENT: FigureKind = {
  read: readPercent,
  write: (value) => `${formatHundredths(value)}%`,
  decimals: 2,
  step: 1,
  min: 0,
  max: 10_000,
}

export const TAX_RATE: FigureKind = {
  read: readPercent,
  write: formatTaxRate,
  decimals: 3,
  step: 10,
  min: 0,
  max: 100_000,
}

/** A count, such as of days. */
export const WHOLE_NUMBER: FigureKind = {
  read: (text) => readNumber(text, { decimals: 0 }),
  write: (count) => formatNumber(count),
  decimals: 0,
  step: 1,
  min: 0,
  max: 999_999_999,
}

export const EXCHANGE_RATE: FigureKind = {
  read: readNumber,
  write: (count) => formatNumber(count / 10 ** 10),
  decimals: 10,
  step: 1_000_000,
  min: 1,
  max: 10 ** 15,
}

const inTenThousandths = (hours: number) => hours * 10_000

export const HOURS: FigureKind = {
  read: readHours,
  write: (count) => `${formatDecimal(count / 10_000, { most: 4 })} h`,
  decimals: 4,
  step: inTenThousandths(0.25),
  min: inTenThousandths(fromSeconds(MIN_ENTRY_HOURS)),
  max: inTenThousandths(fromSeconds(MAX_ENTRY_HOURS)),
}
export const ESTIMATED_HOURS: FigureKind = {
  ...HOURS,
  step: inTenThousandths(0.1),
  min: 0,
  max: inTenThousandths(100_000),
}

interface Reading {
  /** Decides what is ambiguous: whether `1,250` is a thousand or a little more than one. */
  locale?: string
  /** Decimals of the currency. With none, a separator before three digits can only group. */
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
  const written = text.trim()
  return readNumber(written.endsWith('%') ? written.slice(0, -1) : written, reading)
}

const CURRENCY = String.raw`\p{L}{0,2}\p{Sc}\p{L}{0,2}|[A-Za-z]{3}`
const AMOUNT = new RegExp(`^(-?)\\s*(?:(${CURRENCY})\\s*)?(?:(-)\\s*)?([\\d.,].*)$`, 'u')
const CURRENCY_AFTER = new RegExp(`(?:${CURRENCY})$`, 'u')

/** An amount of money; a currency sign or code before or after it is tolerated. */
export function readMoney(text: string, reading?: Reading): number | null {
  const [, outer, before, inner = '', rest] = AMOUNT.exec(withHyphen(text).trim()) ?? []
  if (rest === undefined || (outer && inner)) return null
  const after = CURRENCY_AFTER.exec(rest)
  if (!isSign(before) || !isSign(after?.[0])) return null
  return readNumber(`${outer}${inner}${rest.slice(0, after?.index)}`, reading)
}

const isSign = (sign: string | undefined): boolean =>
  sign === undefined || /\p{Sc}/u.test(sign) || isCurrency(sign.toUpperCase())

const DECIMAL = /^([^a-z:]+?)(?: ?h(?:(?:ou)?rs?)?)?$/
const MINUTES = /^([^a-z:]+?) ?m(?:in(?:ute)?s?)?$/
const CLOCK = /^(\d{1,9})?:([0-5]\d)$/
const HOURS_AND_MINUTES = /^(\d{1,9}) ?h(?:(?:ou)?rs?)? ?([0-5]?\d)(?: ?m(?:in(?:ute)?s?)?)?$/

/** A span of time in hours: any number, and also `1:30`, `90m`, `45 min`, `1h`, `1h30m`. Rounded to four decimals. */
export function readHours(text: string, reading: Reading = {}): number | null {
  const written = text.trim().toLowerCase().replace(/\s+/g, ' ')
  const [, decimal] = DECIMAL.exec(written) ?? []
  if (decimal !== undefined) return inHours(decimalIn(decimal, reading), '0')
  const [, minutes] = MINUTES.exec(written) ?? []
  if (minutes !== undefined) return inHours('0', decimalIn(minutes, reading))
  const both = CLOCK.exec(written) ?? HOURS_AND_MINUTES.exec(written)
  return both ? inHours(both[1] ?? '0', both[2] ?? '0') : null
}

const MAX_DECIMALS = 10
const SCALE = 10n ** BigInt(MAX_DECIMALS)

/** Exact until the final rounding, half up. */
function inHours(hours: string | null, minutes: string | null): number | null {
  if (hours === null || minutes === null) return null
  const sixtieths = scaled(hours) * 60n + scaled(minutes)
  if (sixtieths < 0n) return null
  const divisor = (60n * SCALE) / 10_000n
  return Number((sixtieths + divisor / 2n) / divisor) / 10_000
}

function scaled(decimal: string): bigint {
  const [whole = '', fraction = ''] = decimal.split('.')
  const count = BigInt(whole.replace('-', '')) * SCALE + BigInt(fraction.padEnd(MAX_DECIMALS, '0'))
  return whole.startsWith('-') ? -count : count
}

/** Group separators besides point and comma: spaces of all widths and apostrophes. */
const GAP = String.raw`[ \u00a0\u2009\u202f'’]`
const WITH_GAPS = new RegExp(`^(\\d{1,3}(?:(${GAP})\\d{3})(?:\\2\\d{3})*)(?:[.,](\\d*))?$`)
const ONLY_GROUPS = /^\d{1,3}(?:([.,])\d{3})(?:\1\d{3})+$/
const POINT_LAST = /^(\d{1,3}(?:,\d{3})+)\.(\d*)$/
/** As in India: `1,25,000.00`. */
const PAIRS = /^(\d{1,2}(?:,\d{2})+,\d{3})(?:\.(\d*))?$/
const COMMA_LAST = /^(\d{1,3}(?:\.\d{3})+),(\d*)$/
const ONE_SEPARATOR = /^(\d*)([.,])(\d*)$/
const MAX_DIGITS = 15

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
  const grouped = POINT_LAST.exec(written) ?? COMMA_LAST.exec(written) ?? PAIRS.exec(written)
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
  { locale = getPageLocale(), decimals = 2 }: Reading,
): boolean =>
  /^[1-9]\d{0,2}$/.test(whole) &&
  rest.length === 3 &&
  (decimals === 0 || separator !== decimalSeparator(locale))

/** A point where people write another sign than point or comma, since only these two are read. */
export function decimalSeparator(locale = getPageLocale()): ',' | '.' {
  const parts = new Intl.NumberFormat(locale).formatToParts(0.5)
  return parts.some(({ type, value }) => type === 'decimal' && value === ',') ? ',' : '.'
}

/** A value as an input shows it before anyone has typed: without groups, with the decimal separator of the locale. */
export const inputText = (value: number, locale = getPageLocale(), least = 0): string =>
  formatUngrouped(value, least).replace('.', decimalSeparator(locale))

/** Writes a figure of one kind. An amount with cents has all its decimals: `5386.50`. */
export const figureText = ({ sign, decimals }: FigureKind, value: number, locale?: string): string =>
  inputText(value, locale, sign === undefined || Number.isInteger(value) ? 0 : decimals)

const withHyphen = (text: string): string => text.replace('−', '-')

/** The parsed value as it is formatted elsewhere; null if that is exactly the typed text. */
export function echoOf(kind: FigureKind, text: string): string | null {
  const value = kind.read(text)
  if (value === null || fromCount(kind, toCount(kind, value)) !== value) return null
  return isPlain(kind, text.trim()) && Number(text) === value ? null : kind.write(toCount(kind, value))
}

/** The next multiple of the step, up or down from the typed value. */
export function stepFrom(kind: FigureKind, text: string, direction: 'up' | 'down'): number {
  const { step, min, max } = kind
  const now = toCount(kind, kind.read(text) ?? 0)
  const next = direction === 'up' ? Math.floor(now / step) + 1 : Math.ceil(now / step) - 1
  return fromCount(kind, Math.min(Math.max(next * step, min), max))
}

function isPlain({ decimals }: FigureKind, text: string): boolean {
  const written = /^\d+(?:\.(\d+))?$/.exec(text)
  return written !== null && (written[1] ?? '').length <= decimals
}

const toCount = ({ decimals }: FigureKind, value: number): number => Math.round(value * 10 ** decimals)
const fromCount = ({ decimals }: FigureKind, count: number): number => count / 10 ** decimals
