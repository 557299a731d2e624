import {
  type CsvAmount,
  type CsvCell,
  csvHours,
  csvHundredths,
  csvMoney,
  csvQuantity,
  csvTaxRate,
} from '#core/csv.ts'
import { fromMinorUnits } from '#core/money.ts'
import { type ColumnKind, type CountKind, columnsOf, type ExportedNoun } from './nouns.ts'

const COUNTS: Record<CountKind, (count: number) => CsvAmount> = {
  hours: csvHours,
  quantity: csvQuantity,
  percent: csvHundredths,
  'tax rate': csvTaxRate,
}

type ExportedValue = string | number | boolean | Date | null
export type ExportedRow = Record<string, ExportedValue>

const isMoney = (kind: ColumnKind): kind is 'money' | 'home money' =>
  kind === 'money' || kind === 'home money'
const currencyOf = (kind: ColumnKind, { currency, home_currency }: ExportedRow): string =>
  String(kind === 'money' ? currency : home_currency)

export const csvCells = (noun: ExportedNoun, row: ExportedRow): CsvCell[] =>
  columnsOf(noun).map(([name, kind]) => {
    const value = row[name] ?? null
    if (value instanceof Date) return value.toISOString()
    if (typeof value !== 'number') return value
    if (isMoney(kind)) return csvMoney(value, currencyOf(kind, row))
    return kind === 'plain' ? value : COUNTS[kind](value)
  })

/** As in the API. */
export const jsonRow = (noun: ExportedNoun, row: ExportedRow): ExportedRow =>
  Object.fromEntries(
    columnsOf(noun).map(([name, kind]) => {
      const value = row[name] ?? null
      if (typeof value !== 'number') return [name, value]
      if (isMoney(kind)) return [name, fromMinorUnits(value, currencyOf(kind, row))]
      return [name, kind === 'plain' ? value : COUNTS[kind](value).value]
    }),
  )
