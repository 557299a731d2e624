import { CALLS, type Call, type Goal } from './calls.ts'
import { round } from './load.ts'
import { type Both, Pair, type Side } from './pair.ts'
import { KINDS, type Kind, openPlaces, type Places } from './places.ts'
import { fill, LARGE } from './stage.ts'
import { table } from './table.ts'

export interface ApiResult extends Both<Side> {
  database: Kind
  call: string
  /** The median wait of one caller as a multiple of the floor's. */
  times: number
  goal: Goal
}

type Report = (line: string) => void

export async function measureApi(
  report: Report,
  isSelected: (words: string) => boolean,
): Promise<ApiResult[]> {
  const results: ApiResult[] = []
  for (const kind of KINDS) {
    const calls = CALLS.filter(({ name }) => isSelected(`${kind} ${name}`))
    if (calls.length === 0) continue
    const places = await openPlaces(kind)
    try {
      results.push(...(await measureCalls(places, kind, calls, (what) => report(`api, ${kind}: ${what}`))))
    } finally {
      await places.close()
    }
  }
  return results
}

async function measureCalls(places: Places, kind: Kind, calls: Call[], say: Report): Promise<ApiResult[]> {
  say('filling the books')
  const place = await places.empty()
  const callers = await fill(place, LARGE)
  const pair = await Pair.start(places, place, callers)
  try {
    say('comparing answers')
    await pair.compareAnswers()
    say('warming up')
    await pair.warmUp(calls)
    const results: ApiResult[] = []
    for (const call of calls) {
      say(call.name)
      const { app, floor } = await pair.measure(call)
      const times = round(app.alone.p50 / floor.alone.p50)
      results.push({ database: kind, call: call.name, app, floor, times, goal: call.goal })
    }
    return results
  } finally {
    await pair.stop()
  }
}

export const missedCalls = (results: ApiResult[]): string[] =>
  results
    .filter((result) => !isMet(result))
    .map(({ database, call, app, times, goal }) => {
      const taken = typeof goal === 'number' ? `${times} times the floor` : `${app.alone.p50} ms`
      return `${database}: ${call} takes ${taken}, goal ${goalText(goal)}`
    })

const isMet = ({ app, times, goal }: ApiResult): boolean =>
  typeof goal === 'number' ? times <= goal : app.alone.p50 <= goal.milliseconds

const goalText = (goal: Goal): string =>
  typeof goal === 'number' ? goal.toFixed(1) : `${goal.milliseconds} ms`

export function apiTable(results: ApiResult[]): string {
  const pair = (app: number, floor: number) => `${app} / ${floor}`
  return table(
    ['call', 'p50 ms', '×', 'goal', '', 'p99 ms', '8 callers /s', 'p99 ms', 'CPU ms', 'MB'],
    results.map((result) => {
      const { database, call, app, floor, times, goal } = result
      return [
        `${database}: ${call}`,
        pair(app.alone.p50, floor.alone.p50),
        times.toFixed(2),
        goalText(goal),
        isMet(result) ? '' : 'missed',
        pair(app.alone.p99, floor.alone.p99),
        pair(app.together.throughput, floor.together.throughput),
        pair(app.together.p99, floor.together.p99),
        pair(app.processor, floor.processor),
        pair(app.memoryMegabytes, floor.memoryMegabytes),
      ]
    }),
  )
}

/** The usual calls on a PostgreSQL server, and how many of all meet their goal. */
export function apiSummary(results: ApiResult[]): string {
  const onServer = results.filter(({ database }) => database === 'server')
  const rows = table(
    ['call', 'ms', '× floor', 'goal'],
    onServer.map(({ call, app, times, goal }) => [
      call,
      String(app.alone.p50),
      times.toFixed(2),
      goalText(goal),
    ]),
  )
  return `${rows}\n\n${KINDS.map((kind) => countMet(results, kind)).join(' ')}`
}

function countMet(results: ApiResult[], kind: Kind): string {
  const measured = results.filter(({ database }) => database === kind)
  const met = measured.filter(isMet)
  return `On ${DATABASES[kind]} ${met.length} of ${measured.length} calls meet their goal.`
}

const DATABASES: Record<Kind, string> = { embedded: 'the embedded database', server: 'a PostgreSQL server' }
