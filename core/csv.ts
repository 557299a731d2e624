import { fromHundredths, type Hundredths } from '#core/hundredths.ts'

/** A text, a count in whole numbers, or nothing. Amounts are written by `csvAmount`. */
export type CsvCell = string | number | boolean | CsvAmount | null

export interface CsvAmount {
  hundredths: Hundredths
}

export const csvAmount = (hundredths: Hundredths): CsvAmount => ({ hundredths })

/** By it Excel knows that what follows is UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** One line of RFC 4180, its end included. */
export const csvLine = (cells: readonly CsvCell[]): string => `${cells.map(cellText).join(',')}\r\n`

function cellText(cell: CsvCell): string {
  if (cell === null) return ''
  if (typeof cell === 'string') return quoted(asText(cell))
  if (typeof cell === 'object') return fromHundredths(cell.hundredths).toFixed(2)
  return String(cell)
}

/** What begins a formula; full-width marks count where input methods write them. */
const MARKS = '[=+\\-@|\uFF1D\uFF0B\uFF0D\uFF20]'
const FORMULA = new RegExp(`^[\\s"\\p{Cc}\\p{Cf}]*${MARKS}`, 'u')
const STEALTH = /^[\t\r\n\0]/

/**
 * Where `;` or a tab separates, as in much of Europe, a cell's quotes stand in the middle of one and keep nothing together:
 * what comes after a separator or a line's end is then a cell of its own.
 */
const FORMULA_WITHIN = new RegExp(`[;\\t\\r\\n](?=(?:(?![\\t\\r\\n])[\\s"\\p{Cc}\\p{Cf}])*${MARKS})`, 'gu')

/** No text can start a formula: what looks like one is marked as text. */
function asText(text: string): string {
  const marked = text.replace(FORMULA_WITHIN, "$&'")
  return FORMULA.test(text) || STEALTH.test(text) ? `'${marked}` : marked
}

const quoted = (text: string): string =>
  /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
