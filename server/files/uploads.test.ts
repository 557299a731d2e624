import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { endpoints, FileContent } from '#core/endpoint.ts'
import { readSettings } from '#server/config/settings.ts'
import { NotSignedIn } from '#server/errors.ts'
import { answerErrors } from '#server/http/error-responses.ts'
import { describeApi } from '#server/http/openapi.ts'
import { type BodyTimeouts, enforceBodyTimeouts } from '#server/http/request-timeouts.ts'
import { type RouteDependencies, registerRoutes, routes } from '#server/http/routes.ts'
import { storedDownload } from '#server/http/stored-download.ts'
import { createLog } from '#server/observability/logging.ts'
import { startBucket } from '#tests/bucket.ts'
import { openFiles } from './files.ts'
import type { FileStore } from './store.ts'

const api = endpoints({
  put: {
    method: 'POST',
    path: '/api/files',
    access: 'public',
    summary: 'Store a file',
    upload: { limitBytes: 5_000_000 },
    response: z.object({ sha256: z.string(), size: z.number(), type: z.string() }),
    status: 201,
  },
  get: {
    method: 'GET',
    path: '/api/files/{sha256}',
    access: 'public',
    summary: 'A file',
    params: z.object({ sha256: z.string() }),
    query: z.object({ size: z.coerce.number() }),
    download: 'application/octet-stream',
    response: FileContent,
  },
  slow: {
    method: 'GET',
    path: '/api/slow',
    access: 'public',
    summary: 'A file that is made until nobody waits for it',
    download: 'text/plain',
    response: FileContent,
  },
  closed: {
    method: 'POST',
    path: '/api/closed',
    access: 'account',
    summary: 'For nobody',
    upload: { limitBytes: 5_000_000 },
    response: z.object({}),
  },
  json: {
    method: 'POST',
    path: '/api/json',
    access: 'public',
    summary: 'Not a file',
    body: z.object({ text: z.string() }),
    response: z.object({ text: z.string() }),
  },
})

const directory = mkdtempSync(join(tmpdir(), 'daybook-uploads-'))
const leftovers = () => readdirSync(join(directory, 'files/incoming'))
let app: FastifyInstance
let url: string
const making = Promise.withResolvers<AbortSignal>()

async function start(files: FileStore, timeouts?: BodyTimeouts): Promise<FastifyInstance> {
  const server = Fastify({ requestTimeout: 0 })
  server.setValidatorCompiler(validatorCompiler)
  server.setSerializerCompiler(serializerCompiler)
  answerErrors(server)
  enforceBodyTimeouts(server, timeouts)
  server.decorateRequest('ownOrigin', '')
  await server.register(cookie)
  await describeApi(server)
  const parts = {
    clock: { now: () => new Date() },
    services: { files },
    limits: {},
    authenticate: {
      account: async () => {
        throw new NotSignedIn()
      },
    },
  }
  const handlers = routes(api, {
    put: (_, { body }) => files.put(body, { limitBytes: 5_000_000 }),
    get: (ctx, { params, query }) =>
      storedDownload(ctx, { ...params, ...query, type: 'text/plain', name: 'Über “alles”.txt\r\nX-Evil: 1' }),
    slow: async ({ signal }) => {
      if (!signal) throw new Error('a download has a signal')
      making.resolve(signal)
      await once(signal, 'abort')
      return { name: 'late.txt', content: '' }
    },
    closed: () => ({}),
    json: (_, { body }) => body,
  })
  registerRoutes(server, handlers, parts as unknown as RouteDependencies)
  await server.listen({ port: 0, host: '127.0.0.1' })
  return server
}

const portOf = (server: FastifyInstance) => (server.server.address() as AddressInfo).port
const files = openFiles(readSettings({ DATA_DIRECTORY: directory }), createLog({ logLevel: 'silent' }))

beforeAll(async () => {
  app = await start(files)
  url = `http://127.0.0.1:${portOf(app)}`
})
afterAll(async () => {
  await app.close()
  rmSync(directory, { recursive: true, force: true })
})

