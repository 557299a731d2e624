import { setTimeout } from 'node:timers/promises'
import { importsApi } from '#features/pages/import/contract.ts'
import { type Person, signInAs } from '#tests/people.ts'
import type { Request } from './calls.ts'
import { startChild } from './child.ts'
import { type Measured, round, Tally, Target } from './load.ts'
import { KINDS, type Kind, openPlaces } from './places.ts'
import { table } from './table.ts'

const ROWS = 50_000
const ALONE_MILLISECONDS = 2_000
const ROUND_MILLISECONDS = 500

/** The speed of an import of time entries, and the wait of other calls meanwhile. */
export interface ImportResult {
  database: Kind
  rowsPerSecond: number
  alone: Measured
  meanwhile: Measured
}

export async function measureImport(
  report: (line: string) => void,
  isSelected: (words: string) => boolean,
): Promise<ImportResult[]> {
  const results: ImportResult[] = []
  for (const kind of KINDS) {
    if (!isSelected(kind)) continue
    report(`import, ${kind}: ${ROWS} rows`)
    const places = await openPlaces(kind)
    try {
      const app = await startChild('serve-app.ts', await places.empty())
      const target = new Target(app.port)
      const ada = await signInAs(`http://localhost:${app.port}`, { name: 'Ada', email: 'ada@example.com' })
      results.push({ database: kind, ...(await importBeside(ada, target)) })
      target.close()
      await app.stop()
    } finally {
      await places.close()
    }
  }
  return results
}

async function importBeside(ada: Person, target: Target): Promise<Omit<ImportResult, 'database'>> {
  const id = await upload(ada)
  const request: Request = { method: 'GET', path: '/api/users/me', cookie: ada.cookies.header() }
  const [alone, meanwhile] = [new Tally(), new Tally()]
  await new Tally().fire(target, [request], ALONE_MILLISECONDS / 4)
  await alone.fire(target, [request], ALONE_MILLISECONDS)
  await ada.call(importsApi.start, { params: { id } })
  const started = performance.now()
  const done = finished(ada, id).then(() => performance.now() - started)
  let isDone = false
  const milliseconds = done.finally(() => {
    isDone = true
  })
  while (!isDone) await meanwhile.fire(target, [request], ROUND_MILLISECONDS)
  return {
    rowsPerSecond: round((ROWS / (await milliseconds)) * 1000),
    alone: alone.result(),
    meanwhile: meanwhile.result(),
  }
}

async function upload(ada: Person): Promise<number> {
  const response = await ada.fetch(`${importsApi.upload.path}?name=export.csv`, {
    method: 'POST',
    body: new Blob([file()]),
  })
  if (response.status !== 201) throw new Error(`the upload got ${response.status}`)
  return (await response.json()).id
}

/** As Toggl Track exports it: ten projects of five clients over a few years. */
function file(): string {
  const header =
    'User,Email,Client,Project,Task,Description,Billable,Start date,Start time,End date,End time,Duration,Tags,Amount (USD)'
  const rows = Array.from({ length: ROWS }, (_, row) => {
    const day = new Date(Date.UTC(2020, 0, 1 + (row % 2000))).toISOString().slice(0, 10)
    const time = `${String(8 + (row % 10)).padStart(2, '0')}:${String(Math.floor(row / 2000)).padStart(2, '0')}`
    return `Ada,ada@example.com,Client ${row % 5},Project ${row % 10},,Work ${row},Yes,${day},${time}:00,${day},${time}:30,01:30:00,,120.00`
  })
  return [header, ...rows, ''].join('\r\n')
}

async function finished(ada: Person, id: number): Promise<void> {
  for (;;) {
    const { status, rows_done } = await ada.call(importsApi.get, { params: { id } })
    if (status === 'imported' && rows_done === ROWS) return
    if (status !== 'importing') throw new Error(`the import is ${status} after ${rows_done} rows`)
    await setTimeout(ROUND_MILLISECONDS)
  }
}

export function importTable(results: ImportResult[]): string {
  return table(
    [`import of ${ROWS} rows`, 'rows /s', 'p50 ms, alone', 'meanwhile', 'p99 ms, alone', 'meanwhile'],
    results.map(({ database, rowsPerSecond, alone, meanwhile }) => [
      `${database}: GET /api/users/me`,
      ...[rowsPerSecond, alone.p50, meanwhile.p50, alone.p99, meanwhile.p99].map(String),
    ]),
  )
}
