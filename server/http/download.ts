import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ByteRange } from '#server/files/store.ts'
import { rangeOf } from '#server/http/byte-range.ts'
import { HttpError } from '#server/http/errors.ts'

/** A file for whoever called. */
export type Download = MadeDownload | StoredDownload

interface Named {
  /** In words as people write them; whatever a file system refuses is left out. */
  name: string
}

/** As it is being made, of the type that the endpoint says. */
interface MadeDownload extends Named {
  content: Readable | Buffer | string
}

/** As it is kept, of the type that its content told. A part of it can be asked for, to go on where a download ended. */
export interface StoredDownload extends Named {
  type: string
  size: number
  /** Names the content: the same as long as that is. */
  etag: string
  open(range?: ByteRange): Promise<Readable>
}

export async function sendDownload(
  download: Download,
  usualType: string,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  if ('open' in download) return sendStored(download, request, reply)
  const { name, content } = download
  return reply.type(asMedia(usualType)).header('content-disposition', contentDisposition(name)).send(content)
}

async function sendStored(
  { name, type, size, etag, open }: StoredDownload,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const range = rangeOf(request, { size, etag })
  if (range === null) {
    reply.header('content-range', `bytes */${size}`)
    throw new HttpError(416, 'The file has no such part', { code: 'invalid_request' })
  }
  const content = await open(range)
  reply.headers({ 'accept-ranges': 'bytes', etag, 'content-disposition': contentDisposition(name) })
  if (!range) return reply.type(asMedia(type)).header('content-length', size).send(content)
  return reply
    .status(206)
    .type(asMedia(type))
    .header('content-length', range.end - range.start + 1)
    .header('content-range', `bytes ${range.start}-${range.end}/${size}`)
    .send(content)
}

const asMedia = (type: string) => (type.startsWith('text/') ? `${type}; charset=utf-8` : type)

/** RFC 6266: the name for everybody in ASCII, and as it is for those who read UTF-8. */
function contentDisposition(name: string): string {
  const safe = safeFileName(name)
  const ascii = safe
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[–—]/g, '-')
    .replace(/[^ -~]/gu, '_')
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encodeRfc5987(safe)}`
}

const MAX_STEM_LENGTH = 120

/** Without what a file system refuses, or takes for a place. */
export function safeFileName(name: string): string {
  const [, stem = '', extension = ''] = /^(.*?)(\.\w+)?$/su.exec(name) ?? []
  const plain = stem
    .toWellFormed()
    .replace(/[\p{Control}\p{Format}]/gu, '')
    .replace(/[/\\:*?"<>|%;]/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '')
  return ([...plain].slice(0, MAX_STEM_LENGTH).join('').trimEnd() || 'Daybook') + extension
}

const encodeRfc5987 = (text: string): string =>
  encodeURIComponent(text).replace(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
