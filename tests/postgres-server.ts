import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { freePort } from './ports.ts'

export interface PostgresServer {
  url(databaseName: string): string
  createDatabase(name: string, template?: string): Promise<string>
  /** Statements to databases whose names begin so, except by the tests themselves: each once, without values. */
  statementsTo(databases: string): Promise<string[]>
  stop(): Promise<void>
  /** As a power cut to the server's process: no shutdown, no checkpoint. */
  kill(): void
  /** Starts the same cluster again on the same port, whether it was killed or still runs. */
  restart(): Promise<void>
}

export interface PostgresServerOptions {
  /** Sync to the disk as in production. Without it tests are faster, and a crash may lose data. */
  durable?: boolean
  /** Keep the text of every statement, and who sent it. */
  recordStatements?: boolean
}

const user = 'daybook'

/** The user of the tests' own statements, so that they can be told from those of the app. */
const tester = 'tester'

/** This database for the tests' own statements. */
export const asTester = (url: string): string => url.replace(`//${user}@`, `//${tester}@`)

const recording = ['-c', 'shared_preload_libraries=pg_stat_statements', '-c', 'pg_stat_statements.max=20000']
const fast = ['-c', 'fsync=off', '-c', 'synchronous_commit=off', '-c', 'full_page_writes=off']

/** A throw-away PostgreSQL cluster on a loopback port. */
export async function startPostgresServer(options: PostgresServerOptions = {}): Promise<PostgresServer> {
  const binaries = findBinaries()
  const owner = ownerWhenRoot()
  const home = mkdtempSync(path.join(tmpdir(), 'daybook-postgres-'))
  if (owner) chownSync(home, owner.uid, owner.gid)
  const data = path.join(home, 'data')
  const locale = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'
  execFileSync(
    path.join(binaries, 'initdb'),
    ['-D', data, '-U', user, '--auth=trust', '--no-sync', '-E', 'UTF8', `--locale=${locale}`],
    { ...owner, stdio: ['ignore', 'ignore', 'pipe'], cwd: home },
  )

  let port = await freePort()
  let child: ChildProcess | undefined

  async function start() {
    for (let attempt = 1; ; attempt += 1) {
      const started = await tryToStart()
      if (started.ready) return
      const retry = /Address already in use|shared memory block|lock file/.test(started.output)
      if (!retry || attempt === 100) throw new Error(`PostgreSQL did not start: ${started.output}`)
      if (started.output.includes('Address already in use') && !child) port = await freePort()
    }
  }

  async function tryToStart() {
    const settings = [
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      'unix_socket_directories=',
      '-c',
      `port=${port}`,
    ]
    const attempt = spawn(
      path.join(binaries, 'postgres'),
      [
        '-D',
        data,
        ...settings,
        ...(options.durable ? [] : fast),
        ...(options.recordStatements ? recording : []),
      ],
      { ...owner, stdio: ['ignore', 'ignore', 'pipe'], cwd: home },
    )
    let output = ''
    for await (const line of createInterface(attempt.stderr)) {
      output += `${line}\n`
      if (!line.includes('ready to accept connections')) continue
      attempt.stderr.resume()
      child = attempt
      return { ready: true, output }
    }
    return { ready: false, output }
  }

  async function end(signal: NodeJS.Signals) {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
  }

  /** For the end of this process, where nothing can be awaited any more. */
  function cleanUp() {
    child?.kill('SIGQUIT')
    const isRunning = () => existsSync(path.join(data, 'postmaster.pid'))
    for (let waited = 0; isRunning() && waited < 500; waited += 1) pause(10)
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  }

  function cleanUpOnSignal(signal: NodeJS.Signals) {
    cleanUp()
    process.kill(process.pid, signal)
  }

  process.once('exit', cleanUp)
  process.once('SIGTERM', cleanUpOnSignal)
  process.once('SIGINT', cleanUpOnSignal)
  const url = (name: string) => `postgres://${user}@127.0.0.1:${port}/${name}`

  async function run(statement: string): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: url('postgres') })
    await client.connect()
    try {
      return (await client.query(statement)).rows
    } finally {
      await client.end()
    }
  }

  await start()
  await run(`create role ${tester} superuser login`)

  return {
    url,
    async createDatabase(name, template = 'template1') {
      await run(`create database ${pg.escapeIdentifier(name)} template ${pg.escapeIdentifier(template)}`)
      return url(name)
    },
    async statementsTo(databases) {
      await run('create extension if not exists pg_stat_statements')
      const rows = await run(`
        select distinct query from pg_stat_statements s join pg_database d on d.oid = s.dbid
        where s.userid = '${user}'::regrole and d.datname like ${pg.escapeLiteral(`${databases}%`)}`)
      return rows.map(({ query }) => String(query))
    },
    async stop() {
      await end('SIGQUIT')
      process.off('exit', cleanUp)
      process.off('SIGTERM', cleanUpOnSignal)
      process.off('SIGINT', cleanUpOnSignal)
      rmSync(home, { recursive: true, force: true, maxRetries: 5 })
    },
    kill: () => child?.kill('SIGKILL'),
    async restart() {
      await end('SIGINT')
      await start()
    },
  }
}

function pause(milliseconds: number) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
}

/** The directory with `initdb` and `postgres`. */
export function findBinaries(): string {
  const usual = [
    '/usr/lib/postgresql/*/bin',
    '/usr/pgsql-*/bin',
    '/usr/local/pgsql/bin',
    '/opt/homebrew/opt/postgresql*/bin',
    '/usr/local/opt/postgresql*/bin',
    '/Applications/Postgres.app/Contents/Versions/*/bin',
  ]
  const newestFirst = usual.flatMap((pattern) => globSync(pattern).sort(byVersion).reverse())
  const candidates = [...(process.env.PATH ?? '').split(path.delimiter), ...newestFirst]
  const found = candidates.find((directory) =>
    ['initdb', 'postgres'].every((binary) => existsSync(path.join(directory, binary))),
  )
  if (found) return found
  throw new Error(
    'The tests need PostgreSQL 15 or newer: install it (Debian: apt-get install postgresql, macOS: brew install postgresql).',
  )
}

function byVersion(one: string, other: string) {
  return one.localeCompare(other, 'en', { numeric: true })
}

/** PostgreSQL refuses to run as root. */
export function ownerWhenRoot(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}
