import type { Request } from './calls.ts'
import { startChild } from './child.ts'
import { type Measured, Tally, Target } from './load.ts'
import { KINDS, type Kind, openPlaces } from './places.ts'
import { fill, LARGE } from './stage.ts'
import { table } from './table.ts'

const MILLISECONDS = 2_000

/** The wait of other accounts while one account requests large reports continuously. */
export interface ReportsResult {
  database: Kind
  call: string
  alone: Measured
  meanwhile: Measured
}

export async function measureReports(
  report: (line: string) => void,
  isSelected: (words: string) => boolean,
): Promise<ReportsResult[]> {
  const results: ReportsResult[] = []
  for (const kind of KINDS) {
    if (!isSelected(kind)) continue
    const say = (what: string) => report(`reports, ${kind}: ${what}`)
    const places = await openPlaces(kind)
    try {
      say('filling the books')
      const place = await places.empty()
      const [caller] = await fill(place, LARGE)
      if (!caller) throw new Error('nobody calls')
      const app = await startChild('serve-app.ts', place)
      const target = new Target(app.port)
      const reports: Request = {
        method: 'GET',
        path: '/api/reports?timeRange=lastyear',
        cookie: caller.cookie,
      }
      for (const path of ['/healthz', '/api/users/me']) {
        say(path)
        const request: Request = { method: 'GET', path, cookie: caller.cookie }
        const [warmUp, alone, meanwhile] = [new Tally(), new Tally(), new Tally()]
        await warmUp.fire(target, [request, reports], MILLISECONDS / 4)
        await alone.fire(target, [request], MILLISECONDS)
        await Promise.all([
          meanwhile.fire(target, [request], MILLISECONDS),
          new Tally().fire(target, [reports], MILLISECONDS),
        ])
        results.push({ database: kind, call: path, alone: alone.result(), meanwhile: meanwhile.result() })
      }
      target.close()
      await app.stop()
    } finally {
      await places.close()
    }
  }
  return results
}

export function reportsTable(results: ReportsResult[]): string {
  return table(
    ['while reports are made', 'p50 ms, alone', 'meanwhile', 'p99 ms, alone', 'meanwhile'],
    results.map(({ database, call, alone, meanwhile }) => [
      `${database}: GET ${call}`,
      ...[alone.p50, meanwhile.p50, alone.p99, meanwhile.p99].map(String),
    ]),
  )
}
