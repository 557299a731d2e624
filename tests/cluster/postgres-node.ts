import { spawnSync } from 'node:child_process'
import { chownSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { signalAll, withChildren } from '#tests/faults/processes.ts'
import type { SmallDisk } from '#tests/faults/small-disk.ts'
import { until } from '#tests/faults/until.ts'
import { freePort } from '#tests/ports.ts'
import { findBinaries, ownerWhenRoot } from '#tests/postgres-server.ts'
import { Program } from './program.ts'

/**
 * The time until a primary is replaced: at the latest `ttl` seconds after it was last heard of. Patroni's documents
 * advise 20 or more where networks are slow.
 */
const TIMES = { ttl: 8, loop_wait: 2, retry_timeout: 3 }

const PARAMETERS = {
  max_connections: 100,
  shared_buffers: '64MB',
  max_wal_size: '128MB',
  min_wal_size: '48MB',
  wal_keep_size: '64MB',
  max_slot_wal_keep_size: '192MB',
  wal_sender_timeout: '5s',
  wal_receiver_timeout: '5s',
  // Nothing is left in shared memory by a server that was killed.
  dynamic_shared_memory_type: 'mmap',
  unix_socket_directories: '',
}

const Status = z.object({ role: z.string(), state: z.string() })
const Members = z.object({
  members: z.array(z.object({ name: z.string(), role: z.string(), state: z.string() })),
})
export type Member = z.output<typeof Members>['members'][number]

export interface PostgresNodeOptions {
  name: string
  directory: string
  logs: string
  etcdPort: number
  disk: SmallDisk | undefined
}

/** A PostgreSQL server and the Patroni that looks after it. */
export class PostgresNode {
  readonly name: string
  readonly port: number
  readonly restPort: number
  readonly directory: string
  readonly patroni: Program
  readonly disk: SmallDisk | undefined
  #frozen: number[] = []

  private constructor(options: PostgresNodeOptions, port: number, restPort: number) {
    const { name, directory, logs } = options
    this.name = name
    this.port = port
    this.restPort = restPort
    this.directory = directory
    this.disk = options.disk
    const owner = ownerWhenRoot()
    mkdirSync(directory, { recursive: true })
    if (owner) chownSync(directory, owner.uid, owner.gid)
    // YAML, since JSON is a part of it.
    const settings = join(directory, 'patroni.yml')
    writeFileSync(settings, JSON.stringify(this.#settings(options), null, 2))
    const environment = { HOME: directory, PYTHONUNBUFFERED: '1' }
    this.patroni = new Program({
      name,
      command: 'patroni',
      args: [settings],
      logs,
      environment,
      owner,
    })
  }

  /** Not started yet. */
  static async prepare(options: PostgresNodeOptions): Promise<PostgresNode> {
    return new PostgresNode(options, await freePort(), await freePort())
  }

  #settings({ name, directory, etcdPort }: PostgresNodeOptions) {
    const here = `127.0.0.1:${this.port}`
    const rest = `127.0.0.1:${this.restPort}`
    const anyone = ['host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust']
    return {
      scope: 'daybook',
      name,
      restapi: { listen: rest, connect_address: rest },
      // Not `etcd3`: before 3.1, Patroni could lose track of the synchronous standby there for good.
      etcd: { host: `127.0.0.1:${etcdPort}` },
      bootstrap: {
        dcs: {
          ...TIMES,
          primary_start_timeout: 0,
          synchronous_mode: true,
          postgresql: { use_pg_rewind: true, use_slots: true, parameters: PARAMETERS },
        },
        initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
      },
      postgresql: {
        listen: here,
        connect_address: here,
        data_dir: this.dataDirectory,
        bin_dir: findBinaries(),
        // If pg_rewind fails, the server is copied anew.
        remove_data_directory_on_rewind_failure: true,
        pgpass: join(directory, 'pgpass'),
        pg_hba: anyone,
        authentication: {
          superuser: { username: 'postgres' },
          replication: { username: 'replicator' },
        },
      },
    }
  }

  get dataDirectory(): string {
    return join(this.directory, 'data')
  }

  get restUrl(): string {
    return `http://127.0.0.1:${this.restPort}`
  }

  get url(): string {
    return `postgres://postgres@127.0.0.1:${this.port}/daybook`
  }

  async isRunning(): Promise<boolean> {
    const { state } = Status.parse(await this.#ask('/patroni'))
    return state === 'running'
  }

  async isPrimary(): Promise<boolean> {
    const { role } = Status.parse(await this.#ask('/patroni'))
    return role === 'master' || role === 'primary'
  }

  /** As this node sees them. */
  async members(): Promise<Member[]> {
    return Members.parse(await this.#ask('/cluster')).members
  }

  async #ask(path: string): Promise<unknown> {
    const response = await fetch(`${this.restUrl}${path}`, {
      signal: AbortSignal.timeout(2000),
    })
    return response.json()
  }

  /** Kills PostgreSQL. Patroni stays, and notices. */
  killPostgres(): void {
    signalAll(this.#postgresProcesses(), 'SIGKILL')
  }

  /** As a power cut. */
  async kill(): Promise<void> {
    await this.patroni.end('SIGKILL')
    this.killPostgres()
  }

  /** As a machine that hangs: connections stay open, and nothing is answered. */
  freeze(): void {
    this.#frozen = [...this.#postgresProcesses(), ...withChildren(this.patroni.pid)]
    signalAll(this.#frozen, 'SIGSTOP')
  }

  thaw(): void {
    signalAll(this.#frozen.splice(0), 'SIGCONT')
  }

  async stop(): Promise<void> {
    this.thaw()
    await this.patroni.end('SIGKILL')
    signalAll(this.#postgresProcesses().slice(0, 1), 'SIGQUIT')
    await until(async () => this.#postgresProcesses().length === 0, 10)
  }

  /** None while PostgreSQL does not run. */
  #postgresProcesses(): number[] {
    const found = spawnSync('pgrep', ['-f', '--', `-D ${this.dataDirectory}( |$)`], { encoding: 'utf8' })
    return found.stdout.split('\n').filter(Boolean).map(Number).flatMap(withChildren)
  }
}
