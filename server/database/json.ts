import { type Expression, type RawBuilder, sql } from 'kysely'

/** A row as `json_agg` and `to_json` return it: instants are text in JSON. */
export type AsJson<Value> = Value extends Date
  ? string
  : Value extends (infer Item)[]
    ? AsJson<Item>[]
    : Value extends object
      ? { [Key in keyof Value]: AsJson<Value[Key]> }
      : Value

/** The rows of a statement as one value, so that several statements are one. Read them as `AsJson`. */
export const jsonRows = (rows: Expression<unknown>): RawBuilder<unknown> =>
  sql`(select coalesce(json_agg(found), '[]') from (${rows}) found)`
