import { on } from 'node:events'
import { MessageChannel, Worker } from 'node:worker_threads'
import type { Context } from '#server/context.ts'
import { BadInput, Unavailable } from '#server/errors.ts'
import type { ReadRow } from '../rules/rows.ts'
import type { ParserMessage, ParserRequest, ParserTask } from './parser-thread.ts'
import type { Contents } from './parsing.ts'

/**
 * Parses a stored file in another thread, so that requests do not wait for it. The thread asks for the file piece by piece.
 * Its messages are handled in order, so it is never more than two pieces ahead of whoever takes the rows.
 */
export async function* parse(
  { services }: Context,
  sha256: string,
  task: ParserTask,
): AsyncGenerator<{ contents: Contents } | { rows: ReadRow[] }> {
  const { content } = await services.files.open(sha256)
  const { port1: port, port2 } = new MessageChannel()
  const messages = on(port, 'message', { close: ['close'] })
  const pieces = content[Symbol.asyncIterator]()
  let failure: unknown = new Unavailable('The file could not be read. Please try again in a moment.')
  const sendPiece = async () => {
    try {
      port.postMessage((await pieces.next()).value ?? null)
    } catch (error) {
      failure = error
      port.close()
    }
  }
  thread.begin({ task, port: port2 })
  try {
    for await (const [data] of messages) {
      const message: ParserMessage = data
      if (message === 'done') return
      if (message === 'read') void sendPiece()
      else if ('refusal' in message) throw new BadInput(message.refusal)
      else if ('error' in message) throw new Error(`a file could not be parsed: ${message.error}`)
      else yield message
    }
    // The port also closes if the thread ends.
    throw failure
  } finally {
    thread.end()
    port.close()
    content.destroy()
  }
}

const MAX_HEAP_MB = 512
const IDLE_MILLISECONDS = 60_000

/** One thread parses all files, each a piece at a time. It is started on demand and ended when idle. */
class ParserThread {
  #worker: Worker | undefined
  #tasks = 0
  #ending: NodeJS.Timeout | undefined

  begin({ task, port }: ParserRequest): void {
    clearTimeout(this.#ending)
    this.#tasks++
    this.#worker ??= this.#start()
    this.#worker.postMessage({ task, port } satisfies ParserRequest, [port])
  }

  end(): void {
    if (--this.#tasks > 0) return
    this.#ending = setTimeout(() => this.#stop(), IDLE_MILLISECONDS).unref()
  }

  #stop(): void {
    void this.#worker?.terminate()
    this.#worker = undefined
  }

  #start(): Worker {
    const worker = new Worker(new URL('./parser-thread.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    })
    const forget = () => {
      if (this.#worker === worker) this.#worker = undefined
    }
    worker.on('error', forget).on('exit', forget).unref()
    return worker
  }
}

const thread = new ParserThread()
