import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** A file for whoever called, whole or as it is being made. */
export interface Download {
  /** In words as people write them; whatever a file system refuses is left out. */
  name: string
  content: Readable | Buffer | string
  /** Of a stored file, whose type its content told; else it is what the endpoint says. */
  type?: string
  size?: number
}

export function sendDownload(
  { name, content, size, type }: Download,
  usualType: string,
  reply: FastifyReply,
) {
  const media = type ?? usualType
  if (size !== undefined) reply.header('content-length', size)
  return reply
    .type(media.startsWith('text/') ? `${media}; charset=utf-8` : media)
    .header('content-disposition', contentDisposition(name))
    .send(content)
}

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

const LONGEST_STEM = 120

function safeFileName(name: string): string {
  const [, stem = '', extension = ''] = /^(.*?)(\.\w+)?$/su.exec(name) ?? []
  const plain = stem
    .toWellFormed()
    .replace(/[\p{Control}\p{Format}]/gu, '')
    .replace(/[/\\:*?"<>|%;]/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '')
  return ([...plain].slice(0, LONGEST_STEM).join('').trimEnd() || 'Daybook') + extension
}

const encodeRfc5987 = (text: string): string =>
  encodeURIComponent(text).replace(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
