import '#tests/memory-disk.ts'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { SeededRandom } from '#core/seeded-random.ts'
import { settleJobs } from '#tests/faults/kills.ts'
import { Report } from '#tests/faults/report.ts'
import { documentFigures } from '../../bench/figures.ts'
import { startPayments, startRecurringInvoices, startReminders } from './background-work.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { type Fault, FULL_DISK, KILLS, OTHER_FAULTS } from './faults.ts'
import { FaultFigures, faultTable } from './figures.ts'
import { ClusterLoad } from './load.ts'
import { measureScale, scaleTable } from './scale.ts'
import { surviveFault } from './survive.ts'

/**
 * Breaks a cluster under the load of fifty accounts, and checks what is left. `--short` for two kills, `--seed` to repeat a
 * run, `--pgbouncer` for PgBouncer in front of the database, and words to cause only faults that have one of them in their name.
 */
const { values, positionals } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    pgbouncer: { type: 'boolean', default: false },
    seed: { type: 'string' },
  },
  allowPositionals: true,
})
const { short, pgbouncer } = values
const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000))
const part = pgbouncer ? 'cluster with PgBouncer' : 'cluster'
/** Further accounts: one each for payments, reminders and recurring invoices. */
const STUDIOS = 47
const KILL_ROUNDS = short ? 2 : 20
const SCALE_SECONDS = short ? 5 : 20
const DISK_MEGABYTES = 700
/** All of these people have one address. */
const NO_RATE_LIMITS = {
  SIGN_IN_LIMIT: '1000000',
  UNKNOWN_TOKEN_LIMIT: '1000000',
  PORTAL_WRITE_LIMIT: '1000000',
}

const report = new Report()
const directory = mkdtempSync(join(tmpdir(), 'daybook-cluster-'))
const running = new AsyncDisposableStack()
const interrupted = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
console.log(`Cluster tests. To repeat, add --seed ${seed}`)
try {
  await Promise.race([run(), interrupted])
} catch (error) {
  report.check(part, 'it can be tried', [error instanceof Error ? (error.stack ?? '') : String(error)])
}
await running.disposeAsync()
rmSync(directory, { recursive: true, force: true, maxRetries: 5 })
process.exit(report.print().failures.length > 0 ? 1 : 0)

async function run(): Promise<void> {
  const random = new SeededRandom(seed)
  const onProgress = (words: string) => report.progress(part, words)
  const options = {
    directory,
    pgbouncer,
    diskMegabytes: DISK_MEGABYTES,
    environment: NO_RATE_LIMITS,
    onProgress,
  }
  const cluster = await startCluster(options, running)
  const load = ClusterLoad.on(cluster, { part, report, random })
  running.defer(() => load.close())
  await load.liftMailLimits()
  onProgress('Fifty freelancers sign in')
  await load.settleIn(STUDIOS)
  const shared = { part, report, cluster, query: load.query, random }
  const background = [
    await startPayments(shared),
    await startReminders(shared),
    await startRecurringInvoices(shared),
  ]
  const scale = await measureScale(cluster, load, SCALE_SECONDS)
  const faults = faultsToCause(cluster)
  const figures = new Map(faults.map(({ name }) => [name, new FaultFigures(name)]))
  for (const fault of faults) {
    const ofFault = figures.get(fault.name)
    if (ofFault) await surviveFault(fault, ofFault, { cluster, load, background })
  }
  for (const each of background) await each.finish()
  // Each server may have been sending one.
  await settleJobs(load, faults.length * cluster.apps.length)

  const { acknowledged, unanswered, madeUnanswered } = load.tally
  report.note(
    `${part}: ${acknowledged} writes acknowledged; ${unanswered} not answered, of which ${madeUnanswered} had been made`,
  )
  const tables = { cluster: faultTable([...figures.values()]), scale: scaleTable(scale) }
  for (const table of Object.values(tables)) report.note(table)
  const isWhole = !short && !pgbouncer && positionals.length === 0
  if (isWhole) documentFigures(tables)
}

function faultsToCause({ nodes }: Cluster): Fault[] {
  const kills = Array.from({ length: KILL_ROUNDS }, (_, round) => KILLS[round % KILLS.length] ?? []).flat()
  const canFill = nodes.every(({ disk }) => disk)
  if (!canFill && !short)
    report.note(`${part}: NOT RUN: ${FULL_DISK.name}, since a small disk may not be mounted here`)
  const all = short ? kills : [...kills, ...OTHER_FAULTS, ...(canFill ? [FULL_DISK] : [])]
  return all.filter(({ name }) => positionals.length === 0 || positionals.some((word) => name.includes(word)))
}
