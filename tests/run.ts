import { spawn } from 'node:child_process'
import { once } from 'node:events'
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

const CHECKS: Step[] = [
  { name: 'format and lint', command: ['biome', 'ci', '--error-on-warnings'], outcome: outcomeOfCommand },
  { name: 'types', command: ['tsc'], outcome: outcomeOfCommand },
  { name: 'structure', command: ['node', 'tests/structure.ts'], outcome: outcomeOfCommand },
  { name: 'unused code', command: ['knip'], outcome: outcomeOfCommand },
  { name: 'web client', command: ['node', 'server/build.ts'], outcome: outcomeOfCommand },
]
const FAULTS: Step = {
  name: 'faults',
  command: ['node', 'tests/faults/run.ts', '--short', `--report=${faultReport}`],
  outcome: (endedWell) => outcomeOfFaults(faultReport, endedWell),
}
const TESTS: Step[] = [
  {
    name: 'unit and integration',
    command: ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`],
    outcome: (endedWell) => outcomeOfVitest(vitestReport, endedWell),
  },
  {
    name: 'browser',
    command: ['playwright', 'test'],
    outcome: (endedWell) => outcomeOfPlaywright(playwrightReport, endedWell),
  },
]

const failures: string[] = []
let passed = 0
const words = process.argv.slice(2)
const isWanted = ({ name }: Step) => words.length === 0 || words.some((word) => name.includes(word))

type Say = (text: string | Buffer) => void
const sayNow: Say = (text) => process.stdout.write(text)

async function perform(step: Step, say: Say): Promise<void> {
  if (!isWanted(step)) return
  const { name, command, outcome } = step
  say(`\n── ${name}\n`)
  const started = performance.now()
  const found = outcome(await run(command, say))
  passed += found.passed
  failures.push(...found.failures.map((failure) => `${name}: ${failure}`))
  const seconds = Math.round((performance.now() - started) / 1000)
  say(`── ${name}: ${found.passed} passed, ${found.failures.length} failed, in ${seconds} s\n`)
}

/** Whether it ended well. */
async function run([program = '', ...args]: string[], say: Say): Promise<boolean> {
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport }
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env })
  for (const output of [child.stdout, child.stderr]) output.on('data', say)
  const [code] = await once(child, 'close')
  return code === 0
}

async function performAll(steps: Step[]): Promise<void> {
  for (const step of steps) await perform(step, sayNow)
}

try {
  provideNeeds()
  // Faults leave a processor idle most of the time, so the checks are made meanwhile. They are told of afterwards.
  const toldLater: (string | Buffer)[] = []
  const sayFaults: Say = CHECKS.some(isWanted) ? (text) => void toldLater.push(text) : sayNow
  await Promise.all([perform(FAULTS, sayFaults), performAll(CHECKS)])
  for (const text of toldLater) sayNow(text)
  await performAll(TESTS)
} catch (error) {
  failures.push(error instanceof Error ? error.message : String(error))
}
rmSync(reports, { recursive: true, force: true })
if (failures.length > 0) console.log(`\n── what failed\n\n${failures.join('\n\n')}`)
console.log(`\n${passed} passed, ${failures.length} failed`)
process.exit(failures.length > 0 ? 1 : 0)
