import type { FastifySerializerCompiler } from 'fastify'
import { z } from 'zod'

/**
 * Encodes a response by its schema: the fields of the schema and no others. Only types are checked. Lengths, ranges and
 * formats were checked when the values were stored; checking them again would make a list take a quarter longer.
 */
export const serializerCompiler: FastifySerializerCompiler<z.ZodType> = ({ schema }) => {
  let types: z.core.$ZodType | undefined
  return (result) => {
    types ??= withoutChecks(schema)
    return JSON.stringify(z.encode(types, result))
  }
}

function withoutChecks(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries(schema.shape)
    return z.object(Object.fromEntries(fields.map(([name, field]) => [name, withoutChecks(field)])))
  }
  if (schema instanceof z.ZodArray) return z.array(withoutChecks(schema.element))
  if (schema instanceof z.ZodNullable) return z.nullable(withoutChecks(schema.unwrap()))
  if (schema instanceof z.ZodOptional) return z.optional(withoutChecks(schema.unwrap()))
  if (schema instanceof z.ZodPipe)
    return schema.clone({ ...schema.def, in: withoutChecks(schema.in), out: withoutChecks(schema.out) })
  if (schema instanceof z.ZodString || schema instanceof z.ZodStringFormat) return z.string()
  if (schema instanceof z.ZodNumber) return z.number()
  return schema
}
