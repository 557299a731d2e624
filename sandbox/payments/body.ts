import type { IncomingMessage } from 'node:http'

export class BodyTooLarge extends Error {}

export async function readBody(request: IncomingMessage, limit = 1_000_000): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size <= limit) chunks.push(chunk)
  }
  // Only now: a connection whose request was read halfway cannot be used again.
  if (size > limit) throw new BodyTooLarge('The request body is too large')
  return Buffer.concat(chunks).toString('utf8')
}
