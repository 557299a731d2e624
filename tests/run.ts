import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { provideNeeds } from './needs.ts'

/** Everything that must hold before a change lands, in one command. The last line is the total. */
interface Count {
  passed: number
  failed: number
}

const reports = mkdtempSync(join(tmpdir(), 'daybook-reports-'))
const vitestReport = join(reports, 'vitest.json')
const faultReport = join(reports, 'faults.json')
const playwrightReport = join(reports, 'playwright.json')

const steps: Record<string, () => Count> = {
  'format and lint': () => check('biome', 'ci', '--error-on-warnings'),
  types: () => check('tsc'),
  structure: () => check('node', 'tests/structure.ts'),
  'unused code': () => check('knip'),
  'web client': () => check('node', 'server/build.ts'),
  'unit and integration': () => {
    run('vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`)
    const { numPassedTests = 0, numFailedTests = 0, success = false } = readReport(vitestReport)
    // A file that cannot be loaded has no failed test to count.
    return { passed: numPassedTests, failed: success ? numFailedTests : Math.max(1, numFailedTests) }
  },
  faults: () => {
    const status = run('node', 'tests/faults/run.ts', '--short', `--report=${faultReport}`)
    const { passed = 0, failed = 0 } = readReport(faultReport)
    return { passed, failed: Math.max(failed, status === 0 ? 0 : 1) }
  },
  browser: () => {
    const status = run('playwright', 'test')
    const { expected = 0, unexpected = 0, flaky = 0 } = readReport(playwrightReport).stats ?? {}
    return { passed: expected, failed: Math.max(unexpected + flaky, status === 0 ? 0 : 1) }
  },
}

function run(command: string, ...args: string[]): number {
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport }
  return spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'], env }).status ?? 1
}

const check = (command: string, ...args: string[]): Count =>
  run(command, ...args) === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }

interface Report {
  numPassedTests?: number
  numFailedTests?: number
  success?: boolean
  passed?: number
  failed?: number
  stats?: { expected: number; unexpected: number; flaky: number }
}

function readReport(path: string): Report {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return {}
  }
}

const total: Count = { passed: 0, failed: 0 }
const wanted = process.argv.slice(2)
try {
  provideNeeds()
  for (const [name, step] of Object.entries(steps)) {
    if (wanted.length > 0 && !wanted.some((word) => name.includes(word))) continue
    console.log(`\n── ${name}`)
    const started = performance.now()
    const count = step()
    total.passed += count.passed
    total.failed += count.failed
    const seconds = Math.round((performance.now() - started) / 1000)
    console.log(`── ${name}: ${count.passed} passed, ${count.failed} failed, in ${seconds} s`)
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  total.failed += 1
}
rmSync(reports, { recursive: true, force: true })
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed > 0 ? 1 : 0)
