import { type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'

type Fields = { field: object }[]

/** A part of Drizzle's dialect that its types keep to itself. */
interface Inside {
  buildSelection(fields: Fields, options?: { isSingleTable?: boolean }): SQL
}

interface Written {
  fields: Fields
  isSingleTable: boolean
  selection: SQL
}

/** More for one first column are made by queries that are another each time. */
const MOST_OF_ONE_COLUMN = 10

/** Drizzle writes the columns of a query anew each time: here the same ones are written once. */
export function createDialect(): PgDialect {
  const dialect = new PgDialect()
  const inside = dialect as unknown as Inside
  const build = inside.buildSelection.bind(dialect)
  const known = new WeakMap<object, Written[]>()

  inside.buildSelection = (fields, { isSingleTable = false } = {}) => {
    const [first] = fields
    if (!first) return build(fields, { isSingleTable })
    const alike = known.get(first.field) ?? []
    const found = alike.find((one) => one.isSingleTable === isSingleTable && haveSame(one.fields, fields))
    if (found) return found.selection
    const built = build(fields, { isSingleTable })
    const { sql: text, params } = dialect.sqlToQuery(built)
    if (params.length > 0 || alike.length === MOST_OF_ONE_COLUMN) return built
    const selection = sql.raw(text)
    known.set(first.field, [...alike, { fields, isSingleTable, selection }])
    return selection
  }
  return dialect
}

const haveSame = (one: Fields, other: Fields): boolean =>
  one.length === other.length && one.every(({ field }, index) => field === other[index]?.field)
