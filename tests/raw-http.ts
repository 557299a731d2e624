import { Agent, request as httpRequest } from 'node:http'

/** A request as it goes over the wire: nothing is tidied up on the way, as `fetch` would. */
export interface RawRequest {
  method: string
  path: string
  headers: Record<string, string>
  body: Buffer
}

export interface RawAnswer {
  status: number
  type: string
  /** Headers and body. */
  text: string
  body: string
}

const agent = new Agent({ keepAlive: true })

export function sendRaw(url: string, { method, path, headers, body }: RawRequest): Promise<RawAnswer> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const lengths = body.length > 0 ? { 'content-length': body.length } : {}
    const request = httpRequest(
      { hostname, port, agent, method, path, headers: { ...lengths, ...headers } },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const content = Buffer.concat(chunks).toString()
          resolve({
            status: response.statusCode ?? 0,
            type: response.headers['content-type'] ?? '',
            text: `${response.rawHeaders.join('\n')}\n${content}`,
            body: content,
          })
        })
      },
    )
    request.on('error', reject)
    request.end(body)
  })
}
