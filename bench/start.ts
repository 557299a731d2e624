import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { buildWebIfStale } from '#server/web-client/build.ts'
import { freePort } from '#tests/ports.ts'
import { startCommand } from '#tests/start-command.ts'
import { median } from './median.ts'
import { KINDS, type Kind, openPlaces, type Place } from './places.ts'
import { table } from './table.ts'

/** From `npm start` to the first request that is answered, by the median, and what the process takes when nothing happens. */
export interface StartResult {
  database: Kind
  readyMilliseconds: number
  /** The resident size after a minute; null where the system does not say. */
  idleMegabytes: number | null
}

const GOALS: Record<Kind, { readyMilliseconds: number; idleMegabytes: number }> = {
  embedded: { readyMilliseconds: 1_500, idleMegabytes: 330 },
  server: { readyMilliseconds: 1_500, idleMegabytes: 180 },
}
const STARTS = 7
const IDLE_MS = 60_000
const POLL_MS = 5

export async function measureStart(
  report: (line: string) => void,
  isSelected: (words: string) => boolean,
): Promise<StartResult[]> {
  await buildWebIfStale()
  const results: StartResult[] = []
  for (const database of KINDS.filter(isSelected)) {
    const places = await openPlaces(database)
    try {
      const place = await places.empty()
      report(`start: ${database}, for the first time`)
      await (await start(place)).stop()
      const times: number[] = []
      for (let time = 1; time <= STARTS; time++) {
        report(`start: ${database}, again (${time} of ${STARTS})`)
        const { readyMilliseconds, stop } = await start(place)
        times.push(readyMilliseconds)
        await stop()
      }
      report(`start: ${database}, idle`)
      const { idleMegabytes, stop } = await start(place)
      await setTimeout(IDLE_MS)
      results.push({ database, readyMilliseconds: median(times), idleMegabytes: idleMegabytes() })
      await stop()
    } finally {
      await places.close()
    }
  }
  return results
}

async function start({ dataDirectory, databaseUrl }: Place) {
  const port = await freePort()
  const [command = '', ...args] = startCommand()
  const started = performance.now()
  const child = spawn(command, args, {
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      DATA_DIRECTORY: dataDirectory,
      LOG_LEVEL: 'error',
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const exited = once(child, 'exit')
  const isReady = () =>
    fetch(`http://localhost:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error('Daybook did not start')
    await setTimeout(POLL_MS)
  }
  return {
    readyMilliseconds: Math.round(performance.now() - started),
    idleMegabytes: () => residentMegabytes(child.pid ?? 0),
    stop: async () => {
      child.kill('SIGTERM')
      await exited
    },
  }
}

function residentMegabytes(pid: number): number | null {
  const status = `/proc/${pid}/status`
  if (!existsSync(status)) return null
  const [, kilobytes] = /VmRSS:\s*(\d+) kB/.exec(readFileSync(status, 'utf8')) ?? []
  return Math.round(Number(kilobytes) / 1024)
}

export const startTable = (results: StartResult[]): string =>
  table(
    ['start', 'ready, ms', 'goal', 'idle, MB', 'goal', ''],
    results.map((result) => {
      const { readyMilliseconds, idleMegabytes } = GOALS[result.database]
      return [
        result.database,
        String(result.readyMilliseconds),
        String(readyMilliseconds),
        String(result.idleMegabytes ?? ''),
        String(idleMegabytes),
        missedBy(result).length > 0 ? 'missed' : '',
      ]
    }),
  )

export const missedStarts = (results: StartResult[]): string[] => results.flatMap(missedBy)

function missedBy({ database, readyMilliseconds, idleMegabytes }: StartResult): string[] {
  const goal = GOALS[database]
  return [
    ...(readyMilliseconds > goal.readyMilliseconds
      ? [`start: ${database}: ready after ${readyMilliseconds} ms, goal ${goal.readyMilliseconds} ms`]
      : []),
    ...(idleMegabytes !== null && idleMegabytes > goal.idleMegabytes
      ? [`start: ${database}: ${idleMegabytes} MB, goal ${goal.idleMegabytes} MB`]
      : []),
  ]
}
