import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ErrorBody } from '#core/errors.ts'

const STATUS: Record<string, [status: number, words: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'The headers of this request are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long'],
}

/** What is not even HTTP never becomes a request: it is answered on the connection itself, which is then closed. */
export function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const [status, words] = STATUS[error.code ?? ''] ?? [400, 'The request could not be read']
  const body = JSON.stringify({ error: words, code: 'invalid_request' } satisfies ErrorBody)
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Connection: close',
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Cache-Control: no-store',
      'X-Content-Type-Options: nosniff',
      '',
      body,
    ].join('\r\n'),
  )
}
