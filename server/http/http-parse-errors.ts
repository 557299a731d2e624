import type { Socket } from 'node:net'
import type { ErrorBody } from '#core/errors.ts'

const BAD_REQUEST = ['400 Bad Request', 'The request could not be read'] as const
const RESPONSES: Record<string, readonly [status: string, message: string]> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The headers of this request are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long'],
}

/** Node could not parse the request, so Fastify never sees it. The response goes out on the socket, which is then closed. */
export function answerUnparsable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const [status, message] = RESPONSES[error.code ?? ''] ?? BAD_REQUEST
  const body = JSON.stringify({ error: message, code: 'invalid_request' } satisfies ErrorBody)
  socket.end(
    [
      `HTTP/1.1 ${status}`,
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
