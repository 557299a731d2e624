import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** As much of an S3 server as stores, shows and gives objects; it checks what it is sent. */
export interface Bucket {
  url: string
  objects: Map<string, { content: Buffer; type: string }>
  puts: number
  /** Called before each request is answered. */
  beforeAnswer(): Promise<void>
  stop(): Promise<void>
}

export async function startBucket(): Promise<Bucket> {
  const objects: Bucket['objects'] = new Map()
  const bucket = { objects, puts: 0, beforeAnswer: async () => {} }
  const server = createServer(async (request, response): Promise<unknown> => {
    await bucket.beforeAnswer()
    const key = request.url?.split('?')[0] ?? ''
    const found = objects.get(key)
    if (!request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 ')) return response.writeHead(403).end()
    if (request.method === 'PUT') {
      const content = await buffer(request).catch(() => undefined)
      if (content?.length !== Number(request.headers['content-length'])) return response.destroy()
      const sum = createHash('sha256').update(content).digest('base64')
      if (request.headers['x-amz-checksum-sha256'] !== sum) return response.writeHead(400).end()
      objects.set(key, { content, type: request.headers['content-type'] ?? '' })
      bucket.puts++
      return response.writeHead(200).end()
    }
    if (request.method === 'DELETE') {
      objects.delete(key)
      return response.writeHead(204).end()
    }
    if (!found) {
      const body = '<?xml version="1.0"?><Error><Code>NoSuchKey</Code><Message>gone</Message></Error>'
      return response.writeHead(404, { 'content-type': 'application/xml' }).end(body)
    }
    const { content, type } = found
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    const part = start ? content.subarray(Number(start), Number(end) + 1) : content
    response.writeHead(start ? 206 : 200, {
      'content-type': type,
      'content-length': part.length,
      ...(start && { 'content-range': `bytes ${start}-${end}/${content.length}` }),
    })
    return response.end(request.method === 'HEAD' ? undefined : part)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return Object.assign(bucket, {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      server.closeAllConnections()
      server.close()
    },
  })
}
