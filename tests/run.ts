import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { provideNeeds } from './needs.ts'
import {
  type Outcome,
  outcomeOfCommand,
  outcomeOfFaults,
  outcomeOfPlaywright,
  outcomeOfVitest,
} from './outcomes.ts'

/**
 * Everything that must hold before a change lands, in one command. What failed is said again at the end, where it is
 * found; the last line is the total.
 */
const reports = mkdtempSync(join(tmpdir(), 'daybook-reports-'))
const vitestReport = join(reports, 'vitest.json')
const faultReport = join(reports, 'faults.json')
const playwrightReport = join(reports, 'playwright.json')

const steps: Record<string, () => Outcome> = {
  'format and lint': () => outcomeOfCommand(run('biome', 'ci', '--error-on-warnings')),
  types: () => outcomeOfCommand(run('tsc')),
  structure: () => outcomeOfCommand(run('node', 'tests/structure.ts')),
  'unused code': () => outcomeOfCommand(run('knip')),
  'web client': () => outcomeOfCommand(run('node', 'server/build.ts')),
  'unit and integration': () =>
    outcomeOfVitest(
      vitestReport,
      run('vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`),
    ),
  faults: () =>
    outcomeOfFaults(faultReport, run('node', 'tests/faults/run.ts', '--short', `--report=${faultReport}`)),
  browser: () => outcomeOfPlaywright(playwrightReport, run('playwright', 'test')),
}

/** Whether it ended well. */
function run(command: string, ...args: string[]): boolean {
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport }
  return spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'], env }).status === 0
}

const failures: string[] = []
let passed = 0
const wanted = process.argv.slice(2)
try {
  provideNeeds()
  for (const [name, step] of Object.entries(steps)) {
    if (wanted.length > 0 && !wanted.some((word) => name.includes(word))) continue
    console.log(`\n── ${name}`)
    const started = performance.now()
    const outcome = step()
    passed += outcome.passed
    failures.push(...outcome.failures.map((failure) => `${name}: ${failure}`))
    const seconds = Math.round((performance.now() - started) / 1000)
    console.log(`── ${name}: ${outcome.passed} passed, ${outcome.failures.length} failed, in ${seconds} s`)
  }
} catch (error) {
  failures.push(error instanceof Error ? error.message : String(error))
}
rmSync(reports, { recursive: true, force: true })
if (failures.length > 0) console.log(`\n── what failed\n\n${failures.join('\n\n')}`)
console.log(`\n${passed} passed, ${failures.length} failed`)
process.exit(failures.length > 0 ? 1 : 0)
