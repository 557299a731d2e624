import { on } from 'node:events'
import { type MessagePort, parentPort } from 'node:worker_threads'
import { instantAt } from '#server/config/zoned-time.ts'
import { BadInput } from '#server/errors.ts'
import type { ReadRow, RowReading } from '../rules/rows.ts'
import type { Source } from '../rules/source.ts'
import { type Contents, examine, type RowRange, readRecords } from './parsing.ts'

/** The tasks of this thread. */
export type ParserTask = { source: Source } & (
  | { wanted: 'contents' }
  | { wanted: 'rows'; range: RowRange; reading: Omit<RowReading, 'instantAt'>; timeZone: string }
)

export interface ParserRequest {
  task: ParserTask
  port: MessagePort
}

/**
 * The messages to the port that comes with a task. It is given a piece of the file, or null at its end, for each
 * `read`.
 */
export type ParserMessage =
  | 'read'
  | { contents: Contents }
  | { rows: ReadRow[] }
  | { refusal: string }
  | { error: string }
  | 'done'

parentPort?.on('message', ({ task, port }: ParserRequest) => {
  void carryOut(task, port)
})

async function carryOut(task: ParserTask, port: MessagePort): Promise<void> {
  const send = (message: ParserMessage) => port.postMessage(message)
  try {
    await parse(task, contentFrom(port, send), send)
    send('done')
  } catch (error) {
    if (error instanceof BadInput) send({ refusal: error.message })
    else send({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
}

async function* contentFrom(
  port: MessagePort,
  send: (message: ParserMessage) => void,
): AsyncGenerator<Uint8Array> {
  const messages = on(port, 'message', { close: ['close'] })
  for (;;) {
    send('read')
    const { value, done } = await messages.next()
    if (done) throw new Error('the file is no longer wanted')
    const piece: Uint8Array | null = value[0]
    if (piece === null) return
    yield piece
  }
}

const ROWS_PER_MESSAGE = 100

async function parse(
  task: ParserTask,
  content: AsyncIterable<Uint8Array>,
  send: (message: ParserMessage) => void,
): Promise<void> {
  if (task.wanted === 'contents') {
    send({ contents: await examine(content, task.source) })
    return
  }
  const { source, range, timeZone } = task
  const reading = { ...task.reading, instantAt: (local: string) => instantAt(local, timeZone) }
  let rows: ReadRow[] = []
  for await (const row of readRecords(content, source, range, reading)) {
    rows.push(row)
    if (rows.length < ROWS_PER_MESSAGE) continue
    send({ rows })
    rows = []
  }
  send({ rows })
}
