import { setTimeout as delay } from 'node:timers/promises'
import { until } from '#tests/faults/until.ts'
import { table } from '../../bench/table.ts'
import type { Cluster } from './cluster.ts'
import type { ClusterLoad } from './load.ts'

export interface ScaleFigures {
  servers: number
  /** Writes of accounts that never pause: as many as two cores can make. */
  writesPerSecond: number
  cpuMilliseconds: number
  /** Writes of accounts that pause, so that nothing waits for a core. */
  cpuMillisecondsWithPauses: number
}

const JOBS_SECONDS = 180
const LONGEST_PAUSE_MS = 4_000
const WARM_UPS = 3

/** The writes of one, two and three servers, and the cost of each, with the jobs that it leads to. */
export async function measureScale(
  { apps }: Cluster,
  load: ClusterLoad,
  seconds: number,
): Promise<ScaleFigures[]> {
  const { part, report, tally } = load
  const mailsSent = () => until(async () => (await load.unsentMails()) === 0, JOBS_SECONDS)
  const work = async (longestPause = 0) => {
    load.begin(longestPause)
    await delay(seconds * 1000)
    await load.stop()
  }
  const measure = async (serving: Cluster['apps'], longestPause: number) => {
    const cpuSeconds = async () => {
      const each = await Promise.all(serving.map((app) => app.cpuSeconds()))
      return each.reduce((sum, one) => sum + one, 0)
    }
    await mailsSent()
    const [cpuBefore, writesBefore] = [await cpuSeconds(), tally.acknowledged]
    await work(longestPause)
    const writes = tally.acknowledged - writesBefore
    await mailsSent()
    return { writes, cpuMilliseconds: (1000 * ((await cpuSeconds()) - cpuBefore)) / writes }
  }
  // A process is slower at first. The last one to be stopped has worked the longest, so all work until it makes no
  // difference any more.
  for (let round = 0; round < apps.length * WARM_UPS; round++) await work()
  const figures: ScaleFigures[] = []
  for (let servers = apps.length; servers >= 1; servers--) {
    const serving = apps.slice(0, servers)
    await Promise.all(apps.slice(servers).map((app) => app.stop()))
    const { writes, cpuMilliseconds } = await measure(serving, 0)
    const withPauses = await measure(serving, LONGEST_PAUSE_MS)
    figures.unshift({
      servers,
      writesPerSecond: writes / seconds,
      cpuMilliseconds,
      cpuMillisecondsWithPauses: withPauses.cpuMilliseconds,
    })
    report.progress(
      part,
      `${servers} app servers: ${writes} writes, ${cpuMilliseconds.toFixed(1)} ms CPU each; ` +
        `${withPauses.writes} with pauses, ${withPauses.cpuMilliseconds.toFixed(1)} ms`,
    )
    await load.settle()
  }
  await Promise.all(apps.filter((app) => !app.isRunning).map((app) => app.start()))
  await load.check('before any fault')
  return figures
}

export const scaleTable = (figures: ScaleFigures[]): string =>
  table(
    ['app servers', 'writes a second', 'CPU ms for each', 'with pauses'],
    figures.map(({ servers, writesPerSecond, cpuMilliseconds, cpuMillisecondsWithPauses }) => [
      String(servers),
      writesPerSecond.toFixed(0),
      cpuMilliseconds.toFixed(1),
      cpuMillisecondsWithPauses.toFixed(1),
    ]),
  )
