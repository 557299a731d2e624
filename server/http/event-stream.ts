import { PassThrough } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { RateLimited } from '#server/errors.ts'
import type { AccountId } from '#server/identity/account-id.ts'

/** The source of a stream of server-sent events: its data now, and again after each change. */
export interface Watched<Data> {
  read(): Promise<Data>
  /** Returns what ends it. */
  subscribe(changed: () => void): () => void
}

/** Less than the time after which connections without a byte are closed. */
const HEARTBEAT_MS = 45_000
/** Afterwards the browser connects again, which checks its session. */
const LIFETIME_MS = 15 * 60_000
const MAX_STREAMS_PER_ACCOUNT = 20
const RETRY_SECONDS = 60

export class EventStreams {
  readonly #open = new Map<AccountId, Set<PassThrough>>()

  constructor(app: FastifyInstance) {
    // Otherwise the server would wait for streams to end before it closes.
    app.addHook('preClose', (done) => {
      for (const streams of this.#open.values()) for (const stream of streams) stream.end()
      done()
    })
  }

  /** Ends with the session, of which `session` says whether it is still open. */
  async send<Data>(
    accountId: AccountId,
    session: Watched<boolean>,
    watched: Watched<Data>,
    schema: z.ZodType,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const stream = this.#openFor(accountId)
    reply.type('text/event-stream').header('x-accel-buffering', 'no')
    if (request.method === 'HEAD') {
      stream.destroy()
      return reply.send('')
    }
    let sent: string | undefined
    const write = latestOnly(async () => {
      if (!(await session.read())) return void stream.end()
      const data = JSON.stringify(z.encode(schema, await watched.read()))
      if (data !== sent && stream.writable) stream.write(`data: ${data}\n\n`)
      sent = data
    })
    const changed = () => void write().catch((error) => stream.destroy(error))
    const unsubscribe = [session, watched].map(({ subscribe }) => subscribe(changed))
    const heartbeat = setInterval(() => stream.write(':\n\n'), HEARTBEAT_MS).unref()
    const end = setTimeout(() => stream.end(), LIFETIME_MS).unref()
    stream.once('close', () => {
      for (const end of unsubscribe) end()
      clearInterval(heartbeat)
      clearTimeout(end)
    })
    changed()
    return reply.send(stream)
  }

  #openFor(accountId: AccountId): PassThrough {
    const streams = this.#open.get(accountId) ?? new Set()
    if (streams.size >= MAX_STREAMS_PER_ACCOUNT)
      throw new RateLimited(RETRY_SECONDS, 'Daybook is open in too many windows.')
    const stream = new PassThrough()
    this.#open.set(accountId, streams.add(stream))
    stream.once('close', () => {
      streams.delete(stream)
      if (streams.size === 0) this.#open.delete(accountId)
    })
    return stream
  }
}

/** One run at a time, and one more if it was called meanwhile: the last result is never an older one. */
function latestOnly(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  let again = false
  const start = async (): Promise<void> => {
    do {
      again = false
      await run()
    } while (again)
  }
  return () => {
    again = true
    running ??= start().finally(() => {
      running = undefined
    })
    return running
  }
}
