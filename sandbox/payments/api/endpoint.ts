import type { z } from 'zod'
import type { Context } from '../context.ts'

export interface Endpoint {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  parameters: z.ZodType
  handle(context: Context, id: string, parameters: unknown): object
}

/** Binds a handler to the type that its own parameters parse to. */
export function endpoint<T>(
  method: Endpoint['method'],
  path: string,
  parameters: z.ZodType<T>,
  handle: (context: Context, parameters: T, id: string) => object,
): Endpoint {
  return {
    method,
    path,
    parameters,
    handle: (context, id, parsed) => handle(context, parsed as T, id),
  }
}

const DEFAULT_LIMIT = 10

/** Newest first, like the real API. */
export function listed(url: string, objects: object[], limit = DEFAULT_LIMIT) {
  return {
    object: 'list',
    data: objects.toReversed().slice(0, limit),
    has_more: objects.length > limit,
    url,
  }
}
