import type { EInvoice, EInvoiceSyntax } from './e-invoice.ts'
import { FairQueue, type QueueLimits, type Turn } from './queue.ts'
import { type RenderJob, Thread } from './thread.ts'

const LIMITS: QueueLimits = {
  atOnce: 2,
  waitingPerAccount: 5,
  waiting: 100,
  waitMilliseconds: 10_000,
  jobMilliseconds: 10_000,
  recentMilliseconds: 60_000,
}
const IDLE_MILLISECONDS = 60_000

/** Renders PDFs in worker threads, which are started on demand and ended when idle. */
export class PdfRenderer {
  readonly #queue: FairQueue<Buffer>
  readonly #idle: Thread[] = []
  #ending: NodeJS.Timeout | undefined

  constructor(limits: Partial<QueueLimits> = {}) {
    this.#queue = new FairQueue({ ...LIMITS, ...limits })
  }

  render(account: number, job: RenderJob, cancel?: AbortSignal): Promise<Buffer> {
    const run = async ({ signal, begin }: Turn) => {
      const thread = this.#take()
      try {
        await thread.ready
        begin()
        return await thread.render(job, signal)
      } finally {
        if (thread.isSpent) this.#replace(thread)
        else if (thread.isAlive) this.#keep(thread)
      }
    }
    return this.#queue.add(account, run, cancel)
  }

  #take(): Thread {
    const thread = this.#idle.pop()
    return thread?.isAlive ? thread : thread ? this.#take() : new Thread()
  }

  /** Starts the next before it ends the last, since they share what is already compiled. */
  #replace(thread: Thread): void {
    const next = new Thread()
    this.#keep(next)
    void next.ready.catch(() => undefined).then(thread.end)
  }

  #keep(thread: Thread): void {
    this.#idle.push(thread)
    clearTimeout(this.#ending)
    this.#ending = setTimeout(() => {
      for (const idle of this.#idle.splice(0)) idle.end()
    }, IDLE_MILLISECONDS).unref()
  }
}

const renderer = new PdfRenderer()

interface Owner {
  accountId: number
  now: Date
  /** Aborted when nobody waits for the document anymore. */
  signal?: AbortSignal | undefined
}

interface PdfOptions {
  files?: Record<string, Uint8Array>
  /** Makes the PDF a Factur-X. */
  eInvoice?: EInvoice | undefined
}

/**
 * Renders the data with a template, a `.typ` file. It is copied to another thread, so it has to be plain values, and only
 * those that the document shows. Files are images that the template draws, by their names in its folder `/files`.
 */
export const renderPdf = (
  { accountId, now, signal }: Owner,
  template: URL,
  data: unknown,
  { files = {}, eInvoice }: PdfOptions = {},
): Promise<Buffer> =>
  renderer.render(
    accountId,
    { template: template.href, data, files, eInvoice: eInvoice ? { invoice: eInvoice, madeAt: now } : null },
    signal,
  )

/** The XML of an e-invoice, from the same threads. */
export const renderEInvoice = (
  { accountId, signal }: Owner,
  invoice: EInvoice,
  syntax: EInvoiceSyntax,
): Promise<Buffer> => renderer.render(accountId, { invoice, syntax }, signal)
