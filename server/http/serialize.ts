import type { FastifySerializerCompiler } from 'fastify'
import { z } from 'zod'
import { writtenOut } from './written-out.ts'

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
      return (value) => (typeof value === 'string' ? value : misfit())
    case 'number':
      return (value) => (typeof value === 'number' ? value : misfit())
    case 'boolean':
      return (value) => (typeof value === 'boolean' ? value : misfit())
    case 'date':
      return (value) => (value instanceof Date ? value : misfit())
    case 'enum':
    case 'literal': {
      const values: ReadonlySet<unknown> = schema._zod.values ?? new Set()
      return (value) => (values.has(value) ? value : misfit())
    }
    default:
      return (value) => z.encode(schema, value)
  }
}

function misfit(): never {
  throw new Misfit()
}

function objectEncoder(shape: Readonly<Record<string, z.core.$ZodType>>): Encode {
  const encode = writtenOut(
    Object.entries(shape).map(([name, schema]) => ({ name, from: name, make: encoderOf(schema) })),
  )
  return (value) => (typeof value === 'object' && value !== null ? encode(value) : misfit())
}

function arrayEncoder(encode: Encode): Encode {
  return (value) => (Array.isArray(value) ? value.map(encode) : misfit())
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
