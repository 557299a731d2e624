import { setTimeout as delay } from 'node:timers/promises'
import { Visitor } from '#tests/people.ts'
import { until } from './until.ts'
import { workAWhile } from './work.ts'
import type { World } from './world.ts'

export interface Outage {
  seconds: number
  begin(): Promise<void>
  end(): Promise<void>
  /**
   * Nobody answers at all, rather than refusing: a call waits until the app gives its connection up, or the database
   * is back.
   */
  hangs: boolean
}

const CALLERS = 4
const ANSWER_TIMEOUT_MS = 75_000
const RECOVERY_SECONDS = 90
/** The app's own limits: for a connection, and then for an answer on it. */
const MAX_WAIT_SECONDS = 50

/** PostgreSQL goes away under load and comes back: everybody is told to come again, and nothing has to be restarted. */
export async function sitOut(world: World, { seconds, begin, end, hangs }: Outage): Promise<void> {
  const { part, report, workers, books } = world
  let working = true
  const enough = books.more(30)
  const work = Promise.all(workers.map((worker) => worker.run(() => working)))
  await enough
  await begin()
  report.progress(part, `gone for ${seconds} s`)
  let gone = true
  const answers = new Answers()
  const callers = [
    ask(world, answers, '/healthz', () => gone),
    ask(world, answers, '/readyz', () => gone),
    ...Array.from({ length: CALLERS }, () => ask(world, answers, '/api/clients', () => gone)),
  ]
  await delay(seconds * 1000)
  gone = false
  await end()
  await Promise.all(callers)
  working = false
  await work

  report.check(part, '/healthz stays 200', answers.other('/healthz', [200]))
  report.check(part, '/readyz says 503', answers.other('/readyz', [503]))
  const mustBeRefused = !hangs || seconds > MAX_WAIT_SECONDS
  report.check(
    part,
    'calls answer 503, never 500',
    mustBeRefused ? answers.other('/api/clients', [503]) : answers.but('/api/clients', [503, 200]),
  )
  report.check(part, 'each 503 says when to come again', answers.withoutRetryAfter)
  report.check(part, 'no call hangs', answers.hung)
  report.note(`${part}: ${answers.summary()}`)

  const back = await until(
    async () => (await fetch(`${world.app.url}/readyz`)).status === 200,
    RECOVERY_SECONDS,
  )
  report.check(part, 'it recovers by itself', back && world.app.isRunning ? [] : [world.app.lastWords()])
  await world.settle()
  await world.check('after it came back')
  await workAWhile(world, 60)
  await world.settle()
  await world.check('at work again')
  const sent = await until(async () => (await world.freshMailsUnsent()) === 0, RECOVERY_SECONDS)
  report.check(part, 'jobs go on: mails that were queued since are sent', sent ? [] : [world.app.lastWords()])
}

async function ask(world: World, answers: Answers, path: string, isGone: () => boolean): Promise<void> {
  const [account] = world.people
  const visitor = path.startsWith('/api') && account ? account.person : new Visitor(world.app.url)
  while (isGone()) {
    const started = performance.now()
    try {
      const response = await visitor.fetch(path, { signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) })
      await response.text()
      // A request from the outage that was answered after it says nothing about it.
      if (isGone() || response.status !== 200) answers.add(path, response, performance.now() - started)
    } catch (error) {
      answers.hung.push(`${path}: ${error instanceof Error ? error.message : error}`)
    }
    await delay(20)
  }
}

class Answers {
  readonly hung: string[] = []
  readonly withoutRetryAfter: string[] = []
  readonly #seen = new Map<string, { times: number; longest: number }>()

  add(path: string, { status, headers }: Response, milliseconds: number): void {
    const key = `${path} ${status}`
    const { times, longest } = this.#seen.get(key) ?? { times: 0, longest: 0 }
    this.#seen.set(key, { times: times + 1, longest: Math.max(longest, milliseconds) })
    if (status === 503 && !headers.has('retry-after')) this.withoutRetryAfter.push(key)
  }

  /** Other answers than these; or that there was none of them. */
  other(path: string, statuses: number[]): string[] {
    const seen = statuses.some((status) => this.#seen.has(`${path} ${status}`))
    return seen ? this.but(path, statuses) : [`${path} never answered ${statuses}`]
  }

  but(path: string, statuses: number[]): string[] {
    return [...this.#seen.keys()]
      .filter((key) => key.startsWith(`${path} `))
      .filter((key) => !statuses.some((status) => key === `${path} ${status}`))
  }

  summary(): string {
    return [...this.#seen]
      .map(([key, { times, longest }]) => `${key} ${times} times, the slowest in ${Math.round(longest)} ms`)
      .join('; ')
  }
}
