import { spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Takes a third less time than a whole browser. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'
const CHROMIUM = [
  HEADLESS_SHELL,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]
const POSTGRES = [
  '/usr/lib/postgresql/*/bin/initdb',
  '/opt/homebrew/opt/postgresql*/bin/initdb',
  '/usr/local/bin/initdb',
]

export function findChromium(): string | undefined {
  return [process.env.CHROMIUM_PATH ?? '', ...CHROMIUM].find((path) => path && existsSync(path))
}

const hasPostgres = () =>
  POSTGRES.some((pattern) => globSync(pattern).length > 0) || spawnSync('initdb', ['--version']).status === 0

/** Reads PDFs. */
const hasPoppler = () => spawnSync('pdftotext', ['-v']).status === 0

/** What the tests need beyond npm. */
export function provideNeeds(): void {
  const hasFastChromium = existsSync(process.env.CHROMIUM_PATH ?? HEADLESS_SHELL)
  const missing = () => [
    ...(hasPostgres() ? [] : ['postgresql']),
    ...(findProgram('pgbouncer') ? [] : ['pgbouncer']),
    ...(hasPoppler() ? [] : ['poppler-utils']),
  ]
  installWherePossible([...(hasFastChromium ? [] : ['chromium-headless-shell']), ...missing()])
  refuseWithout('The tests need', [...(findChromium() ? [] : ['chromium']), ...missing()])
}

/** What a cluster needs beyond npm. */
export function provideClusterNeeds(): void {
  const missing = () => [
    ...(hasPostgres() ? [] : ['postgresql']),
    ...(hasPatroni() ? [] : ['patroni', 'python3-etcd']),
    ...(['etcd', 'haproxy', 'pgbouncer'] as const).filter((name) => !findProgram(name)).map(packageOf),
  ]
  installWherePossible(missing())
  refuseWithout('A cluster needs', missing())
}

/** Its part for etcd is a package of its own. */
const hasPatroni = () =>
  findProgram('patroni') !== undefined && spawnSync('/usr/bin/python3', ['-c', 'import etcd']).status === 0

const packageOf = (program: string) => (program === 'etcd' ? 'etcd-server' : program)

/** Where a program is that may be installed for administrators only. */
export function findProgram(name: string): string | undefined {
  const directories = [...(process.env.PATH ?? '').split(delimiter), '/usr/local/sbin', '/usr/sbin', '/sbin']
  return directories.map((directory) => join(directory, name)).find((path) => existsSync(path))
}

/** On Debian, as root. */
function installWherePossible(packages: string[]): void {
  if (packages.length === 0 || !existsSync('/usr/bin/apt-get') || process.getuid?.() !== 0) return
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', ...packages],
  ])
    spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env })
}

/** Says in one line what is missing. */
function refuseWithout(who: string, missing: string[]): void {
  if (missing.length === 0) return
  const packages = missing.join(' ')
  throw new Error(
    `${who} ${missing.join(' and ')}: install it (Debian: apt-get install ${packages}) and try again.`,
  )
}
