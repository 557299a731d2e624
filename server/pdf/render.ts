import { FairQueue, type QueueLimits } from './queue.ts'
import { type RenderJob, Thread } from './thread.ts'

const LIMITS: QueueLimits = { atOnce: 2, waitingPerAccount: 5, waiting: 100, jobMilliseconds: 30_000 }
const IDLE_MILLISECONDS = 60_000

/** Renders PDFs in worker threads, which are started on demand and ended when idle. */
export class PdfRenderer {
  readonly #queue: FairQueue<Buffer>
  readonly #idle: Thread[] = []
  #ending: NodeJS.Timeout | undefined

  constructor(limits: Partial<QueueLimits> = {}) {
    this.#queue = new FairQueue({ ...LIMITS, ...limits })
  }

  render(account: number, module: URL, data: unknown): Promise<Buffer> {
    const job: RenderJob = { module: module.href, data }
    return this.#queue.add(account, async ({ signal, begin }) => {
      const thread = this.#take()
      try {
        await thread.ready
        begin()
        return await thread.render(job, signal)
      } finally {
        if (thread.isAlive) this.#keep(thread)
      }
    })
  }

  #take(): Thread {
    const thread = this.#idle.pop()
    return thread?.isAlive ? thread : thread ? this.#take() : new Thread()
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

/**
 * Renders the data with the module's `document` function. The data is copied to another thread, so it has to be plain
 * values, and only those that the document shows.
 */
export const renderPdf = (
  { accountId }: { accountId: number },
  module: URL,
  data: unknown,
): Promise<Buffer> => renderer.render(accountId, module, data)