const post = (body: BodyInit, path = '/api/files') => fetch(`${url}${path}`, { method: 'POST', body })

test('a download that is being made learns that its connection has closed', async () => {
  const caller = new AbortController()
  const answer = fetch(`${url}/api/slow`, { signal: caller.signal }).catch(() => 'closed')
  const signal = await making.promise
  expect(signal.aborted).toBe(false)
  caller.abort()
  await once(signal, 'abort')
  expect(await answer).toBe('closed')
})

describe('an upload', () => {
  test('passes the limit of other bodies, and comes back as an attachment that nothing runs', async () => {
    const content = randomBytes(4_000_000)
    const answer = await post(content)
    expect(answer.status).toBe(201)
    const stored = (await answer.json()) as { sha256: string; size: number }
    expect(stored.size).toBe(4_000_000)
    const back = await fetch(`${url}/api/files/${stored.sha256}?size=${stored.size}`)
    expect(back.headers.get('content-length')).toBe('4000000')
    expect(back.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(back.headers.get('content-disposition')).toMatch(
      /^attachment; filename="[ -~]+"; filename\*=UTF-8''\S+$/,
    )
    expect(back.headers.get('x-evil')).toBeNull()
    expect(content.equals(Buffer.from(await back.arrayBuffer()))).toBe(true)
  })

  test.each([
    ['any type', new Blob(['text'], { type: 'application/json' })],
    ['no type', new Blob(['text'])],
    ['nothing in it', new Blob([])],
  ])('may have %s', async (_, blob) => {
    const answer = await post(blob)
    expect(answer.status).toBe(201)
    expect(await answer.json()).toMatchObject({ size: blob.size })
  })

  test('that says it is too large is refused before it comes', async () => {
    const request = httpRequest(`${url}/api/files`, {
      method: 'POST',
      headers: { 'content-length': 5_000_001 },
    })
    request.on('error', () => undefined)
    request.flushHeaders()
    const [response] = await once(request, 'response')
    expect(response.statusCode).toBe(413)
    request.destroy()
  })

  test('that turns out to be too large is refused, and leaves nothing behind', async () => {
    const request = httpRequest(`${url}/api/files`, { method: 'POST' })
    request.on('error', () => undefined)
    request.write(randomBytes(3_000_000))
    request.end(randomBytes(3_000_000))
    const [response] = await once(request, 'response')
    expect(response.statusCode).toBe(413)
    response.resume()
    expect(leftovers()).toEqual([])
  })

  test('without a session is refused', async () => {
    expect((await post(new Blob(['text']), '/api/closed')).status).toBe(401)
  })

  test('that is interrupted leaves nothing behind', async () => {
    const put = Promise.withResolvers<unknown>()
    const server = await start({
      ...files,
      put: (content, options) => {
        const stored = files.put(content, options)
        stored.then(put.resolve, put.resolve)
        return stored
      },
    })
    const request = httpRequest(`http://127.0.0.1:${portOf(server)}/api/files`, {
      method: 'POST',
      headers: { 'content-length': 4_000_000 },
    })
    request.on('error', () => undefined)
    request.write(randomBytes(1_000_000), () => request.destroy())
    expect(await put.promise).toBeInstanceOf(Error)
    expect(leftovers()).toEqual([])
    await server.close()
  })

  test('is described', async () => {
    const { paths } = (await (await fetch(`${url}/api/openapi.json`)).json()) as {
      paths: Record<string, { post: { requestBody: unknown } }>
    }
    expect(paths['/api/files']?.post.requestBody).toMatchObject({
      content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
    })
  })

  test('is not what other calls take', async () => {
    expect((await post(randomBytes(10), '/api/json')).status).toBe(415)
  })
})

describe('a body that never arrives', () => {
  /** Resolves when the server ends or resets the connection. */
  const closed = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve))

  const begin = async (server: FastifyInstance, path: string) => {
    const socket = connect(portOf(server), '127.0.0.1')
    socket.on('error', () => undefined).resume()
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
    )
    await closed(socket)
  }

  test('is disconnected, for JSON and uploads', async () => {
    const server = await start(files, { wholeMilliseconds: 20, stallMilliseconds: 20 })
    await begin(server, '/api/json')
    await begin(server, '/api/files')
    await begin(server, '/api/closed')
    await server.close()
    await expect.poll(leftovers).toEqual([])
  })

  test('of an upload that comes byte by byte loses it too', async () => {
    const server = await start(files, { wholeMilliseconds: 60_000, stallMilliseconds: 200 })
    const socket = connect(portOf(server), '127.0.0.1')
    socket.on('error', () => undefined).resume()
    socket.write('POST /api/files HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n')
    const trickle = setInterval(() => socket.write('x'), 5)
    await closed(socket)
    clearInterval(trickle)
    await server.close()
    await expect.poll(leftovers).toEqual([])
  })

  test('of an upload may take longer than others in all', async () => {
    const server = await start(files, { wholeMilliseconds: 1, stallMilliseconds: 60_000 })
    const request = httpRequest(`http://127.0.0.1:${portOf(server)}/api/files`, { method: 'POST' })
    request.write('a')
    // The other body is cut off in the meantime.
    await begin(server, '/api/json')
    request.end('b')
    const [response] = await once(request, 'response')
    expect(response.statusCode).toBe(201)
    response.resume()
    await server.close()
  })
})

