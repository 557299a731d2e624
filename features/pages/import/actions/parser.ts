import { on } from 'node:events'
import type { Readable } from 'node:stream'
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'
import type { Context } from '#server/context.ts'
import { BadInput, type HttpError, Unavailable } from '#server/errors.ts'
import type { ReadRow } from '../rules/rows.ts'
import type { ParserMessage, ParserRequest, ParserTask } from './parser-thread.ts'
import type { Contents } from './parsing.ts'

type Parsed = { contents: Contents } | { rows: ReadRow[] }
type Open = () => Promise<Readable>

/** Parses a stored file in another thread, so that requests do not wait for it. */
export function parse({ services }: Context, sha256: string, task: ParserTask): AsyncGenerator<Parsed> {
  return parser.parse(async () => (await services.files.open(sha256)).content, task)
}

/** A thread that sends nothing for so long is stuck in one of its files. */
const PATIENCE_MILLISECONDS = 15_000

/**
 * One thread parses all files. If it gets stuck or ends, each of its files is continued alone, in its turn, in a second
 * thread. A file in which that one gets stuck, too, is given up.
 */
export class Parser {
  readonly #shared: ParserThread
  readonly #apart: ParserThread
  #lastTurn: Promise<void> = Promise.resolve()

  constructor(script: URL, patience = PATIENCE_MILLISECONDS) {
    this.#shared = new ParserThread(script, patience)
    this.#apart = new ParserThread(script, patience)
  }

  async *parse(open: Open, task: ParserTask): AsyncGenerator<Parsed> {
    let left = task
    const parseIn = async function* (thread: ParserThread): AsyncGenerator<Parsed> {
      for await (const part of thread.parse(open, left)) {
        left = taskAfter(left, part)
        yield part
      }
    }
    try {
      return yield* parseIn(this.#shared)
    } catch (error) {
      if (!(error instanceof ThreadLost)) throw error
    }
    const { promise, resolve } = Promise.withResolvers<void>()
    const earlier = this.#lastTurn
    this.#lastTurn = promise
    await earlier
    try {
      yield* parseIn(this.#apart)
    } catch (error) {
      throw error instanceof ThreadLost ? error.answer : error
    } finally {
      resolve()
    }
  }
}

/** Without the rows that were read already. */
function taskAfter(task: ParserTask, part: Parsed): ParserTask {
  if (task.wanted !== 'rows' || !('rows' in part)) return task
  return { ...task, range: { ...task.range, skipped: task.range.skipped + part.rows.length } }
}

class ThreadLost extends Error {
  /** The error for the owner of the file, if it was alone in the thread. */
  readonly answer: HttpError

  constructor(isStuck: boolean) {
    super('the thread that parses files was lost')
    this.answer = isStuck
      ? new BadInput(
          'This file takes too long to read. Look for very long cells, or split it into smaller files.',
        )
      : new Unavailable('The file could not be read. Please try again in a moment.')
  }
}

const MAX_HEAP_MB = 512
const IDLE_MILLISECONDS = 60_000

interface Running {
  worker: Worker
  /** One for each file. */
  ports: Set<MessagePort>
  isStuck: boolean
}

/** Parses several files, each a piece at a time. The thread is started on demand and ended when idle. */
class ParserThread {
  readonly #script: URL
  readonly #patience: number
  #running: Running | undefined
  #tasks = 0
  #ending: NodeJS.Timeout | undefined

  constructor(script: URL, patience: number) {
    this.#script = script
    this.#patience = patience
  }

  /**
   * The thread asks for the file piece by piece. Its messages are handled in order, so it is never more than two pieces
   * ahead of the code that takes the rows.
   */
  async *parse(open: Open, task: ParserTask): AsyncGenerator<Parsed> {
    const content = await open()
    const { port1: port, port2 } = new MessageChannel()
    const messages = on(port, 'message', { close: ['close'] })
    const pieces = content[Symbol.asyncIterator]()
    const running = this.#begin({ task, port: port2 })
    running.ports.add(port)
    const alarm = new Alarm(this.#patience, () => this.#abandon(running))
    let failure: unknown
    const sendPiece = async () => {
      try {
        port.postMessage((await pieces.next()).value ?? null)
        alarm.set()
      } catch (error) {
        failure = error
        port.close()
      }
    }
    port.on('message', (message: ParserMessage) => {
      // After `read` it waits for the next piece.
      if (message === 'read' || message === 'done') alarm.clear()
      else alarm.set()
    })
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
      throw failure ?? new ThreadLost(running.isStuck)
    } finally {
      this.#end()
      running.ports.delete(port)
      port.close()
      alarm.clear()
      content.destroy()
    }
  }

  #begin({ task, port }: ParserRequest): Running {
    clearTimeout(this.#ending)
    this.#tasks++
    this.#running ??= this.#start()
    this.#running.worker.postMessage({ task, port } satisfies ParserRequest, [port])
    return this.#running
  }

  #end(): void {
    if (--this.#tasks > 0) return
    this.#ending = setTimeout(() => this.#stop(), IDLE_MILLISECONDS).unref()
  }

  /** Its ports are closed here, since a thread may be stuck where it cannot be interrupted. */
  #abandon(running: Running): void {
    running.isStuck = true
    this.#forget(running)
    void running.worker.terminate()
    for (const port of running.ports) port.close()
  }

  #stop(): void {
    void this.#running?.worker.terminate()
    this.#running = undefined
  }

  #start(): Running {
    const worker = new Worker(this.#script, { resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB } })
    const running = { worker, ports: new Set<MessagePort>(), isStuck: false }
    const forget = () => this.#forget(running)
    worker.on('error', forget).on('exit', forget).unref()
    return running
  }

  #forget(running: Running): void {
    if (this.#running === running) this.#running = undefined
  }
}

/** Rings some time after it was last set. A message that has arrived by then, while this process was busy, still clears it. */
class Alarm {
  readonly #milliseconds: number
  readonly #ring: () => void
  #timer: NodeJS.Timeout | undefined
  #ringing: NodeJS.Immediate | undefined

  constructor(milliseconds: number, ring: () => void) {
    this.#milliseconds = milliseconds
    this.#ring = ring
  }

  set(): void {
    this.clear()
    this.#timer = setTimeout(() => {
      this.#ringing = setImmediate(this.#ring)
    }, this.#milliseconds)
  }

  clear(): void {
    clearTimeout(this.#timer)
    clearImmediate(this.#ringing)
  }
}

const parser = new Parser(new URL('./parser-thread.ts', import.meta.url))
