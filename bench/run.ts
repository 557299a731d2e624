import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { provideNeeds } from '#tests/needs.ts'
import { type ApiResult, apiTable, measureApi, missedCalls } from './api.ts'
import { documentFigures } from './figures.ts'
import { type GrowthResult, growthTable, measureGrowth, missedGrowth } from './growth.ts'
import { describeMachine, type Machine } from './machine.ts'
import { endProgress, showProgress } from './progress.ts'
import { measureReports, type ReportsResult, reportsTable } from './reports.ts'
import { measureWeb, type WebResults, webReached, webTable } from './web.ts'

/**
 * `npm run bench` measures everything, `npm run bench api` one part. Further words choose rows of it, for looking
 * closer: `npm run bench api server invoices`; such results are shown, but not kept.
 */
interface Part<Results> {
  title: string
  measure(report: (line: string) => void, wanted: (words: string) => boolean): Promise<Results>
  table(results: Results): string
  /** What misses its goal, one line each. */
  missed(results: Results): string[]
}

const part = <Results>(described: Part<Results>) => described as Part<unknown>

const PARTS: Record<string, Part<unknown>> = {
  api: part<ApiResult[]>({
    title: 'Calls: app / hand-written floor',
    measure: measureApi,
    table: apiTable,
    missed: missedCalls,
  }),
  growth: part<GrowthResult[]>({
    title: 'Calls of one account beside more and more accounts of others',
    measure: measureGrowth,
    table: growthTable,
    missed: missedGrowth,
  }),
  reports: part<ReportsResult[]>({
    title: 'Others while reports of a large account are made',
    measure: measureReports,
    table: reportsTable,
    missed: () => [],
  }),
  web: part<WebResults>({
    title: 'Pages in a browser',
    measure: measureWeb,
    table: webTable,
    missed: (results) => (webReached(results) ? [] : ['pages: see the table above']),
  }),
}

const FILE = join(import.meta.dirname, 'results.json')

const given = process.argv.slice(2)
const chosen = given.filter((word) => word in PARTS)
const words = given.filter((word) => !(word in PARTS))
const wanted = (name: string) => words.every((word) => name.includes(word))

provideNeeds()
const tables: string[] = []
const allMissed: string[] = []
for (const [name, { title, measure, table, missed }] of Object.entries(PARTS)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue
  const started = performance.now()
  try {
    const results = await measure(showProgress, wanted)
    const seconds = Math.round((performance.now() - started) / 1000)
    tables.push(`${title} (${seconds} s)\n\n${table(results)}\n`)
    if (words.length === 0) await keep(name, { seconds, results })
    allMissed.push(...missed(results))
  } catch (error) {
    tables.push(`${title}: could not be measured. ${error instanceof Error ? error.stack : error}\n`)
    process.exitCode = 1
  }
}
endProgress()
console.log(`\n${tables.join('\n')}`)
console.log(allMissed.length > 0 ? `Missed goals:\n${allMissed.join('\n')}` : 'Every goal is met.')

interface Kept {
  date: string
  machine: Machine
  seconds: number
  results: unknown
}

/** Each part as it is measured: what comes after it may fail. */
async function keep(name: string, measured: Pick<Kept, 'seconds' | 'results'>): Promise<void> {
  const machine = await describeMachine()
  const kept = { ...readKept(), [name]: { date: new Date().toISOString(), machine, ...measured } }
  writeFileSync(FILE, `${JSON.stringify(kept, null, 2)}\n`)
  documentFigures(
    Object.entries(PARTS).flatMap(([part, { title, table }]) => {
      const of = kept[part]
      return of ? [{ title, date: of.date, machine: of.machine, table: table(of.results) }] : []
    }),
  )
}

function readKept(): Record<string, Kept> {
  try {
    return JSON.parse(readFileSync(FILE, 'utf8'))
  } catch {
    return {}
  }
}
