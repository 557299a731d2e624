import type { FastifyRequest } from 'fastify'
import type { ByteRange } from '#server/files/store.ts'

/**
 * The requested part of a file (RFC 9110, one range). Undefined for the whole file, also when the file has changed since
 * (`If-Range`); null if there is no such part.
 */
export function rangeOf(
  { method, headers }: Pick<FastifyRequest, 'method' | 'headers'>,
  { size, etag }: { size: number; etag: string },
): ByteRange | null | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(headers.range?.trim() ?? '') ?? []
  if (method !== 'GET' || (first === '' && last === '')) return undefined
  if (headers['if-range'] !== undefined && headers['if-range'] !== etag) return undefined
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined

  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return start <= end ? { start, end } : null
}
