import './memory-disk.ts'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { provideNeeds } from './needs.ts'
import {
  type Outcome,
  outcomeOfCommand,
  outcomeOfFaults,
  outcomeOfPlaywright,
  outcomeOfVitest,
} from './outcomes.ts'

/**
 * Everything that must hold before a change lands, in one command; words choose steps by their names. Steps run beside
 * each other, so each line says whose it is. What failed is said again at the end; the last line is the total.
 */
/** Everything that a step leaves behind is removed with it. */
const temporary = mkdtempSync(join(tmpdir(), 'daybook-tests-'))
// PostgreSQL refuses to run as root, so its user has to find its way in.
chmodSync(temporary, 0o755)
const vitestReport = join(temporary, 'vitest.json')
const faultReport = join(temporary, 'faults.json')
const playwrightReport = join(temporary, 'playwright.json')

interface Step {
  name: string
  command: string[]
  outcome(endedWell: boolean): Outcome
}

const formatAndLint: Step = {
  name: 'format and lint',
  command: ['biome', 'ci', '--error-on-warnings'],
  outcome: outcomeOfCommand,
}
const types: Step = {
  name: 'types',
  command: ['tsc', '--incremental', '--tsBuildInfoFile', 'node_modules/.cache/types.tsbuildinfo'],
  outcome: outcomeOfCommand,
}
const structure: Step = {
  name: 'structure',
  command: ['node', 'tests/structure.ts'],
  outcome: outcomeOfCommand,
}
const unusedCode: Step = { name: 'unused code', command: ['knip'], outcome: outcomeOfCommand }
const webClient: Step = {
  name: 'web client',
  command: ['node', 'server/web-client/command.ts'],
  outcome: outcomeOfCommand,
}
const unitAndIntegration: Step = {
  name: 'unit and integration',
  command: ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`],
  outcome: (endedWell) => outcomeOfVitest(vitestReport, endedWell),
}
const faults: Step = {
  name: 'faults',
  command: ['node', 'tests/faults/run.ts', '--short', `--report=${faultReport}`],
  outcome: (endedWell) => outcomeOfFaults(faultReport, endedWell),
}
const browser: Step = {
  name: 'browser',
  command: ['playwright', 'test'],
  outcome: (endedWell) => outcomeOfPlaywright(playwrightReport, endedWell),
}

/** Stages run one after another; the tracks of a stage in parallel; the steps of a track one after another. */
const stages: Step[][][] = [
  [
    [webClient, formatAndLint],
    [types, structure, unusedCode],
  ],
  [[browser], [unitAndIntegration], [faults]],
]

/** Whether it ended well. */
async function run({ name, command: [program = '', ...args] }: Step): Promise<boolean> {
  const env = { ...process.env, TMPDIR: temporary, PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport }
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env })
  for (const input of [child.stdout, child.stderr])
    createInterface({ input }).on('line', (line) => console.log(`${name} │ ${line}`))
  const [code] = await once(child, 'close').catch(() => [null])
  return code === 0
}

const failures: string[] = []
let passed = 0

async function judge(step: Step): Promise<void> {
  const { name, outcome } = step
  const started = performance.now()
  const found = outcome(await run(step))
  passed += found.passed
  failures.push(...found.failures.map((failure) => `${name}: ${failure}`))
  const seconds = Math.round((performance.now() - started) / 1000)
  console.log(`── ${name}: ${found.passed} passed, ${found.failures.length} failed, in ${seconds} s`)
}

const words = process.argv.slice(2)
const isWanted = ({ name }: Step) => words.length === 0 || words.some((word) => name.includes(word))
try {
  provideNeeds()
  for (const tracks of stages)
    await Promise.all(
      tracks.map(async (steps) => {
        for (const step of steps.filter(isWanted)) await judge(step)
      }),
    )
} catch (error) {
  failures.push(error instanceof Error ? error.message : String(error))
}
rmSync(temporary, { recursive: true, force: true })
if (failures.length > 0) console.log(`\n── what failed\n\n${failures.join('\n\n')}`)
console.log(`\n${passed} passed, ${failures.length} failed`)
process.exit(failures.length > 0 ? 1 : 0)
