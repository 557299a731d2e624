import { join } from 'node:path'
import { COMPILE_CACHE } from '#tests/compile-cache.ts'
import type { PostgresServer } from '#tests/postgres-server.ts'
import { fillDisk } from './full-disk.ts'
import { settleJobs, surviveKills } from './kills.ts'
import type { LoneAccountOptions } from './lone-account.ts'
import { payWhileKilled } from './online-payments.ts'
import { sitOut } from './outage.ts'
import { findPostgresProcesses, signalAll } from './processes.ts'
import { makeWhileKilled } from './recurring-invoices.ts'
import { remindWhileKilled } from './reminders.ts'
import type { Report } from './report.ts'
import { disconnectSlowClients } from './slow-clients.ts'
import { mountSmallDisk } from './small-disk.ts'
import { proveChecks } from './sound-checks.ts'
import { startTogether, workAtTwoServers } from './two-servers.ts'
import { until } from './until.ts'
import { World, type WorldOptions } from './world.ts'

export interface Part {
  name: string
  /** Gives what can only be seen later, if there is something. */
  run(): Promise<(() => Promise<void>) | undefined>
}

export interface PartOptions {
  report: Report
  seed: number
  directory: string
  postgres: PostgresServer
  short: boolean
}

const SMALL_DISK_MEGABYTES = 160

/** Parts that run at the same time, each in its order. */
export function partsOf({ report, seed, directory, postgres, short }: PartOptions): Part[][] {
  const rounds = short ? 2 : 50

  const open = (name: string, options: Partial<WorldOptions>) =>
    World.open({
      part: name,
      seed,
      directory: join(directory, name.replace(/\W+/g, '-')),
      report,
      environment: COMPILE_CACHE,
      ...options,
    })

  const part = (
    name: string,
    run: (world: World) => Promise<void>,
    options: Partial<WorldOptions> = {},
  ): Part => ({
    name,
    run: async () => {
      const world = await open(name, options)
      await run(world).finally(() => world.close())
      return undefined
    },
  })

  const killing = (
    name: string,
    killAndRevive: (world: World) => Promise<void>,
    options: Partial<WorldOptions> = {},
  ): Part => ({
    name,
    run: async () => {
      const world = await open(name, options)
      await surviveKills(world, { rounds, killAndRevive: () => killAndRevive(world) })
      if (short) {
        await world.close()
        return undefined
      }
      // Whatever later parts do to PostgreSQL must not hit what this one sends.
      await world.app.stop()
      return async () => {
        await world.app.start()
        await settleJobs(world, rounds).finally(() => world.close())
      }
    },
  })

  const ofOneAccount = (
    name: string,
    run: (options: LoneAccountOptions) => Promise<void>,
    options: Pick<LoneAccountOptions, 'postgres' | 'servers'> = {},
  ): Part => ({
    name,
    run: async () => {
      const ownDirectory = join(directory, name.replace(/\W+/g, '-'))
      await run({ part: name, report, seed, rounds, short, directory: ownDirectory, ...options })
      return undefined
    },
  })

  const onServer = { postgres }
  const restartApp = async ({ app }: World) => {
    await app.kill()
    await app.start()
  }
  const restartAppOnServer = async ({ app, query }: World) => {
    await app.kill()
    // PostgreSQL may still be busy with what it was told last.
    const connected = `select from pg_stat_activity where application_name = 'daybook' and datname = current_database()`
    await until(async () => (await query(connected)).length === 0, 60)
    await app.start()
  }

  return [
    [
      part('slow clients', (world) => disconnectSlowClients(world, short ? 'quickly noticed' : 'all')),
      ofOneAccount('app killed during reminders, embedded', remindWhileKilled),
      ...(short
        ? []
        : [
            ofOneAccount('app killed during payments, embedded', payWhileKilled),
            ofOneAccount('app killed during recurring invoices, embedded', makeWhileKilled),
          ]),
    ],
    [
      part('the checks', proveChecks),
      killing('app killed, embedded', restartApp),
      { name: 'full disk', run: onSmallDisk },
    ],
    [
      killing('app killed, PostgreSQL', restartAppOnServer, onServer),
      ofOneAccount('two servers killed during payments', payWhileKilled, { ...onServer, servers: 2 }),
      ...(short
        ? []
        : [ofOneAccount('app killed during reminders, PostgreSQL', remindWhileKilled, onServer)]),
      ofOneAccount('two servers killed during recurring invoices', makeWhileKilled, {
        ...onServer,
        servers: 2,
      }),
      killing('PostgreSQL killed', killPostgres, onServer),
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
      part(
        'two servers',
        (world) => workAtTwoServers(world, { writes: short ? 150 : 1000, loseOne: !short }),
        {
          ...onServer,
          servers: 2,
        },
      ),
      {
        name: 'two servers',
        run: async () => {
          await startTogether('two servers', report, { postgres, directory, times: short ? 1 : 10 })
          return undefined
        },
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

  async function onSmallDisk(): Promise<undefined> {
    const name = 'full disk'
    const path = join(directory, 'small-disk')
    const mounted = mountSmallDisk(path, SMALL_DISK_MEGABYTES)
    if ('reason' in mounted) {
      if (mounted.forbidden)
        report.note(`${name}: NOT RUN, since a small disk may not be mounted here: ${mounted.reason}`)
      else report.check(name, 'a small disk can be mounted', [mounted.reason])
      return undefined
    }
    const { disk } = mounted
    // Its log lies elsewhere: it is read when the disk is full.
    const environment = { ...COMPILE_CACHE, LOG_DIRECTORY: directory }
    await part(name, (world) => fillDisk(world, disk), { directory: join(path, 'data'), environment })
      .run()
      .finally(() => disk.unmount())
    return undefined
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
