import { CALLS, type Call, type Caller, type Request } from './calls.ts'
import { type Child, startChild } from './child.ts'
import { type Measured, round, Tally, Target } from './load.ts'
import { KINDS, type Kind, openPlaces, type Places } from './places.ts'
import { fill, LARGE, recordCalls, type Scale } from './stage.ts'
import { table } from './table.ts'

const SCALES: Scale[] = [{ name: '1 account', accounts: 1 }, { name: '200 accounts', accounts: 200 }, LARGE]

/** How many times as long as the floor's a caller's wait may be, by the median. */
const GOALS = { read: 1.3, change: 1.5 }

const ROUNDS = 4
const ROUND_MILLISECONDS = 120
const WARM_UP_MILLISECONDS = 150

interface Side {
  /** One caller after another: how long she waits. */
  alone: Measured
  /** All callers at once: how much gets done. */
  together: Measured
  memoryMegabytes: number
  /** Milliseconds of computing for one request, the database's own only where it is embedded. */
  processor: number
}

export interface ApiResult {
  database: Kind
  scale: string
  call: string
  changes: boolean
  statements: number
  app: Side
  floor: Side
  /** Of the median times alone, and of the throughputs together. */
  times: { alone: number; together: number }
  reached: boolean
}

type Report = (line: string) => void

export async function measureApi(report: Report, wanted: (words: string) => boolean): Promise<ApiResult[]> {
  const results: ApiResult[] = []
  for (const kind of KINDS) {
    if (!SCALES.some(({ name }) => CALLS.some((call) => wanted(`${kind} ${name} ${call.name}`)))) continue
    const places = await openPlaces(kind)
    try {
      for (const scale of SCALES) {
        const calls = CALLS.filter(({ name }) => wanted(`${kind} ${scale.name} ${name}`))
        if (calls.length > 0) results.push(...(await measureScale(places, kind, scale, calls, report)))
      }
    } finally {
      await places.close()
    }
  }
  return results
}

async function measureScale(
  places: Places,
  kind: Kind,
  scale: Scale,
  calls: Call[],
  report: Report,
): Promise<ApiResult[]> {
  const say = (what: string) => report(`api, ${kind}, ${scale.name}: ${what}`)
  say('filling the books')
  const place = await places.empty()
  const callers = await fill(place, scale)
  const recorded = await recordCalls(place, callers)
  const answers = Object.fromEntries(
    [...recorded].flatMap(([name, stretches]) =>
      stretches.map((stretch, caller) => [`/${encodeURIComponent(name)}/${caller}`, stretch]),
    ),
  )
  const floorPlace = await places.copy(place)
  const children: Child[] = []
  try {
    children.push(await startChild('serve-app.ts', place))
    children.push(await startChild('serve-floor.ts', { ...floorPlace, answers }))
    const [app, floor] = children as [Child, Child]
    const pair = {
      app: { child: app, target: new Target(app.port) },
      floor: { child: floor, target: new Target(floor.port) },
    }

    say('warming up')
    for (const call of CALLS) {
      for (const side of ['app', 'floor'] as const) {
        await new Tally().fire(pair[side].target, requestsOf(side, call, callers), WARM_UP_MILLISECONDS)
      }
    }
    const results: ApiResult[] = []
    for (const call of calls) {
      say(call.name)
      const sides = await measureCall(pair, call, callers)
      const times = {
        alone: ratio(sides.app.alone.p50, sides.floor.alone.p50),
        together: ratio(sides.floor.together.throughput, sides.app.together.throughput),
      }
      results.push({
        database: kind,
        scale: scale.name,
        call: call.name,
        changes: call.changes,
        statements: recorded.get(call.name)?.[0]?.flatMap(({ statements }) => statements).length ?? 0,
        ...sides,
        times,
        reached: times.alone <= (call.changes ? GOALS.change : GOALS.read),
      })
    }
    pair.app.target.close()
    pair.floor.target.close()
    return results
  } finally {
    await Promise.all(children.map((child) => child.stop()))
  }
}

type Pair = Record<'app' | 'floor', { child: Child; target: Target }>

/** In short rounds, in turn, so that whatever else the machine does meets both. */
async function measureCall(
  pair: Pair,
  call: Call,
  callers: Caller[],
): Promise<Record<'app' | 'floor', Side>> {
  const tallies = {
    app: { alone: new Tally(), together: new Tally(), processor: 0 },
    floor: { alone: new Tally(), together: new Tally(), processor: 0 },
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const side of ['app', 'floor'] as const) {
      const { alone, together } = tallies[side]
      const requests = requestsOf(side, call, callers)
      const before = await pair[side].child.usage()
      await alone.fire(pair[side].target, requests.slice(0, 1), ROUND_MILLISECONDS)
      await together.fire(pair[side].target, requests, ROUND_MILLISECONDS)
      tallies[side].processor += (await pair[side].child.usage()).processor - before.processor
    }
  }
  const sideOf = async (side: 'app' | 'floor'): Promise<Side> => ({
    alone: tallies[side].alone.result(),
    together: tallies[side].together.result(),
    memoryMegabytes: Math.round((await pair[side].child.usage()).memory / 1e6),
    processor: round(tallies[side].processor / (tallies[side].alone.count + tallies[side].together.count)),
  })
  return { app: await sideOf('app'), floor: await sideOf('floor') }
}

function requestsOf(side: 'app' | 'floor', { name, by }: Call, callers: Caller[]): Request[] {
  return callers.map((caller, index) => {
    const request = by(caller)
    return side === 'app' ? request : { ...request, path: `/${encodeURIComponent(name)}/${index}` }
  })
}

const ratio = (one: number, other: number): number => Number((one / other).toFixed(2))

export function apiTable(results: ApiResult[]): string {
  const pair = (app: number, floor: number) => `${app} / ${floor}`
  return table(
    ['call', 'p50 ms', '×', 'p99 ms', 'at once /s', '×', 'p99 ms', 'CPU ms', '×', 'MB', ''],
    results.map(({ database, scale, call, app, floor, times, reached }) => [
      `${database}, ${scale}: ${call}`,
      pair(app.alone.p50, floor.alone.p50),
      times.alone.toFixed(2),
      pair(app.alone.p99, floor.alone.p99),
      pair(app.together.throughput, floor.together.throughput),
      times.together.toFixed(2),
      pair(app.together.p99, floor.together.p99),
      pair(app.processor, floor.processor),
      ratio(app.processor, floor.processor).toFixed(2),
      pair(app.memoryMegabytes, floor.memoryMegabytes),
      reached ? '' : 'missed',
    ]),
  )
}
