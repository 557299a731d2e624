import { RateLimited, Unavailable } from '#server/errors.ts'

export interface QueueLimits {
  /** How many documents are rendered at the same time. */
  atOnce: number
  /** How many documents of one account wait. */
  waitingPerAccount: number
  /** How many documents of all accounts wait. */
  waiting: number
  jobMilliseconds: number
}

/** Passed to a job when its turn comes. */
export interface Turn {
  /** Aborted when the time limit is over: the job must stop at once. */
  signal: AbortSignal
  /** Starts the time limit. */
  begin(): void
}

type Run<Result> = (turn: Turn) => Promise<Result>

interface Job<Result> {
  run: Run<Result>
  result: PromiseWithResolvers<Result>
}

const RETRY_AFTER_SECONDS = 5

/**
 * Decides whose document is rendered next. Accounts take turns, each with one document at a time. Each document has its
 * own time limit, after which only that document is stopped.
 */
export class FairQueue<Result> {
  readonly #limits: QueueLimits
  /** In the order of the accounts' next turns. */
  readonly #waiting = new Map<number, Job<Result>[]>()
  readonly #running = new Set<number>()

  constructor(limits: QueueLimits) {
    this.#limits = limits
  }

  async add(account: number, run: Run<Result>): Promise<Result> {
    const own = this.#waiting.get(account) ?? []
    if (own.length >= this.#limits.waitingPerAccount) {
      throw new RateLimited(
        RETRY_AFTER_SECONDS,
        'You have requested too many PDFs at once. Please wait until the others are done.',
        'pdf_limit_reached',
      )
    }
    if (this.#countWaiting() >= this.#limits.waiting) {
      throw new Unavailable('Too many PDFs are being made right now. Please try again in a moment.')
    }
    const job = { run, result: Promise.withResolvers<Result>() }
    this.#waiting.set(account, [...own, job])
    this.#startNext()
    return job.result.promise
  }

  #countWaiting(): number {
    return this.#waiting.values().reduce((sum, jobs) => sum + jobs.length, 0)
  }

  #startNext(): void {
    while (this.#running.size < this.#limits.atOnce) {
      const account = this.#waiting.keys().find((waiting) => !this.#running.has(waiting))
      if (account === undefined) return
      const [job, ...rest] = this.#waiting.get(account) ?? []
      this.#moveToEnd(account, rest)
      if (job) void this.#run(account, job)
    }
  }

  async #run(account: number, { run, result }: Job<Result>): Promise<void> {
    this.#running.add(account)
    const timeout = new AbortController()
    let timer: NodeJS.Timeout | undefined
    const begin = () => {
      timer ??= setTimeout(() => timeout.abort(), this.#limits.jobMilliseconds)
    }
    try {
      result.resolve(await run({ signal: timeout.signal, begin }))
    } catch (error) {
      result.reject(timeout.signal.aborted ? timedOut() : error)
    } finally {
      clearTimeout(timer)
      this.#running.delete(account)
      this.#moveToEnd(account, this.#waiting.get(account) ?? [])
      this.#startNext()
    }
  }

  #moveToEnd(account: number, jobs: Job<Result>[]): void {
    this.#waiting.delete(account)
    if (jobs.length > 0) this.#waiting.set(account, jobs)
  }
}

const timedOut = () =>
  new Unavailable('This PDF took too long to make, so it was stopped.', { code: 'pdf_timeout' })
