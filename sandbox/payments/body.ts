import type { IncomingMessage } from 'node:http'

export class BodyTooLarge extends Error {}

export async function readBody(request: IncomingMessage, limit = 1_000_000): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size <= limit) chunks.push(chunk)
  }
  // Rejected only at the end: a connection with a half-read request cannot be reused.
  if (size > limit) throw new BodyTooLarge('The request body is too large')
  return Buffer.concat(chunks).toString('utf8')
}