describe('a download', () => {
  const content = randomBytes(3_000_000)

  /** From a store of its own, be it a disk or a bucket. */
  async function stored(store: FileStore) {
    const server = await start(store)
    onTestFinished(() => server.close())
    const base = `http://127.0.0.1:${portOf(server)}/api/files`
    const { sha256, size } = (await (await fetch(base, { method: 'POST', body: content })).json()) as {
      sha256: string
      size: number
    }
    return async (headers: Record<string, string>) => {
      const response = await fetch(`${base}/${sha256}?size=${size}`, { headers })
      return { response, body: Buffer.from(await response.arrayBuffer()), etag: `"${sha256}"` }
    }
  }

  async function bucketStore(): Promise<FileStore> {
    const bucket = await startBucket()
    onTestFinished(bucket.stop)
    const keys = { S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' }
    const settings = readSettings({
      DATA_DIRECTORY: directory,
      S3_BUCKET: 'b',
      S3_ENDPOINT: bucket.url,
      ...keys,
    })
    return openFiles(settings, createLog({ logLevel: 'silent' }))
  }

  test.each([
    ['disk', async () => files],
    ['a bucket', bucketStore],
  ])('from %s that broke off goes on where it ended', async (_, store) => {
    const download = await stored(await store())
    const whole = await download({})
    expect(whole.response.status).toBe(200)
    expect(whole.response.headers.get('accept-ranges')).toBe('bytes')
    expect(whole.response.headers.get('etag')).toBe(whole.etag)

    const rest = await download({ range: 'bytes=1000000-', 'if-range': whole.etag })
    expect(rest.response.status).toBe(206)
    expect(rest.response.headers.get('content-range')).toBe('bytes 1000000-2999999/3000000')
    expect(rest.response.headers.get('content-length')).toBe('2000000')
    expect(content.subarray(1_000_000).equals(rest.body)).toBe(true)
    const end = await download({ range: 'bytes=-10' })
    expect(content.subarray(-10).equals(end.body)).toBe(true)
  })

  test('of another file starts again, and a range past the end is refused', async () => {
    const download = await stored(files)
    const other = await download({ range: 'bytes=1000000-', 'if-range': '"something else"' })
    expect(other.response.status).toBe(200)
    expect(content.equals(other.body)).toBe(true)
    const beyond = await download({ range: 'bytes=3000000-' })
    expect(beyond.response.status).toBe(416)
    expect(beyond.response.headers.get('content-range')).toBe('bytes */3000000')
    expect(JSON.parse(beyond.body.toString())).toEqual({
      error: 'The file has no such range',
      code: 'invalid_request',
    })
  })
})
