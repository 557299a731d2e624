import { z } from 'zod'
import type { JsonSchema } from './sound-request.ts'

/** As little of a value as a test has to say. */
export type Given<Value> = Value extends readonly (infer Item)[]
  ? Given<Item>[]
  : Value extends object
    ? { [Name in keyof Value]?: Given<Value[Name]> | undefined }
    : Value

/** On the wire, what is given of a schema, and all else that it requires as if nothing was ever entered. */
export const filled = <Schema extends z.ZodType>(schema: Schema, given?: Given<z.input<Schema>>) =>
  fill(
    z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema,
    given,
  ) as z.input<Schema>

function fill(schema: JsonSchema, given: unknown): unknown {
  const { type, anyOf, items } = schema
  if (anyOf) {
    const isNull = anyOf.some((one) => one.type === 'null') ? given == null : given === null
    const [choice = {}] = anyOf.filter((one) => (one.type === 'null') === isNull)
    return fill(choice, given)
  }
  if (type === 'object' && isRecord(given ?? {})) return fillObject(schema, given as Fields | undefined)
  if (Array.isArray(given) && items) return given.map((item) => fill(items, item))
  return given === undefined ? blankOf(schema) : given
}

type Fields = Record<string, unknown>

function fillObject({ properties = {}, required = [] }: JsonSchema, given: Fields = {}): Fields {
  const names = Object.keys(properties).filter((name) => required.includes(name) || given[name] !== undefined)
  return Object.fromEntries(names.map((name) => [name, fill(properties[name] ?? {}, given[name])]))
}

const isRecord = (value: unknown): value is Fields => typeof value === 'object' && value !== null

const SOME_TIME = '2026-11-15T12:00:00Z'

function blankOf(schema: JsonSchema): unknown {
  const { type, format, minimum = 0 } = schema
  const named = [schema.example, schema.const, schema.enum?.[0]].find((value) => value !== undefined)
  if (named !== undefined) return named
  if (type === 'string') return format === 'date-time' ? SOME_TIME : ''
  if (type === 'integer' || type === 'number') return Math.max(0, minimum)
  if (type === 'boolean') return false
  return type === 'array' ? [] : null
}
