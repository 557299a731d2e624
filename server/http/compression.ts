import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Endpoint } from '#core/endpoint.ts'
import { isSecret } from '#core/schemas.ts'

/** Shorter responses fit into one packet. */
const LEAST_BYTES = 1024
/** The highest, which is the default, takes fifty times as long for a tenth less. */
const BROTLI_QUALITY = 4

/** Compresses the JSON of endpoints that ask for it. Files and events are sent as they come, and pages that are the same for all are compressed once. */
export async function compressResponses(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    global: false,
    threshold: LEAST_BYTES,
    customTypes: /^application\/json/,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
  })
}

/**
 * A compressed response beside text that another person can choose tells by its length how alike they are, so one that
 * contains a secret is not compressed.
 */
export const mayCompress = ({ method, response }: Endpoint): boolean =>
  method === 'GET' && !containsSecret(response)

function containsSecret(schema: z.core.$ZodType): boolean {
  if (isSecret(schema)) return true
  if (schema instanceof z.ZodObject) return Object.values(schema.shape).some(containsSecret)
  if (schema instanceof z.ZodArray) return containsSecret(schema.element)
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
    return containsSecret(schema.unwrap())
  if (schema instanceof z.ZodUnion) return schema.options.some(containsSecret)
  if (schema instanceof z.ZodPipe) return containsSecret(schema.in)
  return false
}
