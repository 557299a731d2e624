import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { buildWebIfStale } from '#server/web-client/build.ts'
import { mountSmallDisk } from '#tests/faults/small-disk.ts'
import { until } from '#tests/faults/until.ts'
import { provideClusterNeeds } from '#tests/needs.ts'
import { startPgBouncer } from '#tests/pgbouncer.ts'
import { freePort } from '#tests/ports.ts'
import { AppServer } from './app-server.ts'
import { writeHaproxySettings } from './haproxy.ts'
import { PostgresNode } from './postgres-node.ts'
import { Program, type ProgramOptions } from './program.ts'
import { type Services, startServices } from './services.ts'

/** App servers behind a load balancer, on a database that fails over. All of it runs on this machine. */
export interface Cluster {
  url: string
  /** The primary, wherever it is now. */
  databaseUrl: string
  nodes: PostgresNode[]
  apps: AppServer[]
  haproxy: Program
  services: Services
  directory: string
  /** The address of each process. */
  addresses: Record<string, string>
}

export interface ClusterOptions {
  directory: string
  /** Puts PgBouncer in transaction mode between the app servers and the database. */
  pgbouncer: boolean
  /** Gives each PostgreSQL server a disk of its own, of this size, which root may do. */
  diskMegabytes?: number
  /** Further settings of the app servers. */
  environment?: NodeJS.ProcessEnv
  onProgress(words: string): void
}

const START_SECONDS = 120
/** From PgBouncer to PostgreSQL, for all app servers together. */
const POOLED_CONNECTIONS = 20
/** After a signal to stop, a server finishes what it is asked for so long, while the load balancer takes it out. */
const DRAIN_SECONDS = 3

/** `running` ends all of it, also before it is complete. */
export async function startCluster(options: ClusterOptions, running: AsyncDisposableStack): Promise<Cluster> {
  const { directory, onProgress } = options
  provideClusterNeeds()
  // PostgreSQL refuses to run as root, so its user has to find its way in.
  chmodSync(directory, 0o755)
  const logs = join(directory, 'logs')
  mkdirSync(logs)
  const prepare = (program: Omit<ProgramOptions, 'logs'>) => {
    const prepared = new Program({ ...program, logs })
    running.defer(() => prepared.end('SIGKILL'))
    return prepared
  }
  const port = await freePort()
  const url = `http://localhost:${port}`
  const services = await startServices(url, directory)
  running.defer(() => services.stop())

  onProgress('Starting etcd and three PostgreSQL servers')
  const etcdPort = await freePort()
  const etcd = prepare({
    name: 'etcd',
    command: 'etcd',
    args: etcdArguments(directory, etcdPort, await freePort()),
    // It runs there, but only if told so.
    environment: { ...(process.arch === 'arm64' && { ETCD_UNSUPPORTED_ARCH: 'arm64' }) },
  })
  await etcd.startUntil(async () => (await fetch(`http://127.0.0.1:${etcdPort}/health`)).ok, START_SECONDS)
  const nodes: PostgresNode[] = []
  for (const name of ['postgres-1', 'postgres-2', 'postgres-3']) {
    const home = join(directory, name)
    const mounted = options.diskMegabytes ? mountSmallDisk(home, options.diskMegabytes) : undefined
    const disk = mounted && 'disk' in mounted ? mounted.disk : undefined
    running.defer(() => disk?.unmount())
    const node = await PostgresNode.prepare({ name, directory: home, logs, etcdPort, disk })
    running.defer(() => node.stop())
    nodes.push(node)
    // The first becomes the primary, which the others copy.
    await node.patroni.startUntil(() => node.isRunning(), START_SECONDS)
  }
  if (!(await until(() => isWhole(nodes), START_SECONDS)))
    throw new Error('PostgreSQL has no synchronous standby')

  onProgress('Starting HAProxy and three Daybook servers')
  const databasePort = await freePort()
  const databaseUrl = urlOfDatabase(databasePort)
  const pgbouncer = options.pgbouncer ? await startPgBouncer(databaseUrl, POOLED_CONNECTIONS) : undefined
  running.defer(() => pgbouncer?.stop())
  const pooledUrl = pgbouncer?.throughPooler(databaseUrl)
  const environment = {
    PUBLIC_URL: url,
    TRUST_PROXY: '1',
    SECRET: 'only for a cluster on this machine',
    DRAIN_SECONDS: String(DRAIN_SECONDS),
    DATABASE_URL: pooledUrl ?? databaseUrl,
    ...(pooledUrl && { DATABASE_DIRECT_URL: databaseUrl }),
    ...services.environment,
    ...options.environment,
  }
  const apps: AppServer[] = []
  for (const name of ['daybook-1', 'daybook-2', 'daybook-3']) {
    const app = await AppServer.prepare({ name, directory, logs, environment })
    running.defer(() => app.kill())
    apps.push(app)
  }
  const haproxy = prepare({
    name: 'haproxy',
    command: 'haproxy',
    args: ['-db', '-f', writeHaproxySettings(directory, { port, databasePort, apps, nodes })],
  })
  haproxy.start()
  await createDatabase(urlOfDatabase(databasePort, 'postgres'))
  await buildWebIfStale()
  await Promise.all(apps.map((app) => app.start()))
  if (!(await until(async () => (await fetch(`${url}/readyz`)).ok, START_SECONDS)))
    throw new Error('HAProxy finds no Daybook server')

  return {
    url,
    databaseUrl,
    nodes,
    apps,
    haproxy,
    services,
    directory,
    addresses: {
      'Daybook, through HAProxy': url,
      ...Object.fromEntries(apps.map((app) => [app.name, app.url])),
      'sign-in': services.identityUrl,
      payments: services.paymentsUrl,
      mail: services.mail.url,
      'files (S3)': services.bucket.url,
      ...(pooledUrl && { PgBouncer: pooledUrl }),
      'the primary, through HAProxy': databaseUrl,
      ...Object.fromEntries(nodes.map((node) => [node.name, `${node.url}, Patroni ${node.restUrl}/cluster`])),
      etcd: `http://127.0.0.1:${etcdPort}`,
      logs,
    },
  }
}

