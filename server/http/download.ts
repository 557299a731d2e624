import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { withoutAccents } from '#core/text.ts'
import { HttpError } from '#server/errors.ts'
import type { ByteRange } from '#server/files/store.ts'
import { rangeOf } from '#server/http/byte-range.ts'

/** A file as a response. Its name may be any text. */
export type Download = GeneratedDownload | StoredDownload

/** Generated for this request, of the endpoint's media type. */
interface GeneratedDownload {
  name: string
  content: Readable | Buffer | string
}

/** From the file store, of the media type detected from its content. Supports range requests. */
export interface StoredDownload {
  name: string
  type: string
  size: number
  etag: string
  open(range?: ByteRange): Promise<Readable>
}

export async function sendDownload(
  download: Download,
  generatedType: string,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  if ('open' in download) return sendStored(download, request, reply)
  const { name, content } = download
  return reply
    .type(withCharset(generatedType))
    .header('content-disposition', contentDisposition(name))
    .send(content)
}

async function sendStored(
  { name, type, size, etag, open }: StoredDownload,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const range = rangeOf(request, { size, etag })
  if (range === null) {
    reply.header('content-range', `bytes */${size}`)
    throw new HttpError(416, 'The file has no such range', { code: 'invalid_request' })
  }
  const content = await open(range)
  reply.headers({ 'accept-ranges': 'bytes', etag, 'content-disposition': contentDisposition(name) })
  if (!range) return reply.type(withCharset(type)).header('content-length', size).send(content)
  return reply
    .status(206)
    .type(withCharset(type))
    .header('content-length', range.end - range.start + 1)
    .header('content-range', `bytes ${range.start}-${range.end}/${size}`)
    .send(content)
}

const withCharset = (type: string) => (type.startsWith('text/') ? `${type}; charset=utf-8` : type)

/** RFC 6266: the name in ASCII, and in UTF-8 for browsers that read it. */
function contentDisposition(name: string): string {
  const safe = safeFileName(name)
  const ascii = withoutAccents(safe)
    .replace(/[–—]/g, '-')
    .replace(/[^ -~]/gu, '_')
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encodeRfc5987(safe)}`
}

const MAX_STEM_LENGTH = 120

/** Without characters that a file system refuses or reads as a path. */
export function safeFileName(name: string): string {
  const [, stem = '', extension = ''] = /^(.*?)(\.\w+)?$/su.exec(name) ?? []
  const plain = stem
    .toWellFormed()
    .replace(/[\p{Control}\p{Format}]/gu, '')
    .replace(/[/\\:*?"<>|%;]/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+/, '')
  const start = [...plain].slice(0, MAX_STEM_LENGTH).join('')
  return (start.replace(/(?<![. ])[. ]+$/, '') || 'Daybook') + extension
}

const encodeRfc5987 = (text: string): string =>
  encodeURIComponent(text).replace(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
