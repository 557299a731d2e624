import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { provideNeeds } from '#tests/needs.ts'
import { apiTable, measureApi } from './api.ts'
import { growthTable, measureGrowth } from './growth.ts'
import { describeMachine } from './machine.ts'
import { endProgress, showProgress } from './progress.ts'
import { measureReports, reportsTable } from './reports.ts'
import { measureWeb, webReached, webTable } from './web.ts'

/**
 * `npm run bench` measures everything, `npm run bench api` one part. Further words choose rows of it, for looking
 * closer: `npm run bench api server invoices`; such results are shown, but not kept.
 */
interface Part {
  title: string
  /** Gives what is kept, its table, and whether it is as it should be. */
  measure(wanted: (words: string) => boolean): Promise<{ results: unknown; shown: string; reached: boolean }>
}

const PARTS: Record<string, Part> = {
  api: {
    title: 'Calls: app / bare server with the same SQL',
    measure: async (wanted) => {
      const results = await measureApi(showProgress, wanted)
      return { results, shown: apiTable(results), reached: results.every(({ reached }) => reached) }
    },
  },
  growth: {
    title: 'Calls of one account beside more and more accounts of others',
    measure: async (wanted) => {
      const results = await measureGrowth(showProgress, wanted)
      return { results, shown: growthTable(results), reached: results.every(({ reached }) => reached) }
    },
  },
  reports: {
    title: 'Others while reports of a large account are made',
    measure: async (wanted) => {
      const results = await measureReports(showProgress, wanted)
      return { results, shown: reportsTable(results), reached: true }
    },
  },
  web: {
    title: 'Pages in a browser',
    measure: async (wanted) => {
      const results = await measureWeb(showProgress, wanted)
      return { results, shown: webTable(results), reached: webReached(results) }
    },
  },
}

const FILE = join(import.meta.dirname, 'results.json')

const given = process.argv.slice(2)
const chosen = given.filter((word) => word in PARTS)
const words = given.filter((word) => !(word in PARTS))
const wanted = (name: string) => words.every((word) => name.includes(word))

provideNeeds()
const tables: string[] = []
for (const [name, { title, measure }] of Object.entries(PARTS)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue
  const started = performance.now()
  try {
    const { results, shown, reached } = await measure(wanted)
    const seconds = Math.round((performance.now() - started) / 1000)
    tables.push(`${title} (${seconds} s)\n\n${shown}\n`)
    if (words.length === 0) await keep(name, { seconds, results })
    if (!reached) process.exitCode = 1
  } catch (error) {
    tables.push(`${title}: could not be measured. ${error instanceof Error ? error.stack : error}\n`)
    process.exitCode = 1
  }
}
endProgress()
console.log(`\n${tables.join('\n')}`)

/** Each part as it is measured: what comes after it may fail. */
async function keep(name: string, measured: object): Promise<void> {
  const part = { date: new Date().toISOString(), machine: await describeMachine(), ...measured }
  writeFileSync(FILE, `${JSON.stringify({ ...readKept(), [name]: part }, null, 2)}\n`)
}

function readKept(): Record<string, unknown> {
  try {
    return JSON.parse(readFileSync(FILE, 'utf8'))
  } catch {
    return {}
  }
}
