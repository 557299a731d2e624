import '#tests/memory-disk.ts'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Cluster, startCluster } from './cluster.ts'

/** A cluster to try, until Ctrl-C. With `--pgbouncer`, behind PgBouncer. */
const { values } = parseArgs({ options: { pgbouncer: { type: 'boolean', default: false } } })
const { pgbouncer } = values
const told = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
const directory = mkdtempSync(join(tmpdir(), 'daybook-cluster-'))
const running = new AsyncDisposableStack()
try {
  const started = startCluster({ directory, pgbouncer, onProgress: console.log }, running).then(show)
  await Promise.race([started, told])
  await told
  console.log('\nStopping')
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
await running.disposeAsync()
rmSync(directory, { recursive: true, force: true, maxRetries: 5 })
process.exit()

function show({ addresses }: Cluster): void {
  const width = Math.max(...Object.keys(addresses).map((name) => name.length))
  for (const [name, address] of Object.entries(addresses)) console.log(`  ${name.padEnd(width)}  ${address}`)
  console.log('\nSign in with any name and email address. Ctrl-C ends all of it and removes its data.')
}
