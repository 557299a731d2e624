import { RateLimited, Unavailable } from '#server/http/errors.ts'

/**
 * Decides whose document is made next. It knows nothing of how one is made.
 *
 * - Accounts take turns, and each has one document in the making at a time: who asks for many waits behind itself.
 * - A document has a time limit of its own. When it is over, only that document is given up.
 */
export interface QueueLimits {
  /** How many documents are made at the same time. */
  atOnce: number
  /** How many documents of one account wait. */
  waitingPerAccount: number
  /** How many documents of all accounts wait. */
  waiting: number
  jobMilliseconds: number
}

/** What a job is given when its turn has come. */
export interface Turn {
  /** Aborted when the time is over: the job then stops at once. */
  signal: AbortSignal
  /** Call it when the work itself begins: its time is counted from there. */
  begin(): void
}

type Run<Result> = (turn: Turn) => Promise<Result>

interface Job<Result> {
  run: Run<Result>
  result: PromiseWithResolvers<Result>
}

const RETRY_AFTER_SECONDS = 5

export class FairQueue<Result> {
  readonly #limits: QueueLimits
  /** In the order in which the accounts have their next turn. */
  readonly #waiting = new Map<number, Job<Result>[]>()
  readonly #served = new Set<number>()

  constructor(limits: QueueLimits) {
    this.#limits = limits
  }

  async add(account: number, run: Run<Result>): Promise<Result> {
    const own = this.#waiting.get(account) ?? []
    if (own.length >= this.#limits.waitingPerAccount) {
      throw new RateLimited(
        RETRY_AFTER_SECONDS,
        'You have asked for too many PDFs at once. Please wait until the others are done.',
        'pdf_limit_reached',
      )
    }
    if (this.#countWaiting() >= this.#limits.waiting) {
      throw new Unavailable('Too many PDFs are being made right now. Please try again in a moment.')
    }
    const job = { run, result: Promise.withResolvers<Result>() }
    this.#waiting.set(account, [...own, job])
    this.#serve()
    return job.result.promise
  }

  #countWaiting(): number {
    return this.#waiting.values().reduce((sum, jobs) => sum + jobs.length, 0)
  }

  #serve(): void {
    while (this.#served.size < this.#limits.atOnce) {
      const account = this.#waiting.keys().find((waiting) => !this.#served.has(waiting))
      if (account === undefined) return
      const [job, ...rest] = this.#waiting.get(account) ?? []
      this.#putLast(account, rest)
      if (job) void this.#run(account, job)
    }
  }

  async #run(account: number, { run, result }: Job<Result>): Promise<void> {
    this.#served.add(account)
    const timeout = new AbortController()
    let timer: NodeJS.Timeout | undefined
    const begin = () => {
      timer ??= setTimeout(() => timeout.abort(), this.#limits.jobMilliseconds)
    }
    try {
      result.resolve(await run({ signal: timeout.signal, begin }))
    } catch (error) {
      result.reject(timeout.signal.aborted ? tookTooLong() : error)
    } finally {
      clearTimeout(timer)
      this.#served.delete(account)
      this.#putLast(account, this.#waiting.get(account) ?? [])
      this.#serve()
    }
  }

  #putLast(account: number, jobs: Job<Result>[]): void {
    this.#waiting.delete(account)
    if (jobs.length > 0) this.#waiting.set(account, jobs)
  }
}

const tookTooLong = () =>
  new Unavailable('This PDF took too long to make, so it was stopped.', { code: 'pdf_timeout' })
