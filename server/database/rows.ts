import { Column, is, SQL, Subquery } from 'drizzle-orm'
import type { NodePgSession } from 'drizzle-orm/node-postgres'
import { writtenOut } from './written-out.ts'

type Fields = NonNullable<Parameters<NodePgSession<never, never>['prepareQuery']>[1]>
type Field = Fields[number]['field']

/** What reads a column's value, in Drizzle's own words. */
interface Decoder {
  mapFromDriverValue(value: unknown): unknown
}

interface Entry {
  name: string
  decoder: Decoder
}

/** Reads rows as Drizzle does, which would find out again for every value how to read it. */
export class RowReader {
  readonly #entries: Entry[]
  readonly #read: (values: unknown[]) => Record<string, unknown>

  constructor(entries: Entry[]) {
    this.#entries = entries
    this.#read = writtenOut(
      entries.map(({ name, decoder }, from) => ({
        name,
        from,
        nullStays: true,
        make: decoder.mapFromDriverValue.bind(decoder),
      })),
    )
  }

  /** The same statement may be read under other names, and into other kinds of values. */
  reads(entries: Entry[]): boolean {
    return this.#entries.every((entry, index) => isSame(entry, entries[index]))
  }

  readonly all = (rows: unknown[][]): Record<string, unknown>[] => rows.map(this.#read)
}

const isSame = (one: Entry, other: Entry | undefined): boolean =>
  one.name === other?.name &&
  (one.decoder === other.decoder ||
    (!is(one.decoder, Column) && one.decoder.mapFromDriverValue === other.decoder.mapFromDriverValue))

/** What a row of these fields has, or nothing where Drizzle nests them. */
export function entriesOf(fields: Fields | undefined): Entry[] | undefined {
  if (!fields?.every(({ path }) => path.length === 1)) return undefined
  return fields.map(({ path: [name = ''], field }) => ({ name, decoder: decoderOf(field) }))
}

function decoderOf(field: Field): Decoder {
  if (is(field, Column)) return field
  const expression = is(field, SQL) ? field : is(field, Subquery) ? field._.sql : field.sql
  return (expression as unknown as { decoder: Decoder }).decoder
}
