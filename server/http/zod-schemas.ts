import type { FastifyInstance } from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import { serializerCompiler } from './serialize.ts'

const unused = (): never => {
  throw new Error('Schemas are written in Zod')
}

/** Option of an app: Fastify loads no compilers of JSON Schema. */
export const noJsonSchemas = { compilersFactory: { buildValidator: unused, buildSerializer: unused } }

export function compileZodSchemas(app: FastifyInstance): void {
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
}
