import { Worker } from 'node:worker_threads'
import { Unavailable } from '#server/errors.ts'

/**
 * Typesetting takes the processor for a good part of a second, so it has a thread of its own: other requests are
 * answered meanwhile. The thread starts with the first document and ends when none has come for a while.
 */
export interface RenderJob {
  id: number
  /** A module whose `document` makes a PDF's element of the data. */
  module: string
  data: unknown
}

export type RenderResult = { id: number; pdf: Uint8Array } | { id: number; error: string }

const IDLE_MILLISECONDS = 60_000
const LONGEST_MILLISECONDS = 60_000

class Typesetter {
  readonly #waiting = new Map<number, PromiseWithResolvers<Buffer>>()
  #worker: Worker | undefined
  #ending: NodeJS.Timeout | undefined
  #jobs = 0

  async render(module: URL, data: unknown): Promise<Buffer> {
    const job: RenderJob = { id: ++this.#jobs, module: module.href, data }
    const result = Promise.withResolvers<Buffer>()
    this.#waiting.set(job.id, result)
    this.#running().postMessage(job)
    this.#endAfter(LONGEST_MILLISECONDS)
    return result.promise
  }

  #running(): Worker {
    if (this.#worker) return this.#worker
    const worker = new Worker(new URL('./worker.ts', import.meta.url))
    worker.unref()
    worker.on('message', (result: RenderResult) => this.#settle(result))
    worker.on('error', (error) => this.#giveUp(worker, error))
    worker.on('exit', () => this.#giveUp(worker))
    this.#worker = worker
    return worker
  }

  #settle(result: RenderResult): void {
    const waiting = this.#waiting.get(result.id)
    this.#waiting.delete(result.id)
    if ('pdf' in result) waiting?.resolve(Buffer.from(result.pdf.buffer))
    else waiting?.reject(new Error(`a PDF could not be typeset: ${result.error}`))
    this.#endAfter(this.#waiting.size === 0 ? IDLE_MILLISECONDS : LONGEST_MILLISECONDS)
  }

  #endAfter(milliseconds: number): void {
    clearTimeout(this.#ending)
    this.#ending = setTimeout(() => void this.#worker?.terminate(), milliseconds).unref()
  }

  #giveUp(worker: Worker, cause?: unknown): void {
    if (this.#worker !== worker) return
    this.#worker = undefined
    clearTimeout(this.#ending)
    const error = new Unavailable('The PDF could not be made. Please try again in a moment.')
    error.cause = cause
    for (const waiting of this.#waiting.values()) waiting.reject(error)
    this.#waiting.clear()
  }
}

const typesetter = new Typesetter()

/** Makes a PDF of the data by the module's `document`. Data crosses to another thread: plain values only. */
export const renderPdf = (module: URL, data: unknown): Promise<Buffer> => typesetter.render(module, data)
