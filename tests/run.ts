import './memory-disk.ts'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { installNeeds, missingNeeds } from './needs.ts'
import {
  type Outcome,
  outcomeOfCommand,
  outcomeOfFaults,
  outcomeOfPlaywright,
  outcomeOfVitest,
} from './outcomes.ts'

/**
 * Runs the tests: by default those of every change, with `--deep` the long ones. Words choose steps by their names.
 * Steps run in parallel, so each line names its step. Failures are repeated at the end; the last line is the total.
 */
const { values, positionals: words } = parseArgs({
  options: { deep: { type: 'boolean', default: false } },
  allowPositionals: true,
})

/** Removed at the end, with everything that a step leaves behind. */
const temporary = mkdtempSync(join(tmpdir(), 'daybook-tests-'))
// PostgreSQL refuses to run as root, and its user has to reach its files.
chmodSync(temporary, 0o755)
const vitestReport = join(temporary, 'vitest.json')
const faultReport = join(temporary, 'faults.json')
const playwrightReport = join(temporary, 'playwright.json')

interface Step {
  name: string
  command: string[]
  outcome(succeeded: boolean): Outcome
}

const command = (name: string, ...command: string[]): Step => ({ name, command, outcome: outcomeOfCommand })

const formatAndLint = command('format and lint', 'biome', 'ci', '--error-on-warnings')
const types = command(
  'types',
  'tsc',
  '--incremental',
  '--tsBuildInfoFile',
  'node_modules/.cache/types.tsbuildinfo',
)
const structure = command('structure', 'node', 'tests/structure.ts')
const unusedCode = command('unused code', 'knip')
const webClient = command('web client', 'node', 'server/web-client/command.ts')

const vitest = (name: string, projects: string[]): Step => ({
  name,
  command: [
    'vitest',
    'run',
    ...projects.map((project) => `--project=${project}`),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${vitestReport}`,
  ],
  outcome: (succeeded) => outcomeOfVitest(vitestReport, succeeded),
})
const playwright = (...options: string[]): Step => ({
  name: 'browser',
  command: ['playwright', 'test', ...options],
  outcome: (succeeded) => outcomeOfPlaywright(playwrightReport, succeeded),
})
const faults: Step = {
  name: 'faults',
  command: ['node', 'tests/faults/run.ts', '--short', `--report=${faultReport}`],
  outcome: (succeeded) => outcomeOfFaults(faultReport, succeeded),
}

/** Stages run one after another; the tracks of a stage in parallel; the steps of a track one after another. */
type Stage = Step[][]

const EVERY_CHANGE: Stage[] = [
  [
    [webClient, formatAndLint],
    [types, structure, unusedCode],
  ],
  [
    [playwright('--grep-invert=@deep')],
    [vitest('unit, component and API', ['unit', 'component', 'server', 'embedded'])],
  ],
]
const DEEP: Stage[] = [
  [[webClient]],
  [[playwright('--grep=@deep'), faults], [vitest('infrastructure and embedded', ['deep', 'deep-embedded'])]],
]

/** True if the command succeeded. */
async function run({ name, command: [program = '', ...args] }: Step): Promise<boolean> {
  const env = { ...process.env, TMPDIR: temporary, PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport }
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env })
  for (const input of [child.stdout, child.stderr])
    createInterface({ input }).on('line', (line) => console.log(`${name} │ ${line}`))
  const [code] = await once(child, 'close').catch(() => [null])
  return code === 0
}

const failures: string[] = []
const retried: string[] = []
let passed = 0

async function judge(step: Step): Promise<void> {
  const { name, outcome } = step
  const started = performance.now()
  const found = outcome(await run(step))
  passed += found.passed
  retried.push(...(found.retried ?? []))
  failures.push(...found.failures.map((failure) => `${name}: ${failure}`))
  const seconds = Math.round((performance.now() - started) / 1000)
  console.log(`── ${name}: ${found.passed} passed, ${found.failures.length} failed, in ${seconds} s`)
}

installNeeds(values.deep)
const missing = missingNeeds(values.deep)
if (process.env.CI)
  failures.push(...missing.map(({ name, packages }) => `${name} is missing: apt-get install ${packages}`))

const isSelected = ({ name }: Step) => words.length === 0 || words.some((word) => name.includes(word))
const isPossible = ({ name }: Step) => name !== 'browser' || missing.every((need) => need.name !== 'Chromium')
for (const tracks of values.deep ? DEEP : EVERY_CHANGE)
  await Promise.all(
    tracks.map(async (steps) => {
      for (const step of steps.filter(isSelected).filter(isPossible)) await judge(step)
    }),
  )
rmSync(temporary, { recursive: true, force: true })

if (failures.length > 0) console.log(`\n── Failed\n\n${failures.join('\n\n')}`)
if (retried.length > 0) console.log(`\n── Passed on the second attempt\n\n${retried.join('\n\n')}`)
const notRun = missing.map(({ name, loss }) => `${loss}, since ${name} is missing`)
const total = `${passed} passed, ${failures.length} failed`
console.log(
  `\n${notRun.length > 0 ? `${total}; not run: ${notRun.join('; ')}. See npm run test:setup` : total}`,
)
process.exit(failures.length > 0 ? 1 : 0)
