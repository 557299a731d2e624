import { CALLS, type Call } from './calls.ts'
import { round } from './load.ts'
import { type Both, Pair, type Side } from './pair.ts'
import { KINDS, type Kind, openPlaces, type Places } from './places.ts'
import { fill, LARGE, recordCalls, type Scale } from './stage.ts'
import { table } from './table.ts'

const SCALES: Scale[] = [{ name: '1 account', accounts: 1 }, { name: '200 accounts', accounts: 200 }, LARGE]

/** How many times as long as the floor's a caller's wait may be, by the median. */
const GOALS = { read: 1.3, change: 1.5 }

export interface ApiResult extends Both<Side> {
  database: Kind
  scale: string
  call: string
  changes: boolean
  statements: number
  /** Of the median times alone, and of the throughputs together. */
  times: { alone: number; together: number }
  reached: boolean
}

type Report = (line: string) => void

export async function measureApi(report: Report, wanted: (words: string) => boolean): Promise<ApiResult[]> {
  const results: ApiResult[] = []
  for (const kind of KINDS) {
    const scales = SCALES.map((scale) => ({
      scale,
      calls: CALLS.filter(({ name }) => wanted(`${kind} ${scale.name} ${name}`)),
    })).filter(({ calls }) => calls.length > 0)
    if (scales.length === 0) continue
    const places = await openPlaces(kind)
    try {
      for (const { scale, calls } of scales) {
        const say = (what: string) => report(`api, ${kind}, ${scale.name}: ${what}`)
        const measured = await measureScale(places, scale, calls, say)
        results.push(...measured.map((result) => ({ database: kind, scale: scale.name, ...result })))
      }
    } finally {
      await places.close()
    }
  }
  return results
}

async function measureScale(
  places: Places,
  scale: Scale,
  calls: Call[],
  say: Report,
): Promise<Omit<ApiResult, 'database' | 'scale'>[]> {
  say('filling the books')
  const place = await places.empty()
  const callers = await fill(place, scale)
  const recorded = await recordCalls(place, callers)
  const pair = await Pair.start(places, place, callers, recorded)
  try {
    say('warming up')
    await pair.warmUp()
    const results = []
    for (const call of calls) {
      say(call.name)
      const statements = recorded.get(call.name)?.[0]?.flatMap((stretch) => stretch.statements).length ?? 0
      results.push({ ...judge(call, await pair.measure(call)), statements })
    }
    return results
  } finally {
    await pair.stop()
  }
}

function judge({ name, changes }: Call, { app, floor }: Both<Side>) {
  const times = {
    alone: round(app.alone.p50 / floor.alone.p50),
    together: round(floor.together.throughput / app.together.throughput),
  }
  const reached = times.alone <= (changes ? GOALS.change : GOALS.read)
  return { call: name, changes, app, floor, times, reached }
}

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
      (app.processor / floor.processor).toFixed(2),
      pair(app.memoryMegabytes, floor.memoryMegabytes),
      reached ? '' : 'missed',
    ]),
  )
}
