import { EventEmitter } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import { afterCommit, type Database, type Db, type Log } from '#server/database/database.ts'

/** Tells those who watch something that it changed, also in other processes. What it is now, they read themselves. */
export interface Signals {
  /**
   * An expression to return from the statement that changes something. The signal is sent if and only if the transaction
   * commits.
   */
  sending(tx: Db, topic: string): RawBuilder<unknown>
  /** May also be called without a change, when signals may have been lost. Returns what ends it. */
  subscribe(topic: string, changed: () => void): () => void
  close(): Promise<void>
}

declare module '#server/services.ts' {
  interface Services {
    signals: Pick<Signals, 'sending' | 'subscribe'>
  }
}

/** PostgreSQL carries signals between processes. The embedded database has one process only. */
export const openSignals = (database: Database, url: string | undefined, log: Log): Signals =>
  database.kind === 'server' && url ? onServer(url, log) : inProcess()

function inProcess(): Signals {
  const topics = newTopics()
  return {
    sending: (tx, topic) => {
      afterCommit(tx, () => void topics.emit(topic))
      return sql`null`
    },
    subscribe: (topic, changed) => subscribe(topics, topic, changed),
    close: async () => void topics.removeAllListeners(),
  }
}

const CHANNEL = 'daybook_signals'

function onServer(url: string, log: Log): Signals {
  const topics = newTopics()
  const closing = new AbortController()
  let listening: Promise<void> | undefined
  return {
    sending: (_, topic) => sql`pg_notify(${CHANNEL}, ${topic})`,
    subscribe: (topic, changed) => {
      listening ??= listen({ url, log, topics, closed: closing.signal })
      return subscribe(topics, topic, changed)
    },
    close: async () => {
      closing.abort()
      topics.removeAllListeners()
      await listening
    },
  }
}

const newTopics = () => new EventEmitter().setMaxListeners(0)

function subscribe(topics: EventEmitter, topic: string, changed: () => void): () => void {
  topics.on(topic, changed)
  return () => void topics.off(topic, changed)
}

interface Listening {
  url: string
  log: Log
  topics: EventEmitter
  closed: AbortSignal
}

const MIN_DELAY_MS = 500
const MAX_DELAY_MS = 30_000

/** Listens until it is closed, on connections of its own: pooled ones change hands. */
async function listen({ url, log, topics, closed }: Listening): Promise<void> {
  let delay = MIN_DELAY_MS
  while (!closed.aborted) {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'daybook-signals',
      keepAlive: true,
    })
    const { promise: lost, resolve } = Promise.withResolvers<void>()
    const lose = () => resolve()
    client.on('error', lose)
    client.on('end', lose)
    closed.addEventListener('abort', lose)
    client.on('notification', ({ payload = '' }) => topics.emit(payload))
    try {
      await client.connect()
      await client.query(`listen ${CHANNEL}`)
      delay = MIN_DELAY_MS
      for (const topic of topics.eventNames()) topics.emit(topic)
      await lost
    } catch (error) {
      log.warn({ err: error }, 'cannot listen for signals from the database')
    }
    closed.removeEventListener('abort', lose)
    await client.end().catch(() => undefined)
    await setTimeout(delay, undefined, { signal: closed, ref: false }).catch(() => undefined)
    delay = Math.min(2 * delay, MAX_DELAY_MS)
  }
}
