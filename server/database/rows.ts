import { Column, is, SQL, Subquery } from 'drizzle-orm'
import type { NodePgSession } from 'drizzle-orm/node-postgres'

type Fields = NonNullable<Parameters<NodePgSession<never, never>['prepareQuery']>[1]>
type Field = Fields[number]['field']
type Mapper = (rows: unknown[][]) => Record<string, unknown>[]

/** What reads a column's value, in Drizzle's own words. */
interface Decoder {
  mapFromDriverValue(value: unknown): unknown
}

/** Reads rows as Drizzle does, which would find out again for every value how to read it. */
export function mapperOf(fields: Fields | undefined): Mapper | undefined {
  if (!fields?.every(({ path }) => path.length === 1)) return undefined
  const columns = fields.map(({ path: [name = ''], field }) => ({ name, decoder: decoderOf(field) }))
  return (rows) =>
    rows.map((values) => {
      const row: Record<string, unknown> = {}
      columns.forEach(({ name, decoder }, index) => {
        const value = values[index]
        row[name] = value === null ? null : decoder.mapFromDriverValue(value)
      })
      return row
    })
}

function decoderOf(field: Field): Decoder {
  if (is(field, Column)) return field
  const expression = is(field, SQL) ? field : is(field, Subquery) ? field._.sql : field.sql
  return (expression as unknown as { decoder: Decoder }).decoder
}
