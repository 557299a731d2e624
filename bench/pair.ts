import { CALLS, type Call, type Caller, type Request } from './calls.ts'
import { type Child, startChild } from './child.ts'
import { type Measured, round, Tally, Target } from './load.ts'
import type { Place, Places } from './places.ts'

const ROUNDS = 4
const ROUND_MILLISECONDS = 200
const WARM_UP_MILLISECONDS = 1000

export interface Side {
  /** One caller after another: how long each waits. */
  alone: Measured
  /** All callers at once: how much gets done. */
  together: Measured
  memoryMegabytes: number
  /** CPU milliseconds per request, including the database only if it is embedded. */
  processor: number
}

type Both<Value> = Record<'app' | 'floor', Value>

/** The floor has the specified calls only. */
export interface Sides {
  app: Side
  floor: Side | null
}

/** The app, and beside it the floor, each with its own copy of the books. */
export class Pair {
  readonly #servers: Both<{ child: Child; target: Target }>
  readonly #callers: Caller[]

  private constructor(app: Child, floor: Child, callers: Caller[]) {
    this.#servers = {
      app: { child: app, target: new Target(app.port) },
      floor: { child: floor, target: new Target(floor.port) },
    }
    this.#callers = callers
  }

  static async start(places: Places, place: Place, callers: Caller[]): Promise<Pair> {
    const copy = await places.copy(place)
    const app = await startChild('serve-app.ts', place)
    return new Pair(app, await startChild('serve-floor.ts', copy), callers)
  }

  /** The comparison is meaningful only if the app returns everything that the floor does. */
  async compareAnswers(): Promise<void> {
    const { app, floor } = this.#servers
    for (const call of CALLS.filter(hasFloor)) {
      for (const request of this.#requests(call)) {
        const [given, least] = [await app.target.send(request), await floor.target.send(request)]
        const missing = findMissing(JSON.parse(given), JSON.parse(least), call.name)
        if (missing) throw new Error(missing)
      }
    }
  }

  #requests({ alone, by }: Call): Request[] {
    return (alone ? this.#callers.slice(0, 1) : this.#callers).map(by)
  }

  async warmUp(calls: Call[]): Promise<void> {
    for (const call of calls) {
      for (const side of sidesOf(call)) {
        const { target } = this.#servers[side]
        await new Tally().fire(target, this.#requests(call), WARM_UP_MILLISECONDS)
      }
    }
  }

  /** In short alternating rounds, so that other load on the machine affects both. */
  async measure(call: Call): Promise<Sides> {
    const tallies = { app: new SideTally(), floor: new SideTally() }
    for (let turn = 0; turn < ROUNDS; turn += 1) {
      for (const side of sidesOf(call)) {
        const { child, target } = this.#servers[side]
        await tallies[side].fire(child, target, this.#requests(call))
      }
    }
    const { app, floor } = this.#servers
    return {
      app: await tallies.app.result(app.child),
      floor: hasFloor(call) ? await tallies.floor.result(floor.child) : null,
    }
  }

  async stop(): Promise<void> {
    for (const { child, target } of Object.values(this.#servers)) {
      target.close()
      await child.stop()
    }
  }
}

export const hasFloor = ({ goal }: Call): boolean => typeof goal === 'number'

/** The first value of the floor's answer that the app's does not have, in words. */
function findMissing(given: unknown, least: unknown, place: string): string | undefined {
  if (typeof least !== 'object' || least === null)
    return given === least ? undefined : `${place}: the app answers ${given}, the floor ${least}`
  if (typeof given !== 'object' || given === null) return `${place}: the app answers ${given}`
  if (Array.isArray(least) && (!Array.isArray(given) || given.length !== least.length))
    return `${place}: the app's list has another length`
  const values = new Map(Object.entries(given))
  for (const [name, value] of Object.entries(least)) {
    const missing = findMissing(values.get(name), value, `${place}, ${name}`)
    if (missing) return missing
  }
  return undefined
}

const sidesOf = (call: Call) => (hasFloor(call) ? (['app', 'floor'] as const) : (['app'] as const))

class SideTally {
  readonly #alone = new Tally()
  readonly #together = new Tally()
  #processor = 0

  async fire(child: Child, target: Target, requests: Request[]): Promise<void> {
    const before = await child.usage()
    await this.#alone.fire(target, requests.slice(0, 1), ROUND_MILLISECONDS)
    await this.#together.fire(target, requests, ROUND_MILLISECONDS)
    this.#processor += (await child.usage()).processor - before.processor
  }

  async result(child: Child): Promise<Side> {
    return {
      alone: this.#alone.result(),
      together: this.#together.result(),
      memoryMegabytes: Math.round((await child.usage()).memory / 1e6),
      processor: round(this.#processor / (this.#alone.count + this.#together.count)),
    }
  }
}
