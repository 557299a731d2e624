import { FairQueue, type QueueLimits } from './queue.ts'
import { type RenderJob, Thread } from './thread.ts'

const LIMITS: QueueLimits = { atOnce: 2, waitingPerAccount: 5, waiting: 100, jobMilliseconds: 30_000 }
const IDLE_MILLISECONDS = 60_000

/** Makes PDFs in threads, which start with the first documents and end when none has come for a while. */
export class Typesetter {
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

const typesetter = new Typesetter()

/**
 * Makes a PDF of the data by the module's `document`, for an account. Data crosses to another thread: plain values
 * only, and no more of them than a document has room for.
 */
export const renderPdf = (
  { accountId }: { accountId: number },
  module: URL,
  data: unknown,
): Promise<Buffer> => typesetter.render(accountId, module, data)
