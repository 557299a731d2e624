import type { FastifySerializerCompiler } from 'fastify'
import { z } from 'zod'

type Schema = z.core.$ZodTypes
type Encode = (value: unknown) => unknown

/**
 * Makes of a response's schema, once, what turns results into answers: the fields that it names and no others, encoded,
 * each of the kind that it says. Zod would also test every length, range and format again, which held when it was stored.
 */
export const serializerCompiler: FastifySerializerCompiler<z.ZodType> = ({ schema }) => {
  const encode = encoderOf(schema)
  return (result) => {
    try {
      return JSON.stringify(encode(result))
    } catch (error) {
      if (error instanceof Misfit) z.encode(schema, result)
      throw error
    }
  }
}

/** Zod says better what does not fit. */
class Misfit extends Error {}

function encoderOf(type: z.core.$ZodType): Encode {
  const schema = type as Schema
  const { def } = schema._zod
  switch (def.type) {
    case 'object':
      return objectEncoder(def.shape)
    case 'array':
      return arrayEncoder(encoderOf(def.element))
    case 'nullable':
      return orElse(null, encoderOf(def.innerType))
    case 'optional':
      return orElse(undefined, encoderOf(def.innerType))
    case 'pipe':
      return codecEncoder(def)
    case 'string':
    case 'number':
    case 'boolean':
      return that((value) => typeof value === def.type)
    case 'date':
      return that((value) => value instanceof Date)
    case 'enum':
    case 'literal': {
      const values: ReadonlySet<unknown> = schema._zod.values ?? new Set()
      return that((value) => values.has(value))
    }
    default:
      return (value) => z.encode(schema, value)
  }
}

function that(fits: (value: unknown) => boolean): Encode {
  return (value) => {
    if (!fits(value)) throw new Misfit()
    return value
  }
}

function objectEncoder(shape: Readonly<Record<string, z.core.$ZodType>>): Encode {
  const fields = Object.entries(shape).map(([name, schema]) => [name, encoderOf(schema)] as const)
  return (value) => {
    if (typeof value !== 'object' || value === null) throw new Misfit()
    const encoded: Record<string, unknown> = {}
    for (const [name, encode] of fields) encoded[name] = encode((value as Record<string, unknown>)[name])
    return encoded
  }
}

function arrayEncoder(encode: Encode): Encode {
  return (value) => {
    if (!Array.isArray(value)) throw new Misfit()
    return value.map(encode)
  }
}

const orElse =
  (nothing: null | undefined, encode: Encode): Encode =>
  (value) =>
    value === nothing ? nothing : encode(value)

function codecEncoder({ in: outer, out: inner, reverseTransform }: z.core.$ZodPipeDef): Encode {
  const [encodeInner, encodeOuter] = [encoderOf(inner), encoderOf(outer)]
  if (!reverseTransform) return (value) => encodeOuter(encodeInner(value))
  return (value) => {
    const encoded = encodeInner(value)
    return encodeOuter(reverseTransform(encoded, { value: encoded, issues: [] }))
  }
}
