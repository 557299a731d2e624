import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
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
const FIREFOX = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
]
const POSTGRES = [
  '/usr/lib/postgresql/*/bin/initdb',
  '/opt/homebrew/opt/postgresql*/bin/initdb',
  '/usr/local/bin/initdb',
]

export function findChromium(): string | undefined {
  return [process.env.CHROMIUM_PATH ?? '', ...CHROMIUM].find((path) => path && existsSync(path))
}

export function findFirefox(): string | undefined {
  return [process.env.FIREFOX_PATH ?? '', ...FIREFOX].find((path) => path && existsSync(path))
}

export const hasPostgres = (): boolean =>
  POSTGRES.some((pattern) => globSync(pattern).length > 0) || findProgram('initdb') !== undefined

/** A program beyond npm that some of the tests need. */
export interface Need {
  name: string
  /** Debian's name for it. */
  packages: string[]
  isThere(): boolean
  /** Files that import one of these modules cannot run without it. */
  modules: string[]
  /** Says what is not tested without it. */
  loss: string
  /** Only the long tests need it. */
  isDeep?: true
}

const NEEDS: Need[] = [
  {
    name: 'Chromium',
    packages: ['chromium-headless-shell'],
    isThere: () => findChromium() !== undefined,
    modules: [],
    loss: 'the browser tests',
  },
  {
    name: 'PostgreSQL',
    packages: ['postgresql'],
    isThere: hasPostgres,
    modules: ['#tests/new-database.ts', '#tests/pgbouncer.ts'],
    loss: 'tests on a PostgreSQL server (the API tests ran on the embedded database)',
  },
  {
    name: 'PgBouncer',
    packages: ['pgbouncer'],
    isThere: () => findProgram('pgbouncer') !== undefined,
    modules: ['#tests/pgbouncer.ts'],
    loss: 'tests of connection pooling',
  },
  {
    name: 'Poppler',
    packages: ['poppler-utils'],
    isThere: () => findProgram('pdftotext') !== undefined,
    modules: ['#tests/pdf.ts'],
    loss: 'tests that read PDFs',
  },
  {
    name: 'Firefox',
    packages: ['firefox-esr'],
    isThere: () => findFirefox() !== undefined,
    modules: [],
    loss: 'the walk in Firefox',
    isDeep: true,
  },
]

export const missingNeeds = (forDeep = false): Need[] =>
  NEEDS.filter(({ isThere, isDeep }) => (forDeep || !isDeep) && !isThere())

/** The test files that cannot run on this machine. */
export function filesWithoutNeeds(): string[] {
  const modules = missingNeeds().flatMap((need) => need.modules)
  if (modules.length === 0) return []
  return globSync('{core,features,server,web,sandbox,tests}/**/*.test.{ts,tsx}').filter((path) => {
    const source = readFileSync(path, 'utf8')
    return modules.some((module) => source.includes(`'${module}'`))
  })
}

/** Installs the programs that the tests need, on Debian as root. */
export function installNeeds(forDeep = false): void {
  // Any Chromium will do, but Debian's shell is the fastest.
  const isSlow = !existsSync(process.env.CHROMIUM_PATH ?? HEADLESS_SHELL)
  const missing = missingNeeds(forDeep).flatMap(({ packages }) => packages)
  installPackages([...new Set([...(isSlow ? ['chromium-headless-shell'] : []), ...missing])])
}

/** Programs beyond npm that a cluster needs. */
export function provideClusterNeeds(): void {
  const missing = () => [
    ...(hasPostgres() ? [] : ['postgresql']),
    ...(hasPatroni() ? [] : ['patroni', 'python3-etcd']),
    ...(['etcd', 'haproxy', 'pgbouncer'] as const).filter((name) => !findProgram(name)).map(packageOf),
  ]
  installPackages(missing())
  const packages = missing().join(' ')
  if (packages) throw new Error(`A cluster needs ${packages}: apt-get install ${packages}`)
}

/** Its part for etcd is a package of its own. */
const hasPatroni = () =>
  findProgram('patroni') !== undefined && spawnSync('/usr/bin/python3', ['-c', 'import etcd']).status === 0

const packageOf = (program: string) => (program === 'etcd' ? 'etcd-server' : program)

/** Finds programs that are installed for administrators only, too. */
export function findProgram(name: string): string | undefined {
  const directories = [...(process.env.PATH ?? '').split(delimiter), '/usr/local/sbin', '/usr/sbin', '/sbin']
  return directories.map((directory) => join(directory, name)).find((path) => existsSync(path))
}

function installPackages(packages: string[]): void {
  if (packages.length === 0 || !existsSync('/usr/bin/apt-get') || process.getuid?.() !== 0) return
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', ...packages],
  ])
    spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env })
}
