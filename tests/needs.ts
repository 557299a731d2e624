import { spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'

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

/** What the tests need beyond npm: installed from Debian's packages where that is possible, else said in one line. */
export function provideNeeds(): void {
  const hasFastChromium = existsSync(process.env.CHROMIUM_PATH ?? HEADLESS_SHELL)
  const wanted = [
    ...(hasFastChromium ? [] : ['chromium-headless-shell']),
    ...(hasPostgres() ? [] : ['postgresql']),
    ...(hasPoppler() ? [] : ['poppler-utils']),
  ]
  if (wanted.length > 0 && existsSync('/usr/bin/apt-get') && process.getuid?.() === 0) install(wanted)
  const missing = [
    ...(findChromium() ? [] : ['chromium']),
    ...(hasPostgres() ? [] : ['postgresql']),
    ...(hasPoppler() ? [] : ['poppler-utils']),
  ]
  if (missing.length > 0) {
    const packages = missing.join(' ')
    throw new Error(
      `The tests need ${missing.join(' and ')}: install it (Debian: apt-get install ${packages}) and run them again.`,
    )
  }
}

function install(packages: string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', ...packages],
  ])
    spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env })
}
