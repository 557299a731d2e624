import { truncate } from '#core/text.ts'
import type { DateOrder, DecimalSign, ImportColumn, ImportField } from '../contract.ts'
import { dateOrderOf, decimalSignOf } from './values.ts'

/** The facts that all cells of a column together tell about how to read them. */
export interface ColumnFacts extends ImportColumn {
  day_first: number
  month_first: number
  /** Dates that are a different day in each order. */
  either: number
  comma: number
  point: number
}

const EXAMPLES = 3
const LONGEST_EXAMPLE = 80

export const newColumn = (header: string): ColumnFacts => ({
  header: truncate(header.trim(), 200),
  examples: [],
  day_first: 0,
  month_first: 0,
  either: 0,
  comma: 0,
  point: 0,
})

const LONGEST_FIGURE = 40

/** Takes note of one more cell. */
export function observe(column: ColumnFacts, cell: string): void {
  const text = cell.trim()
  if (text === '') return
  const example = truncate(text.slice(0, 10 * LONGEST_EXAMPLE), LONGEST_EXAMPLE)
  if (column.examples.length < EXAMPLES && !column.examples.includes(example)) column.examples.push(example)
  if (text.length > LONGEST_FIGURE || !/\d/.test(text)) return
  const order = dateOrderOf(text)
  if (order) column[order]++
  const sign = decimalSignOf(text)
  if (sign) column[sign]++
}

export const DATE_FIELDS: readonly ImportField[] = [
  'date',
  'start_time',
  'end_date',
  'end_time',
  'start_date',
]
export const NUMBER_FIELDS: readonly ImportField[] = [
  'hours',
  'rate',
  'amount',
  'exchange_rate',
  'estimated_hours',
  'budget',
]

const among = (fields: readonly (ImportField | null)[], wanted: readonly ImportField[]) => {
  return (_: ColumnFacts, index: number): boolean => {
    const field = fields[index]
    return field !== null && field !== undefined && wanted.includes(field)
  }
}

/** The order in which all date columns can be read; null if they tell nothing, or contradict each other. */
export function dateOrderIn(
  columns: readonly ColumnFacts[],
  fields: readonly (ImportField | null)[],
): DateOrder | null {
  const dates = columns.filter(among(fields, DATE_FIELDS))
  const dayFirst = dates.some((column) => column.day_first > 0)
  const monthFirst = dates.some((column) => column.month_first > 0)
  if (dayFirst === monthFirst) return null
  return dayFirst ? 'day_first' : 'month_first'
}

/** True if the person has to choose the order. */
export const asksDateOrder = (
  columns: readonly ColumnFacts[],
  fields: readonly (ImportField | null)[],
): boolean => {
  const dates = columns.filter(among(fields, DATE_FIELDS))
  return (
    dateOrderIn(columns, fields) === null &&
    dates.some((column) => column.either + column.day_first + column.month_first > 0)
  )
}

/** The sign that most figures need; null if none tells. */
export function decimalSignIn(
  columns: readonly ColumnFacts[],
  fields: readonly (ImportField | null)[],
): DecimalSign | null {
  const figures = columns.filter(among(fields, NUMBER_FIELDS))
  const commas = figures.reduce((sum, { comma }) => sum + comma, 0)
  const points = figures.reduce((sum, { point }) => sum + point, 0)
  if (commas === points) return null
  return commas > points ? 'comma' : 'point'
}
