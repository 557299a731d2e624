import { until } from '#tests/faults/until.ts'
import type { BackgroundWork } from './background-work.ts'
import { type Cluster, isWhole } from './cluster.ts'
import type { Fault } from './faults.ts'
import type { FaultFigures, Latency } from './figures.ts'
import type { ClusterLoad } from './load.ts'

const HEAL_SECONDS = 180
/** Writes that are acknowledged before a fault, and again after it. */
const FEWEST = 100
const MOST = 300
const LONGEST_PAUSE_MS = 800

interface World {
  cluster: Cluster
  load: ClusterLoad
  background: BackgroundWork[]
}

/** Load, a fault at a random moment, repetition of what was not acknowledged, repair under load, and all checks. */
export async function surviveFault(
  { name, isNoticed, cause }: Fault,
  figures: FaultFigures,
  { cluster, load, background }: World,
): Promise<void> {
  const { part, report, random, tally } = load
  const work = (latency: Latency) => {
    measure(latency)
    load.begin(LONGEST_PAUSE_MS)
    return load.acknowledged(random.between(FEWEST, MOST))
  }
  const measure = (latency: Latency) => {
    tally.onAcknowledged = (milliseconds) => latency.record(milliseconds)
  }
  for (const each of background) await each.begin()
  const unansweredBefore = tally.unanswered
  await work(figures.before)

  measure(figures.during)
  const started = performance.now()
  const { last, endedAt, repair } = await cause(cluster, random)
  const firstWriteAt = load.firstWrite().then(() => performance.now())
  await last?.()
  const secondsToFirstWrite = Math.max(0, (await firstWriteAt) - (endedAt?.() ?? started)) / 1000
  figures.secondsToFirstWrite.push(secondsToFirstWrite)
  await load.stop()
  const unanswered = tally.unanswered - unansweredBefore
  figures.unanswered += unanswered
  const when = `${name}, time ${figures.secondsToFirstWrite.length}`
  const seconds = secondsToFirstWrite.toFixed(1)
  report.progress(part, `${when}: first write after ${seconds} s, ${unanswered} not answered`)
  if (!isNoticed) {
    const faults = unanswered > 0 ? [`${unanswered} writes were not answered`] : []
    report.check(part, 'nobody notices when app servers are restarted in turn', faults, when)
  }
  await allReady(cluster)
  await load.settle()

  const enough = work(figures.after)
  await repair?.()
  await enough
  const isHealed = await until(() => isWhole(cluster.nodes), HEAL_SECONDS)
  report.check(part, 'all PostgreSQL servers come back', isHealed ? [] : ['not within three minutes'], when)
  await load.stop()
  await allReady(cluster)
  await load.settle()
  for (const each of background) await each.settle(when)
  await load.check(when)
}

/** Those that run, and HAProxy knows it. */
async function allReady({ apps, url }: Cluster): Promise<void> {
  const running = apps.filter((app) => app.isRunning)
  await until(async () => {
    const ready = await Promise.all(running.map((app) => app.isReady()))
    return ready.every(Boolean) && (await fetch(`${url}/readyz`)).ok
  }, HEAL_SECONDS)
}
