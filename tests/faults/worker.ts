import { setTimeout } from 'node:timers/promises'
import type { SeededRandom } from '#core/seeded-random.ts'
import type { Answer } from '#tests/people.ts'
import type { Books } from './books.ts'
import type { Change, Trace } from './change.ts'

/** Longer than all limits of the app together: a call that takes longer hangs. */
const ANSWER_TIMEOUT_MS = 75_000

export interface Tally {
  acknowledged: number
  /** Answered 503, or not at all: it may have been made or not. */
  unanswered: number
  /** The part of those that had been made. */
  madeUnanswered: number
  refusedByPlan: number
  /** Answers that must never be given. */
  faults: string[]
  /** Is told how long each acknowledged write took. */
  onAcknowledged(milliseconds: number): void
}

export const newTally = (): Tally => ({
  acknowledged: 0,
  unanswered: 0,
  madeUnanswered: 0,
  refusedByPlan: 0,
  faults: [],
  onAcknowledged: () => undefined,
})

export type FindTrace = (trace: Trace) => Promise<boolean>

/** Makes one change after another, and keeps books of what was acknowledged. */
export abstract class Worker {
  readonly books: Books
  readonly random: SeededRandom
  readonly tally: Tally
  #pending: Change | undefined

  constructor(books: Books, random: SeededRandom, tally: Tally) {
    this.books = books
    this.random = random
    this.tally = tally
  }

  /** Once, before anything fails. */
  abstract prepare(): Promise<void>
  protected abstract next(): Change

  /** Until it is told to stop, or a change was not acknowledged. */
  async run(isWorking: () => boolean, pause?: () => Promise<void>): Promise<void> {
    while (isWorking() && !this.#pending) {
      await this.make(this.next())
      await pause?.()
    }
  }

  protected async make(change: Change): Promise<void> {
    const started = performance.now()
    const answer = await send(change)
    if (answer && isDone(answer)) {
      this.tally.onAcknowledged(performance.now() - started)
      this.#enter(change, answer.body, 1)
    } else if (answer?.status === 403 && change.limited) this.tally.refusedByPlan += 1
    else {
      this.#pending = change
      this.tally.unanswered += 1
      this.#checkRefusal(change, answer)
    }
  }

  /** Finds out what became of the change that was not acknowledged, and repeats it as a client would. */
  async settle(find: FindTrace): Promise<void> {
    const change = this.#pending
    if (!change) return
    this.#pending = undefined
    const made = await find(change.trace)
    if (made) this.tally.madeUnanswered += 1
    if (made && change.repeated === 'never') return this.#enter(change, undefined, 1)
    const answer = await sendWhenAllowed(change)
    if (made && typeof change.repeated === 'number') {
      if (answer?.status === change.repeated) this.#enter(change, undefined, 1)
      else this.#fault(change, answer, `was made, so its repetition should be ${change.repeated}`)
    } else if (answer && isDone(answer)) {
      this.#enter(change, answer.body, made && change.repeated === 'again' ? 2 : 1)
    } else if (!made && answer?.status === 403 && change.limited) this.tally.refusedByPlan += 1
    else this.#fault(change, answer, made ? 'was made, but not repeated' : 'could not be repeated')
  }

  #enter(change: Change, body: Answer['body'], times: number): void {
    const { account, activity, followedBy = [], mails = [], key } = change
    change.enter(body)
    this.books.addActivity(account, activity, times)
    for (const type of followedBy) this.books.addActivity(account, type)
    for (const subject of mails) this.books.addMail(account, subject)
    if (key) this.books.keys.add(`${account} ${key}`)
    this.books.acknowledge()
    this.tally.acknowledged += 1
  }

  /** No answer, or 503 with `Retry-After`: anything else is a fault. */
  #checkRefusal(change: Change, answer: Answer | undefined): void {
    if (!answer) return
    if (answer.status !== 503 && answer.status !== 429)
      this.#fault(change, answer, 'was neither done nor refused for now')
    else if (!answer.headers.has('retry-after')) this.#fault(change, answer, 'has no Retry-After')
  }

  #fault({ method, path }: Change, answer: Answer | undefined, why: string): void {
    const what = answer ? `${answer.status} ${JSON.stringify(answer.body).slice(0, 200)}` : 'no answer'
    this.tally.faults.push(`${method} ${path} ${why}: ${what}`)
  }
}

const isDone = ({ status }: Answer) => status === 200 || status === 201

/** An upload that a killed server or database left unfinished counts as one in progress for a while. */
async function sendWhenAllowed(change: Change): Promise<Answer | undefined> {
  for (let attempt = 1; ; attempt++) {
    const answer = await send(change)
    if (answer?.status !== 429 || attempt === MAX_ATTEMPTS) return answer
    await setTimeout(Number(answer.headers.get('retry-after')) * 1000)
  }
}

const MAX_ATTEMPTS = 5

/** Nothing if the connection broke. */
async function send({ by, method, path, body, content, key }: Change): Promise<Answer | undefined> {
  const headers = {
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(content && { 'content-type': 'application/octet-stream' }),
    ...(key && { 'idempotency-key': key }),
  }
  const payload = content ? new Uint8Array(content) : body === undefined ? undefined : JSON.stringify(body)
  try {
    const response = await by.fetch(path, {
      method,
      headers,
      ...(payload !== undefined && { body: payload }),
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    })
    const text = await response.text()
    return { status: response.status, body: text && JSON.parse(text), headers: response.headers }
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError') {
      const body = { error: `no answer in ${ANSWER_TIMEOUT_MS / 1000} s` }
      return { status: 0, body, headers: new Headers() }
    }
    return undefined
  }
}
