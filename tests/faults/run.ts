import '#tests/memory-disk.ts'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createMigratedTemplate } from '#tests/migrated-databases.ts'
import { startPostgresServer } from '#tests/postgres-server.ts'
import { type Part, partsOf } from './parts.ts'
import { Report } from './report.ts'

/**
 * Breaks Daybook on purpose, and checks what is left. `--short` for a minute's worth, `--seed` to repeat a run, and
 * words to run only the parts that have one of them in their name.
 */
const { values, positionals } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    seed: { type: 'string' },
    report: { type: 'string' },
  },
  allowPositionals: true,
})
const { short } = values
const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000))
const directory = mkdtempSync(join(tmpdir(), 'daybook-faults-'))
const cleanUp = () => rmSync(directory, { recursive: true, force: true, maxRetries: 5 })
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, cleanUp)
const report = new Report()
console.log(`Fault tests. To repeat: npm run test:faults -- ${short ? '--short ' : ''}--seed ${seed}`)

const postgres = await startPostgresServer({ durable: true })
await createMigratedTemplate(postgres)
const wanted = ({ name }: Part) => positionals.length === 0 || positionals.some((word) => name.includes(word))
try {
  const tracks = partsOf({ report, seed, directory, postgres, short })
  await Promise.all(
    tracks.map(async (parts) => {
      const later: (() => Promise<void>)[] = []
      for (const part of parts.filter(wanted)) {
        report.progress(part.name, 'begins')
        const rest = await part.run().catch((error) => fail(part, error))
        if (rest) later.push(() => rest().catch((error) => fail(part, error)))
      }
      await Promise.all(later.map((rest) => rest()))
    }),
  )
} finally {
  await postgres.stop()
  cleanUp()
}
function fail({ name }: Part, error: unknown): undefined {
  report.check(name, 'it can be tried', [error instanceof Error ? (error.stack ?? '') : String(error)])
}

const outcome = report.print()
if (values.report) writeFileSync(values.report, JSON.stringify(outcome))
process.exit(outcome.failures.length > 0 ? 1 : 0)
