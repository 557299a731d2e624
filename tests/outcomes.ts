import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** The result of one step of the tests. Each failure says on its own what failed and why. */
export interface Outcome {
  passed: number
  failures: string[]
  /** Tests that passed on their second attempt, and why not on their first. */
  retried?: string[]
}

const LINES_OF_A_FAILURE = 25

const failure = (name: string, ...reasons: string[]): string => {
  const lines = stripVTControlCharacters(reasons.join('\n')).split('\n')
  return [name, ...lines.slice(0, LINES_OF_A_FAILURE).map((line) => `  ${line}`)].join('\n')
}

/** A step can fail although no single test of it did: a file that cannot be loaded has no tests. */
const judged = (outcome: Outcome, succeeded: boolean): Outcome =>
  succeeded || outcome.failures.length > 0 ? outcome : { ...outcome, failures: ['the command failed'] }

export const outcomeOfCommand = (succeeded: boolean): Outcome =>
  judged({ passed: succeeded ? 1 : 0, failures: [] }, succeeded)

interface VitestReport {
  numPassedTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: {
      status: string
      fullName: string
      /** A test that passed on its second attempt has those of the first. */
      failureMessages: string[] | null
    }[]
  }[]
}

export function outcomeOfVitest(path: string, succeeded: boolean): Outcome {
  const report = read<VitestReport>(path)
  const retried = (report?.testResults ?? []).flatMap(({ name, assertionResults }) =>
    assertionResults.flatMap(({ status, fullName, failureMessages }) =>
      status === 'passed' && failureMessages?.length
        ? [failure(`${relative('.', name)}: ${fullName}`, ...failureMessages)]
        : [],
    ),
  )
  const failures = (report?.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
    const file = relative('.', name)
    const failed = assertionResults.filter((test) => test.status === 'failed')
    return failed.length === 0 && status === 'failed'
      ? [failure(file, message)]
      : failed.map((test) => failure(`${file}: ${test.fullName}`, ...(test.failureMessages ?? [])))
  })
  return judged({ passed: report?.numPassedTests ?? 0, failures, retried }, succeeded)
}

export const outcomeOfFaults = (path: string, succeeded: boolean): Outcome =>
  judged(read<Outcome>(path) ?? { passed: 0, failures: [] }, succeeded)

interface PlaywrightSuite {
  suites?: PlaywrightSuite[]
  specs?: {
    title: string
    file: string
    line: number
    tests: {
      status: string
      results: { errors: { message?: string }[]; attachments: { name: string; path?: string }[] }[]
    }[]
  }[]
}

interface PlaywrightReport extends PlaywrightSuite {
  stats: { expected: number }
  errors: { message?: string }[]
}

export function outcomeOfPlaywright(path: string, succeeded: boolean): Outcome {
  const report = read<PlaywrightReport>(path)
  const failures = [
    ...(report?.errors ?? []).map(({ message = '' }) => failure('outside of any test', message)),
    ...(report ? failuresOfSuite(report) : []),
  ]
  return judged({ passed: report?.stats.expected ?? 0, failures }, succeeded)
}

function failuresOfSuite({ suites = [], specs = [] }: PlaywrightSuite): string[] {
  const own = specs.flatMap(({ title, file, line, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected')
      .map(({ results }) => {
        const messages = results.flatMap(({ errors }) => errors.map(({ message = '' }) => message))
        const shown = results.flatMap(({ attachments }) => attachments.flatMap(pageShown))
        return [failure(`${file}:${line}: ${title}`, ...messages), ...shown].join('\n')
      }),
  )
  return [...own, ...suites.flatMap(failuresOfSuite)]
}

/** The page as a screen reader had it when the test failed. */
function pageShown({ name, path }: { name: string; path?: string }): string[] {
  if (name !== 'error-context' || !path) return []
  const [, snapshot] = /```yaml\n(.*?)```/s.exec(readFileSync(path, 'utf8')) ?? []
  return snapshot ? [`  The page:\n${snapshot.trimEnd().replaceAll(/^/gm, '    ')}`] : []
}

function read<T>(path: string): T | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}
