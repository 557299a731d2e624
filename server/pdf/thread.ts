import { Worker } from 'node:worker_threads'
import { Unavailable } from '#server/errors.ts'
import type { EInvoice, EInvoiceSyntax } from './e-invoice.ts'

interface PdfJob {
  /** A `.typ` file. */
  template: string
  data: unknown
  /** By the names under which the template finds them in `/files`. */
  files: Record<string, Uint8Array>
  /** Embedded into the PDF. */
  eInvoice: { invoice: EInvoice; madeAt: Date } | null
}

/** An e-invoice without PDF. */
interface XmlJob {
  invoice: EInvoice
  syntax: EInvoiceSyntax
}

export type RenderJob = PdfJob | XmlJob

export type ThreadMessage =
  | 'ready'
  | { content: Uint8Array<ArrayBuffer>; isSpent: boolean }
  | { error: string }

const MAX_HEAP_MB = 512

/** A worker thread that renders one document at a time. */
export class Thread {
  readonly #worker = new Worker(new URL('./worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  })
  #answer = Promise.withResolvers<ThreadMessage>()
  readonly ready: Promise<unknown> = this.#answer.promise
  isAlive = true
  /** It has taken so much memory that another should follow. */
  isSpent = false

  constructor() {
    this.#worker.unref()
    this.#worker.on('message', (message: ThreadMessage) => this.#answer.resolve(message))
    this.#worker.on('error', (error) => this.#fail(error))
    this.#worker.on('exit', () => this.#fail())
    // It may end while no document is being rendered.
    this.#answer.promise.catch(() => undefined)
  }

  async render(job: RenderJob, signal: AbortSignal): Promise<Buffer> {
    this.#answer = Promise.withResolvers()
    signal.addEventListener('abort', this.end, { once: true })
    this.#worker.postMessage(job)
    try {
      const answer = await this.#answer.promise
      if (typeof answer === 'object' && 'content' in answer) {
        this.isSpent = answer.isSpent
        return Buffer.from(answer.content.buffer)
      }
      // A failed thread is in an unknown state.
      this.end()
      throw new Error(`a PDF could not be rendered: ${answer === 'ready' ? answer : answer.error}`)
    } finally {
      signal.removeEventListener('abort', this.end)
    }
  }

  readonly end = (): void => {
    this.isAlive = false
    void this.#worker.terminate()
  }

  #fail(cause?: unknown): void {
    this.isAlive = false
    const error = new Unavailable('The PDF could not be made. Please try again in a moment.')
    error.cause = cause
    this.#answer.reject(error)
  }
}