const urlOfDatabase = (port: number, name = 'daybook') => `postgres://postgres@127.0.0.1:${port}/${name}`

function etcdArguments(directory: string, clientPort: number, peerPort: number): string[] {
  const [client, peer] = [`http://127.0.0.1:${clientPort}`, `http://127.0.0.1:${peerPort}`]
  return [
    ['--enable-v2'],
    ['--data-dir', join(directory, 'etcd')],
    ['--listen-client-urls', client],
    ['--advertise-client-urls', client],
    ['--listen-peer-urls', peer],
    ['--initial-advertise-peer-urls', peer],
    ['--initial-cluster', `default=${peer}`],
  ].flat()
}

/** As soon as HAProxy knows the primary. */
async function createDatabase(url: string): Promise<void> {
  const created = await until(async () => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query('create database daybook').finally(() => client.end())
    return true
  }, START_SECONDS)
  if (!created) throw new Error('HAProxy finds no primary')
}

/** True if one node is the primary, and all others follow it, one of them synchronously. */
export async function isWhole(nodes: PostgresNode[]): Promise<boolean> {
  const members = await Promise.any(nodes.map((node) => node.members()))
  const roles = members
    .filter(({ state }) => state === 'running' || state === 'streaming')
    .map(({ role }) => role)
  return roles.length === nodes.length && roles.includes('leader') && roles.includes('sync_standby')
}

/** Waits for one, if there is none now. */
export async function findPrimary(nodes: PostgresNode[]): Promise<PostgresNode> {
  let primary: PostgresNode | undefined
  await until(async () => {
    const answers = await Promise.all(nodes.map((node) => node.isPrimary().catch(() => false)))
    primary = nodes.find((_, index) => answers[index])
    return primary !== undefined
  }, START_SECONDS)
  if (!primary) throw new Error('PostgreSQL has no primary')
  return primary
}
