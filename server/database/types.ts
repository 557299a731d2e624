import pg from 'pg'

const { builtins, getTypeParser } = pg.types

/** Amounts and their sums are integers, and have to be exact. */
function toNumber(text: string): number {
  const value = Number(text)
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) throw new RangeError(`${text} is too large`)
  return value
}

const PARSERS = new Map<number, (text: string) => unknown>([
  [builtins.INT8, toNumber],
  [builtins.NUMERIC, toNumber],
  [builtins.DATE, (text) => text],
])

/**
 * Reads values alike on both databases: int8 and numeric as numbers, date as `YYYY-MM-DD` (a calendar date is not an
 * instant), timestamptz as Date, json parsed.
 */
export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser: ((type: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && PARSERS.get(type)) ||
    getTypeParser(type, format as 'text')) as typeof getTypeParser,
}
