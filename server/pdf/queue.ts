import { RateLimited, Unavailable } from '#server/errors.ts'

export interface QueueLimits {
  /** Documents rendered at the same time. */
  atOnce: number
  /** Documents of one account that may wait. */
  waitingPerAccount: number
  /** Documents of all accounts that may wait. */
  waiting: number
  /** Time that a document waits for its turn. */
  waitMilliseconds: number
  /** Time that a document may take to render. */
  jobMilliseconds: number
  /** For how long an account has rendered lately. */
  recentMilliseconds: number
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
 * Decides whose document is rendered next. Accounts take turns, each with one document at a time. One slot is kept for
 * accounts that have not rendered lately, so that a few busy ones never hold up all others. Each document has its own time
 * limit, after which only that document is stopped.
 */
export class FairQueue<Result> {
  readonly #limits: QueueLimits
  /** In the order of the accounts' next turns. */
  readonly #waiting = new Map<number, Job<Result>[]>()
  /** The accounts whose documents are being rendered, and whether each had rendered lately. */
  readonly #running = new Map<number, boolean>()
  /** End of each account's last document, the earliest first. */
  readonly #lastDone = new Map<number, number>()

  constructor(limits: QueueLimits) {
    this.#limits = limits
  }

  /** A document that still waits when `signal` is aborted is dropped. */
  async add(account: number, run: Run<Result>, signal?: AbortSignal): Promise<Result> {
    if (signal?.aborted) throw cancelled()
    const own = this.#waiting.get(account) ?? []
    if (own.length >= this.#limits.waitingPerAccount) {
      throw new RateLimited(
        RETRY_AFTER_SECONDS,
        'You have requested too many PDFs at once. Please wait until the others are done.',
        'pdf_limit_reached',
      )
    }
    if (this.#countWaiting() >= this.#limits.waiting) {
      throw busy()
    }
    const job = { run, result: Promise.withResolvers<Result>() }
    this.#waiting.set(account, [...own, job])
    const timer = setTimeout(() => this.#drop(account, job, busy()), this.#limits.waitMilliseconds)
    const cancel = () => this.#drop(account, job, cancelled())
    signal?.addEventListener('abort', cancel)
    this.#startNext()
    try {
      return await job.result.promise
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', cancel)
    }
  }

  /** Drops a document, unless it is being rendered. */
  #drop(account: number, job: Job<Result>, reason: Error): void {
    const own = this.#waiting.get(account) ?? []
    if (!own.includes(job)) return
    if (own.length === 1) this.#waiting.delete(account)
    else
      this.#waiting.set(
        account,
        own.filter((other) => other !== job),
      )
    job.result.reject(reason)
  }

  #countWaiting(): number {
    return this.#waiting.values().reduce((sum, jobs) => sum + jobs.length, 0)
  }

  #startNext(): void {
    while (this.#running.size < this.#limits.atOnce) {
      const account = this.#waiting.keys().find((waiting) => this.#mayStart(waiting))
      if (account === undefined) return
      const [job, ...rest] = this.#waiting.get(account) ?? []
      this.#moveToEnd(account, rest)
      if (job) void this.#run(account, job)
    }
  }

  #mayStart(account: number): boolean {
    if (this.#running.has(account)) return false
    if (!this.#hasRenderedLately(account)) return true
    const recent = this.#running.values().filter((isRecent) => isRecent)
    return [...recent].length < Math.max(1, this.#limits.atOnce - 1)
  }

  #hasRenderedLately(account: number): boolean {
    const since = performance.now() - this.#limits.recentMilliseconds
    for (const [done, at] of this.#lastDone) {
      if (at > since) break
      this.#lastDone.delete(done)
    }
    return this.#lastDone.has(account)
  }

  async #run(account: number, { run, result }: Job<Result>): Promise<void> {
    this.#running.set(account, this.#hasRenderedLately(account))
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
      this.#lastDone.delete(account)
      this.#lastDone.set(account, performance.now())
      this.#moveToEnd(account, this.#waiting.get(account) ?? [])
      this.#startNext()
    }
  }

  #moveToEnd(account: number, jobs: Job<Result>[]): void {
    this.#waiting.delete(account)
    if (jobs.length > 0) this.#waiting.set(account, jobs)
  }
}

const busy = () => new Unavailable('Too many PDFs are being made right now. Please try again in a moment.')

/** For a caller who no longer listens. */
const cancelled = () => new Unavailable('This PDF is no longer wanted.')

const timedOut = () =>
  new Unavailable('This PDF took too long to make, so it was stopped.', { code: 'pdf_timeout' })
