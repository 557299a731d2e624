import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { SeededRandom } from '#core/seeded-random.ts'
import { signalAll } from '#tests/faults/processes.ts'
import { until } from '#tests/faults/until.ts'
import { type Cluster, findPrimary } from './cluster.ts'
import { copyNextVersion } from './next-version.ts'
import type { PostgresNode } from './postgres-node.ts'

export interface Fault {
  name: string
  /** True if clients may notice. Otherwise every call has to succeed. */
  isNoticed: boolean
  cause(cluster: Cluster, random: SeededRandom): Promise<CausedFault>
}

interface CausedFault {
  /** Runs while people work. */
  last?(): Promise<void>
  /** The end of a fault that nothing took over from: writes are expected from then on, not from its start. */
  endedAt?(): number | undefined
  /** Brings back what was lost, once writes are acknowledged again. */
  repair?(): Promise<void>
}

const FULL_DISK_SECONDS = 15
const TAKE_OUT_SECONDS = 30

export const KILLS: readonly Fault[] = [
  {
    name: 'primary killed, with Patroni',
    isNoticed: true,
    cause: async ({ nodes }) => {
      const primary = await findPrimary(nodes)
      await primary.kill()
      return { repair: async () => primary.patroni.start() }
    },
  },
  {
    name: 'primary frozen',
    isNoticed: true,
    cause: async ({ nodes }) => {
      const primary = await findPrimary(nodes)
      primary.freeze()
      return { repair: async () => primary.thaw() }
    },
  },
  {
    name: 'primary killed, without Patroni',
    isNoticed: true,
    cause: async ({ nodes }) => {
      const primary = await findPrimary(nodes)
      primary.killPostgres()
      return {}
    },
  },
]

export const OTHER_FAULTS: readonly Fault[] = [
  {
    name: 'replication to the synchronous standby cut',
    isNoticed: true,
    cause: async ({ nodes }) => cutReplication(await findSynchronous(nodes)),
  },
  {
    name: 'replication to both standbys cut',
    isNoticed: true,
    cause: async ({ nodes }) => {
      const primary = await findPrimary(nodes)
      return cutReplication(nodes.filter((node) => node !== primary))
    },
  },
  {
    name: 'app server killed',
    isNoticed: true,
    cause: async ({ apps }, random) => {
      const app = random.oneOf(apps)
      await app.kill()
      return { repair: () => app.start() }
    },
  },
  {
    name: 'HAProxy killed and started',
    isNoticed: true,
    cause: async ({ haproxy }) => {
      await haproxy.end('SIGKILL')
      haproxy.start()
      return {}
    },
  },
  {
    name: 'all app servers restarted in turn',
    isNoticed: false,
    cause: async (cluster) => ({ last: () => restartInTurn(cluster) }),
  },
  {
    name: 'all app servers upgraded in turn, with a migration',
    isNoticed: false,
    cause: async (cluster) => {
      const next = copyNextVersion(cluster.directory)
      for (const app of cluster.apps) app.runFrom(next)
      return { last: () => restartInTurn(cluster) }
    },
  },
]

/** The disk of the primary is full for a while, or until it is not the primary any more. */
export const FULL_DISK: Fault = {
  name: 'disk of the primary full',
  isNoticed: true,
  cause: async ({ nodes }) => {
    const primary = await findPrimary(nodes)
    primary.disk?.fill(0)
    const isReplaced = async () => (await findPrimary(nodes)) !== primary
    let endedAt: number | undefined
    const last = async () => {
      const tookOver = await until(isReplaced, FULL_DISK_SECONDS)
      primary.disk?.free()
      if (!tookOver) endedAt = performance.now()
    }
    return { last, endedAt: () => endedAt }
  },
}

async function findSynchronous(nodes: PostgresNode[]): Promise<PostgresNode[]> {
  const members = await (await findPrimary(nodes)).members()
  const names = members.filter(({ role }) => role === 'sync_standby').map(({ name }) => name)
  return nodes.filter(({ name }) => names.includes(name))
}

/** The receivers stand still: connections stay open, and nothing comes through. */
async function cutReplication(standbys: PostgresNode[]): Promise<CausedFault> {
  const receivers: number[] = []
  for (const { url } of standbys) {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const { rows } = await client.query('select pid from pg_stat_wal_receiver').finally(() => client.end())
    receivers.push(...rows.map(({ pid }) => Number(pid)))
  }
  signalAll(receivers, 'SIGSTOP')
  return { repair: async () => signalAll(receivers, 'SIGCONT') }
}

/** Each is told to stop, and finishes what it was asked for. The next one follows when it serves again. */
async function restartInTurn({ apps }: Cluster): Promise<void> {
  for (const app of apps) {
    await app.stop()
    await app.start()
    await until(() => app.isReady(), TAKE_OUT_SECONDS)
    // HAProxy looks every half second.
    await delay(1000)
  }
}
