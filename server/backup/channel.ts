import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chmod, rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join, relative, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { type FastifyBaseLogger, fastify } from 'fastify'
import { z } from 'zod'
import { noJsonSchemas } from '#server/http/zod-schemas.ts'

/** A request from the command line to the running Daybook. No other process can open its embedded database. */
export const BackupRequest = z.discriminatedUnion('verb', [
  z.object({ verb: z.literal('backup'), file: z.string() }),
  z.object({ verb: z.literal('restore'), file: z.string(), replace: z.boolean() }),
])
export type BackupRequest = z.output<typeof BackupRequest>

const Reply = z.union([z.object({ messages: z.array(z.string()) }), z.object({ error: z.string() })])

/** Handles a request and returns messages for the operator. Stops early on the signal. */
export type BackupRequestHandler = (request: BackupRequest, signal: AbortSignal) => Promise<string[]>

export interface Channel {
  close(): Promise<void>
}

/** Listens on a socket in the data directory that only this user can reach. */
export async function openChannel(
  dataDirectory: string,
  handle: BackupRequestHandler,
  log: FastifyBaseLogger,
): Promise<Channel> {
  const path = socketPath(dataDirectory)
  const stop = new AbortController()
  const server = fastify({
    schemaController: noJsonSchemas,
    forceCloseConnections: 'idle',
    requestTimeout: 0,
  })
  server.post('/', async (request, reply): Promise<z.input<typeof Reply>> => {
    const left = new AbortController()
    reply.raw.once('close', () => left.abort(new Error('The caller disconnected')))
    return {
      messages: await handle(BackupRequest.parse(request.body), AbortSignal.any([stop.signal, left.signal])),
    }
  })
  server.setErrorHandler((error, _request, reply) => {
    log.error({ err: error }, 'backup or restore request failed')
    reply.code(500).send({ error: error instanceof Error ? error.message : String(error) })
  })
  // Left by a process that was killed. No other Daybook can be running, since this one has the database open.
  if (!isWindows) await rm(path, { force: true })
  try {
    await server.listen({ path })
    if (!isWindows) await chmod(path, 0o600)
  } catch (error) {
    log.warn({ err: error, path }, 'backup socket not available: stop Daybook to back up or restore')
  }
  return {
    close: async () => {
      stop.abort(new Error('Daybook was stopped'))
      await server.close()
    },
  }
}

/** The messages of the Daybook that runs on this data directory, or undefined if none does. */
export async function askRunning(
  dataDirectory: string,
  backupRequest: BackupRequest,
): Promise<string[] | undefined> {
  const { request } = await import('node:http')
  const headers = { 'content-type': 'application/json' }
  const outgoing = request({ socketPath: socketPath(dataDirectory), method: 'POST', path: '/', headers })
  outgoing.end(JSON.stringify(backupRequest))
  const found = await once(outgoing, 'response').catch((error: NodeJS.ErrnoException) => {
    if (['ENOENT', 'ECONNREFUSED'].includes(error.code ?? '')) return undefined
    throw error
  })
  if (!found) return undefined
  const reply = Reply.parse(JSON.parse(await text(found[0] as IncomingMessage)))
  if ('error' in reply) throw new Error(reply.error)
  return reply.messages
}

const isWindows = process.platform === 'win32'

/** A socket's path is limited to about a hundred characters, so the shorter of the absolute and relative path is used. */
function socketPath(dataDirectory: string): string {
  const path = resolve(dataDirectory, 'daybook.sock')
  if (isWindows) return join('\\\\.\\pipe', `daybook-${createHash('sha256').update(path).digest('hex')}`)
  const fromHere = relative(process.cwd(), path)
  return fromHere.length < path.length ? fromHere : path
}
