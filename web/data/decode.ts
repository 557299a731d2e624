import { z } from 'zod'
import type { Endpoint } from '#core/endpoint.ts'

/**
 * Reads a response. What a GET returns, often many rows, the server checked when it was stored: only what is another value in
 * code than in JSON (amounts, hours, instants) is converted. The short answers to changes are checked.
 */
export const decodeResponse = ({ method, response }: Endpoint, json: unknown): unknown =>
  method === 'GET' ? converterOf(response)(json) : z.decode(response, json)

type Convert = (value: unknown) => unknown

const converters = new WeakMap<z.core.$ZodType, Convert>()

function converterOf(schema: z.core.$ZodType): Convert {
  const known = converters.get(schema)
  if (known) return known
  const convert = makeConverter(schema) ?? keep
  converters.set(schema, convert)
  return convert
}

const keep: Convert = (value) => value

/** Undefined if the schema contains nothing to convert. */
function makeConverter(schema: z.core.$ZodType): Convert | undefined {
  // Asked first, by name: most fields are plain, and `instanceof` of a schema searches a list.
  if ('type' in schema && PLAIN.includes(schema.type)) return undefined
  if (schema instanceof z.ZodCodec) return makeCodecConverter(schema)
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) {
    const inner = makeConverter(schema.unwrap())
    return inner && ((value) => (value === null || value === undefined ? value : inner(value)))
  }
  if (schema instanceof z.ZodArray) {
    const inner = makeConverter(schema.element)
    return inner && ((value) => listOf(value).map(inner))
  }
  if (schema instanceof z.ZodObject) return makeObjectConverter(schema)
  return (value) => z.decode(schema, value)
}

const PLAIN: unknown[] = [
  'string',
  'number',
  'boolean',
  'enum',
  'literal',
  'null',
  'any',
  'unknown',
  'custom',
]

function makeCodecConverter({ in: encoded, def }: z.ZodCodec): Convert {
  const inner = makeConverter(encoded)
  return (value) => {
    const converted = inner ? inner(value) : value
    return def.transform(converted, { value: converted, issues: [] })
  }
}

function makeObjectConverter({ shape }: z.ZodObject): Convert | undefined {
  const fields = Object.entries(shape).flatMap(([name, field]) => {
    const convert = makeConverter(field)
    return convert ? [{ name, convert }] : []
  })
  if (fields.length === 0) return undefined
  return (value) => {
    const record = copyOf(value)
    for (const { name, convert } of fields) if (name in record) record[name] = convert(record[name])
    return record
  }
}

function listOf(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new TypeError('not a list')
  return value
}

function copyOf(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) throw new TypeError('not a record')
  return { ...value }
}
