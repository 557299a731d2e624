import { join } from 'node:path'
import type { PostgresServer } from '#tests/postgres-server.ts'
import { fillDisk } from './full-disk.ts'
import { surviveKills } from './kills.ts'
import { sitOut } from './outage.ts'
import { findPostgresProcesses, signalAll } from './postgres-processes.ts'
import type { Report } from './report.ts'
import { bearSlowClients } from './slow-clients.ts'
import { mountSmallDisk } from './small-disk.ts'
import { proveChecks } from './sound-checks.ts'
import { startTogether, workAtTwoServers } from './two-servers.ts'
import { until } from './until.ts'
import { World, type WorldOptions } from './world.ts'

export interface Part {
  name: string
  run(): Promise<void>
}

export interface PartOptions {
  report: Report
  seed: number
  directory: string
  postgres: PostgresServer
  short: boolean
}

const SMALL_DISK_MEGABYTES = 160

/** What runs at the same time, each in its order. */
export function partsOf({ report, seed, directory, postgres, short }: PartOptions): Part[][] {
  const rounds = short ? 3 : 50
  const compiled = { NODE_COMPILE_CACHE: join(directory, 'compiled') }

  function part(
    name: string,
    run: (world: World) => Promise<void>,
    options: Partial<WorldOptions> = {},
  ): Part {
    const home = join(directory, name.replace(/\W+/g, '-'))
    return {
      name,
      run: async () => {
        const world = await World.open({
          part: name,
          seed,
          directory: home,
          report,
          environment: compiled,
          ...options,
        })
        await run(world).finally(() => world.close())
      },
    }
  }

  const onServer = { postgres }
  const restartApp = (world: World) => async () => {
    await world.app.kill()
    await world.app.start()
  }

  return [
    [part('slow clients', (world) => bearSlowClients(world, short ? 'quickly noticed' : 'all'))],
    [
      part('the checks', proveChecks),
      part('app killed, embedded', (world) =>
        surviveKills(world, { rounds, killAndRevive: restartApp(world) }),
      ),
      { name: 'full disk', run: () => onSmallDisk() },
    ],
    [
      part(
        'app killed, PostgreSQL',
        (world) => surviveKills(world, { rounds, killAndRevive: restartApp(world) }),
        onServer,
      ),
      part(
        'PostgreSQL killed',
        (world) => surviveKills(world, { rounds, killAndRevive: () => killPostgres(world) }),
        onServer,
      ),
      part(
        'PostgreSQL stopped',
        (world) =>
          sitOut(world, {
            seconds: short ? 5 : 30,
            hangs: false,
            begin: async () => {
              const processes = await findPostgresProcesses(world.query)
              signalAll(processes.slice(0, 1), 'SIGQUIT')
              await until(async () => !isAlive(processes[0] ?? 0), 30)
            },
            end: () => postgres.restart(),
          }),
        onServer,
      ),
      hanging(),
      part('two servers', (world) => workAtTwoServers(world, short ? 150 : 1000), {
        ...onServer,
        servers: 2,
      }),
      {
        name: 'two servers',
        run: () => startTogether('two servers', report, { postgres, directory, times: short ? 1 : 10 }),
      },
    ],
  ]

  async function killPostgres(world: World): Promise<void> {
    signalAll(await findPostgresProcesses(world.query), 'SIGKILL')
    await postgres.restart()
    await until(async () => (await fetch(`${world.app.url}/readyz`)).status === 200, 60)
  }

  function hanging(): Part {
    let processes: number[] = []
    return part(
      'PostgreSQL hangs',
      (world) =>
        sitOut(world, {
          seconds: short ? 6 : 60,
          hangs: true,
          begin: async () => {
            processes = await findPostgresProcesses(world.query)
            signalAll(processes, 'SIGSTOP')
          },
          end: async () => signalAll(processes, 'SIGCONT'),
        }),
      onServer,
    )
  }

  async function onSmallDisk(): Promise<void> {
    const name = 'full disk'
    const path = join(directory, 'small-disk')
    const mounted = mountSmallDisk(path, SMALL_DISK_MEGABYTES)
    if ('reason' in mounted) {
      if (mounted.forbidden)
        report.note(`${name}: NOT RUN, since a small disk may not be mounted here: ${mounted.reason}`)
      else report.check(name, 'a small disk can be mounted', [mounted.reason])
      return
    }
    const { disk } = mounted
    // Its log lies elsewhere: it is read when the disk is full.
    const environment = { ...compiled, LOG_DIRECTORY: directory }
    await part(name, (world) => fillDisk(world, disk), { directory: join(path, 'data'), environment })
      .run()
      .finally(() => disk.unmount())
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
