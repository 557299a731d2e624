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
 * Everything that must hold before a change lands, in one command; words choose steps by their names. What failed is
 * said again at the end, where it is found; the last line is the total.
 */
const reports = mkdtempSync(join(tmpdir(), 'daybook-reports-'))
const vitestReport = join(reports, 'vitest.json')
const faultReport = join(reports, 'faults.json')
const playwrightReport = join(reports, 'playwright.json')

interface Step {
  name: string
  command: string[]
  outcome(endedWell: boolean): Outcome
}

const steps: Step[] = [
  { name: 'format and lint', command: ['biome', 'ci', '--error-on-warnings'], outcome: outcomeOfCommand },
  { name: 'types', command: ['tsc'], outcome: outcomeOfCommand },
  { name: 'structure', command: ['node', 'tests/structure.ts'], outcome: outcomeOfCommand },
  { name: 'unused code', command: ['knip'], outcome: outcomeOfCommand },
  { name: 'web client', command: ['node', 'server/web-client/command.ts'], outcome: outcomeOfCommand },
  {
    name: 'unit and integration',
    command: ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`],
    outcome: (endedWell) => outcomeOfVitest(vitestReport, endedWell),
  },
  {
    name: 'faults',
    command: ['node', 'tests/faults/run.ts', '--short', `--report=${faultReport}`],
    outcome: (endedWell) => outcomeOfFaults(faultReport, endedWell),
  },
  {
    name: 'browser',
    command: ['playwright', 'test'],
    outcome: (endedWell) => outcomeOfPlaywright(playwrightReport, endedWell),
  },
]

/** Whether it ended well. */
function run([program = '', ...args]: string[]): boolean {
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport }
  return spawnSync(program, args, { stdio: ['ignore', 'inherit', 'inherit'], env }).status === 0
}

const failures: string[] = []
let passed = 0
const words = process.argv.slice(2)
try {
  provideNeeds()
  for (const { name, command, outcome } of steps) {
    if (words.length > 0 && !words.some((word) => name.includes(word))) continue
    console.log(`\n── ${name}`)
    const started = performance.now()
    const found = outcome(run(command))
    passed += found.passed
    failures.push(...found.failures.map((failure) => `${name}: ${failure}`))
    const seconds = Math.round((performance.now() - started) / 1000)
    console.log(`── ${name}: ${found.passed} passed, ${found.failures.length} failed, in ${seconds} s`)
  }
} catch (error) {
  failures.push(error instanceof Error ? error.message : String(error))
}
rmSync(reports, { recursive: true, force: true })
if (failures.length > 0) console.log(`\n── what failed\n\n${failures.join('\n\n')}`)
console.log(`\n${passed} passed, ${failures.length} failed`)
process.exit(failures.length > 0 ? 1 : 0)
