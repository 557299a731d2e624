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

/** What a spreadsheet would take for the beginning of a formula; full-width marks count where input methods write them. */
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@|\uFF1D\uFF0B\uFF0D\uFF20]/u
const STEALTH = /^[\t\r\n\0]/

/** No text of hers or of a stranger's can start a formula: what looks like one is marked as text. */
const asText = (text: string): string => (FORMULA.test(text) || STEALTH.test(text) ? `'${text}` : text)

const quoted = (text: string): string =>
  /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
