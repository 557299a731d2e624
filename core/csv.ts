import { type Currency, decimalsOf } from '#core/currency.ts'
import { fromMinorUnits, type MinorUnits } from '#core/money.ts'
import {
  fromHundredths,
  fromSeconds,
  fromTenThousandths,
  fromThousandths,
  type Hundredths,
  type Seconds,
  type TenThousandths,
  type Thousandths,
} from '#core/units.ts'

/** A text, a count in whole numbers, or nothing. Amounts are written by `csvMoney` and `csvHundredths`. */
export type CsvCell = string | number | boolean | CsvAmount | null

export interface CsvAmount {
  value: number
  /** At least so many; more where it has more. */
  decimals: number
}

export const csvHundredths = (count: Hundredths): CsvAmount => ({ value: fromHundredths(count), decimals: 2 })
export const csvHours = (hours: Seconds): CsvAmount => ({ value: fromSeconds(hours), decimals: 2 })
export const csvQuantity = (quantity: TenThousandths): CsvAmount => ({
  value: fromTenThousandths(quantity),
  decimals: 2,
})
export const csvTaxRate = (rate: Thousandths): CsvAmount => ({ value: fromThousandths(rate), decimals: 2 })
export const csvMoney = (amount: MinorUnits, currency: Currency): CsvAmount => ({
  value: fromMinorUnits(amount, currency),
  decimals: decimalsOf(currency),
})

/** Tells Excel that the file is UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** One line of RFC 4180, with its line break. */
export const csvLine = (cells: readonly CsvCell[]): string => `${cells.map(cellText).join(',')}\r\n`

function cellText(cell: CsvCell): string {
  if (cell === null) return ''
  if (typeof cell === 'string') return quoted(asText(cell))
  if (typeof cell === 'object') return decimalText(cell)
  return String(cell)
}

const decimalText = ({ value, decimals }: CsvAmount): string => {
  const exact = String(value)
  return (exact.split('.')[1]?.length ?? 0) > decimals ? exact : value.toFixed(decimals)
}

/** Characters that start a formula, including the full-width ones of East Asian input methods. */
const MARKS = '[=+\\-@|\uFF1D\uFF0B\uFF0D\uFF20]'
const FORMULA = new RegExp(`^[\\s"\\p{Cc}\\p{Cf}]*${MARKS}`, 'u')
const STEALTH = /^[\t\r\n\0]/

/**
 * Much of Europe separates cells with `;` or tabs. There our quotes are inside a cell and protect nothing: text after
 * a separator or line break becomes a cell of its own.
 */
const FORMULA_WITHIN = new RegExp(`[;\\t\\r\\n](?=(?:(?![\\t\\r\\n])[\\s"\\p{Cc}\\p{Cf}])*${MARKS})`, 'gu')

/** Keeps text from being read as a formula. */
function asText(text: string): string {
  const marked = text.replace(FORMULA_WITHIN, "$&'")
  return FORMULA.test(text) || STEALTH.test(text) ? `'${marked}` : marked
}

const quoted = (text: string): string =>
  /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
