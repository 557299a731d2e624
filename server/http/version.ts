import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import type { IfMatch } from '#core/endpoint.ts'
import { BadInput, Conflict } from '#server/errors.ts'

const ENTITY_TAG = /^(?:W\/)?"([\x21\x23-\x7e\x80-\xff]*)"$/
const MAX_VERSION = 2 ** 31 - 1

/** Matches no record: versions begin with 1. */
const NO_VERSION = 0

/** Reads an `If-Match` header. Proxies weaken tags when they compress, so a weak tag counts like a strong one. */
export function ifMatchOf(header: string | undefined): IfMatch {
  if (header === undefined || header === '*') return null
  const tag = ENTITY_TAG.exec(header)?.[1]
  if (tag === undefined) throw new BadInput('If-Match must be * or one version in quotes, such as "3"')
  return /^\d+$/.test(tag) && Number(tag) <= MAX_VERSION ? Number(tag) : NO_VERSION
}

/** The place of the version in responses of versioned endpoints. */
interface VersionedResponse {
  version?: number
  invoice_version?: number
  invoice?: { version: number }
}

/** The `ETag` of a response; a deleted record has none, nor one that is not there. */
export function entityTagOf(answer: unknown): string | undefined {
  const { version, invoice_version, invoice } = (answer ?? {}) as VersionedResponse
  const found = version ?? invoice_version ?? invoice?.version
  return found === undefined ? undefined : `"${found}"`
}

/** For a `where`: a row that has another version by now is not found. */
export const atVersion = (ifMatch: IfMatch): RawBuilder<SqlBool> =>
  ifMatch === null ? sql`true` : sql`version = ${ifMatch}`

export const isStale = ({ version }: { version: number }, ifMatch: IfMatch): boolean =>
  ifMatch !== null && ifMatch !== version

/** Refuses a change that is based on another version than the current one. Call it while the row is locked. */
export function requireVersion<Schema extends z.ZodType<{ version: number }>>(
  noun: string,
  schema: Schema,
  current: z.output<Schema>,
  ifMatch: IfMatch,
): void {
  if (isStale(current, ifMatch)) refuseStale(noun, schema, current)
}

export function refuseStale<Schema extends z.ZodType>(
  noun: string,
  schema: Schema,
  current: z.output<Schema>,
): never {
  throw new Conflict(`This ${noun} has changed since you opened it`, {
    code: 'version_conflict',
    current: z.encode(schema, current),
  })
}
