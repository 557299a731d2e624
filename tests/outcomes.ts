import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** What a step of the tests came to. Each failure says on its own what failed and why. */
export interface Outcome {
  passed: number
  failures: string[]
}

const LINES_OF_A_FAILURE = 25

const failure = (name: string, ...reasons: string[]): string => {
  const lines = stripVTControlCharacters(reasons.join('\n')).split('\n')
  return [name, ...lines.slice(0, LINES_OF_A_FAILURE).map((line) => `  ${line}`)].join('\n')
}

/** A step that did not end well has failed, even where no single test of it did: a file that cannot be loaded has none. */
const judged = (outcome: Outcome, endedWell: boolean): Outcome =>
  endedWell || outcome.failures.length > 0 ? outcome : { ...outcome, failures: ['it did not end well'] }

export const outcomeOfCommand = (endedWell: boolean): Outcome =>
  judged({ passed: endedWell ? 1 : 0, failures: [] }, endedWell)

interface VitestReport {
  numPassedTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] | null }[]
  }[]
}

export function outcomeOfVitest(path: string, endedWell: boolean): Outcome {
  const report = read<VitestReport>(path)
  const failures = (report?.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
    const file = relative('.', name)
    const failed = assertionResults.filter((test) => test.status === 'failed')
    return failed.length === 0 && status === 'failed'
      ? [failure(file, message)]
      : failed.map((test) => failure(`${file}: ${test.fullName}`, ...(test.failureMessages ?? [])))
  })
  return judged({ passed: report?.numPassedTests ?? 0, failures }, endedWell)
}

export const outcomeOfFaults = (path: string, endedWell: boolean): Outcome =>
  judged(read<Outcome>(path) ?? { passed: 0, failures: [] }, endedWell)

interface PlaywrightSuite {
  suites?: PlaywrightSuite[]
  specs?: {
    title: string
    file: string
    line: number
    tests: { status: string; results: { errors: { message?: string }[] }[] }[]
  }[]
}

interface PlaywrightReport extends PlaywrightSuite {
  stats: { expected: number; flaky: number }
  errors: { message?: string }[]
}

export function outcomeOfPlaywright(path: string, endedWell: boolean): Outcome {
  const report = read<PlaywrightReport>(path)
  const failures = [
    ...(report?.errors ?? []).map(({ message = '' }) => failure('outside of any test', message)),
    ...(report ? failuresOfSuite(report) : []),
  ]
  const { expected, flaky } = report?.stats ?? { expected: 0, flaky: 0 }
  return judged({ passed: expected + flaky, failures }, endedWell)
}

function failuresOfSuite({ suites = [], specs = [] }: PlaywrightSuite): string[] {
  const own = specs.flatMap(({ title, file, line, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected')
      .map(({ results }) => {
        const messages = results.flatMap(({ errors }) => errors.map(({ message = '' }) => message))
        return failure(`${file}:${line}: ${title}`, ...messages)
      }),
  )
  return [...own, ...suites.flatMap(failuresOfSuite)]
}

function read<T>(path: string): T | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}
