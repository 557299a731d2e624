import type { Context } from '../context.ts'
import type { Parameters } from './params.ts'

export interface Endpoint {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  parameters: Parameters<{ expand?: string[] | undefined }>
  handle(context: Context, ids: string[], parameters: unknown): object
}

/** Binds a handler to the type that its own parameters parse to. */
export function endpoint<T extends { expand?: string[] | undefined }>(
  method: Endpoint['method'],
  path: string,
  parameters: Parameters<T>,
  handle: (context: Context, parameters: T, id: string) => object,
): Endpoint {
  return {
    method,
    path,
    parameters,
    handle: (context, ids, parsed) => handle(context, parsed as T, ids[0] ?? ''),
  }
}
