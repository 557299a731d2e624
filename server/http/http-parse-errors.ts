import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ErrorBody } from '#core/errors.ts'

const RESPONSES: Record<string, [status: number, message: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'The headers of this request are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long'],
}

/** Node could not parse the request, so Fastify never sees it. The response goes out on the socket, which is then closed. */
export function answerUnparsable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const [status, message] = RESPONSES[error.code ?? ''] ?? [400, 'The request could not be read']
  const body = JSON.stringify({ error: message, code: 'invalid_request' } satisfies ErrorBody)
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
