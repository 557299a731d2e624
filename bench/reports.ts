import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PgDialect } from 'drizzle-orm/pg-core'
import { addMonths, dateIn, monthOf } from '#core/calendar.ts'
import { rangeOf } from '#features/reports/rules.ts'
import { sumsQuery } from '#features/reports/store.ts'
import { createLog } from '#server/logging.ts'
import { readSettings } from '#server/settings.ts'
import { startServer } from '#server/start.ts'
import { signInAs } from '#tests/people.ts'
import { freePort } from '#tests/ports.ts'
import { scaleBooks } from './books.ts'

/**
 * What `GET /api/reports?timeRange=lastyear` costs on a large account against its bare SQL through the same driver,
 * and how other requests fare meanwhile. On the embedded database, or on DATABASE_URL.
 */
const SIZE = { timeEntries: 50_000, invoices: 5_000, expenses: 10_000 }
const ROUNDS = 40
const HIGHEST_RATIO = 1.5

const directory = mkdtempSync(join(tmpdir(), 'daybook-bench-'))
const port = await freePort()
const settings = readSettings({
  PORT: String(port),
  DATA_DIRECTORY: directory,
  DATABASE_URL: process.env.DATABASE_URL,
  LOG_LEVEL: 'error',
})
const server = await startServer(settings, { log: createLog(settings), pages: 'none' })
const { pool, kind } = server.database

try {
  const email = `bench.${Date.now()}@example.com`
  const person = await signInAs(`http://localhost:${port}`, { name: 'Ada', email })
  const { id } = (await person.get('/api/users/me')).body
  await person.post('/api/sample-data', undefined)
  await scaleBooks(pool, id, SIZE)

  const { text, values } = bareSql(id)
  const report = () => person.get('/api/reports?timeRange=lastyear')
  const times = { sql: [] as number[], http: [] as number[] }
  await report()
  for (let round = 0; round < ROUNDS; round += 1) {
    times.sql.push(await milliseconds(() => pool.query(text, values)))
    times.http.push(await milliseconds(report))
  }

  const alone = await Promise.all([
    answering('/healthz', Promise.resolve()),
    answering('/api/users/me', Promise.resolve()),
  ])
  const busy = inTurn(20, report)
  const meanwhile = await Promise.all([answering('/healthz', busy), answering('/api/users/me', busy)])

  const [sql, http] = [median(times.sql), median(times.http)]
  const ratio = http / sql
  say(
    `reports of a year on ${kind} PostgreSQL, ${SIZE.timeEntries} time entries, ${SIZE.invoices} invoices, ${SIZE.expenses} expenses`,
  )
  say(`  bare SQL            ${sql.toFixed(1)} ms (median of ${ROUNDS})`)
  say(`  GET /api/reports    ${http.toFixed(1)} ms`)
  say(`  ratio               ${ratio.toFixed(2)} (at most ${HIGHEST_RATIO})`)
  say(`  while reports are made: /healthz ${words(meanwhile[0])}, /api/users/me ${words(meanwhile[1])}`)
  say(`  otherwise:              /healthz ${words(alone[0])}, /api/users/me ${words(alone[1])}`)
  process.exitCode = ratio <= HIGHEST_RATIO ? 0 : 1

  /** Asks again and again until the other work is done, at least ten times. */
  async function answering(path: string, work: Promise<unknown>): Promise<number[]> {
    const found: number[] = []
    let working = true
    const done = work.then(() => {
      working = false
    })
    while (working || found.length < 10) found.push(await milliseconds(() => person.fetch(path)))
    await done
    return found
  }
} finally {
  await server.stop()
  rmSync(directory, { recursive: true, force: true })
}

/** The statement as the report sends it. */
function bareSql(accountId: number): { text: string; values: unknown[] } {
  const today = dateIn('UTC', new Date())
  const thisMonth = monthOf(today).first
  const period = { ...rangeOf('lastyear', today), thisMonth, lastMonth: addMonths(thisMonth, -1) }
  const query = new PgDialect().sqlToQuery(sumsQuery(accountId as never, period))
  return { text: query.sql, values: query.params }
}

async function inTurn(times: number, work: () => Promise<unknown>): Promise<void> {
  for (let time = 0; time < times; time += 1) await work()
}

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

function median(times: number[]): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

function words(times: number[]): string {
  return `${median(times).toFixed(1)} ms (longest ${Math.max(...times).toFixed(0)}, ${times.length} answers)`
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
