import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chmod, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { join, relative, resolve } from 'node:path'
import { json, text } from 'node:stream/consumers'
import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'

/** What the command asks the running Daybook to do. No other process can open its embedded database. */
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
  const running = new Set<Promise<void>>()
  const server = createServer((incoming, outgoing) => {
    const answered = answer(incoming, outgoing, handle, stop.signal).catch((error) =>
      log.error({ err: error }, 'backup or restore request failed'),
    )
    running.add(answered)
    answered.finally(() => running.delete(answered)).catch(() => undefined)
  })
  server.requestTimeout = 0
  // Left by a process that was killed. No other Daybook can be running, since this one has the database open.
  if (!isWindows) await rm(path, { force: true })
  try {
    server.listen(path)
    await once(server, 'listening')
    if (!isWindows) await chmod(path, 0o600)
  } catch (error) {
    log.warn({ err: error, path }, 'backup socket not available: stop Daybook to back up or restore')
  }
  return {
    close: async () => {
      stop.abort(new Error('Daybook was stopped'))
      await Promise.all(running)
      server.closeAllConnections()
      server.close()
    },
  }
}

async function answer(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  handle: BackupRequestHandler,
  stopped: AbortSignal,
): Promise<void> {
  const left = new AbortController()
  outgoing.once('close', () => left.abort(new Error('The caller disconnected')))
  const send = (status: number, reply: z.input<typeof Reply>) =>
    outgoing.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(reply))
  try {
    const request = BackupRequest.parse(await json(incoming))
    send(200, { messages: await handle(request, AbortSignal.any([stopped, left.signal])) })
  } catch (error) {
    send(500, { error: error instanceof Error ? error.message : String(error) })
  }
}

/** The messages of the Daybook that runs on this data directory, or undefined if none does. */
export async function askRunning(
  dataDirectory: string,
  backupRequest: BackupRequest,
): Promise<string[] | undefined> {
  const outgoing = request({ socketPath: socketPath(dataDirectory), method: 'POST', path: '/' })
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
