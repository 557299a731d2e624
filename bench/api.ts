import { CALLS, type Call, type Goal } from './calls.ts'
import { round } from './load.ts'
import { Pair, type Side, type Sides } from './pair.ts'
import { KINDS, type Kind, openPlaces, type Places } from './places.ts'
import { CALLERS, fill, LARGE } from './stage.ts'
import { table } from './table.ts'

export interface ApiResult extends Sides {
  database: Kind
  call: string
  /** The floor's requests a second as a multiple of the app's, with all callers at once. */
  times: number | null
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
      const times = floor && round(floor.together.throughput / app.together.throughput)
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
      const found = typeof goal === 'number' ? `the floor does ${times} times as much` : `${app.alone.p50} ms`
      return `${database}: ${call}: ${found}, goal ${goalText(goal)}`
    })

const isMet = ({ app, times, goal }: ApiResult): boolean =>
  typeof goal === 'number' ? times !== null && times <= goal : app.alone.p50 <= goal.milliseconds

const goalText = (goal: Goal): string =>
  typeof goal === 'number' ? goal.toFixed(1) : `${goal.milliseconds} ms`

export function apiTable(results: ApiResult[]): string {
  return table(
    ['call', `${CALLERS} callers /s`, '×', 'goal', '', 'p50 ms', 'p99 ms', 'CPU ms', 'MB'],
    results.map((result) => {
      const { database, call, app, floor, times, goal } = result
      const pair = (of: (side: Side) => number) => (floor ? `${of(app)} / ${of(floor)}` : String(of(app)))
      return [
        `${database}: ${call}`,
        pair(({ together }) => together.throughput),
        times?.toFixed(2) ?? '',
        goalText(goal),
        isMet(result) ? '' : 'missed',
        pair(({ alone }) => alone.p50),
        pair(({ alone }) => alone.p99),
        pair(({ processor }) => processor),
        pair(({ memoryMegabytes }) => memoryMegabytes),
      ]
    }),
  )
}

/** The usual calls on a PostgreSQL server, and how many of all meet their goal. */
export function apiSummary(results: ApiResult[]): string {
  const onServer = results.filter(({ database }) => database === 'server')
  const rows = table(
    ['call', 'ms', 'requests /s', 'floor ÷ app', 'goal'],
    onServer.map(({ call, app, times, goal }) => [
      call,
      String(app.alone.p50),
      String(app.together.throughput),
      times?.toFixed(2) ?? '',
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
