import { CALLS, type Call, type Caller, type Request } from './calls.ts'
import { type Child, startChild } from './child.ts'
import { type Measured, round, Tally, Target } from './load.ts'
import type { Place, Places } from './places.ts'
import type { Stretch } from './statements.ts'

const ROUNDS = 4
const ROUND_MILLISECONDS = 200
const WARM_UP_MILLISECONDS = 1000

export interface Side {
  /** One caller after another: how long each waits. */
  alone: Measured
  /** All callers at once: how much gets done. */
  together: Measured
  memoryMegabytes: number
  /** Milliseconds of computing for one request, the database's own only where it is embedded. */
  processor: number
}

export type Both<Value> = Record<'app' | 'floor', Value>

/** The app, and beside it the least that a server does for the same rows. */
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

  static async start(
    places: Places,
    place: Place,
    callers: Caller[],
    recorded: Map<string, Stretch[][]>,
  ): Promise<Pair> {
    const answers = Object.fromEntries(
      [...recorded].flatMap(([call, ofCallers]) =>
        ofCallers.map((stretches, caller) => [floorPath(call, caller), stretches]),
      ),
    )
    const copy = await places.copy(place)
    const app = await startChild('serve-app.ts', place)
    return new Pair(app, await startChild('serve-floor.ts', { ...copy, answers }), callers)
  }

  async warmUp(): Promise<void> {
    for (const call of CALLS) {
      for (const side of SIDES) {
        const { target } = this.#servers[side]
        await new Tally().fire(target, this.#requests(side, call), WARM_UP_MILLISECONDS)
      }
    }
  }

  /** In short rounds, in turn, so that whatever else the machine does meets both. */
  async measure(call: Call): Promise<Both<Side>> {
    const tallies = { app: new SideTally(), floor: new SideTally() }
    for (let turn = 0; turn < ROUNDS; turn += 1) {
      for (const side of SIDES) {
        const { child, target } = this.#servers[side]
        await tallies[side].fire(child, target, this.#requests(side, call))
      }
    }
    const { app, floor } = this.#servers
    return { app: await tallies.app.result(app.child), floor: await tallies.floor.result(floor.child) }
  }

  #requests(side: keyof Both<unknown>, { name, by }: Call): Request[] {
    return this.#callers.map((caller, index) =>
      side === 'app' ? by(caller) : { ...by(caller), path: floorPath(name, index) },
    )
  }

  async stop(): Promise<void> {
    for (const { child, target } of Object.values(this.#servers)) {
      target.close()
      await child.stop()
    }
  }
}

const SIDES = ['app', 'floor'] as const

const floorPath = (call: string, caller: number) => `/${encodeURIComponent(call)}/${caller}`

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
