import { spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'

/** The headless shell first: it takes a third less time than a whole browser. */
const CHROMIUM = [
  '/usr/bin/chromium-headless-shell',
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

/** What the tests need beyond npm: installed from Debian's packages where that is possible, else said in one line. */
export function provideNeeds(): void {
  const missing = () => [
    ...(findChromium() ? [] : ['chromium-headless-shell']),
    ...(hasPostgres() ? [] : ['postgresql']),
  ]
  const wanted = missing()
  if (wanted.length === 0) return
  if (existsSync('/usr/bin/apt-get') && process.getuid?.() === 0) {
    const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    for (const args of [
      ['update', '-qq'],
      ['install', '-y', '-qq', '--no-install-recommends', ...wanted],
    ]) {
      spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env: environment })
    }
  }
  const left = missing()
  if (left.length > 0) {
    throw new Error(
      `The tests need ${left.join(' and ')}: install it (Debian: apt-get install ${left.join(' ')}) and run them again.`,
    )
  }
}
