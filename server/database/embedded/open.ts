import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import type { Database, Log } from '../database.ts'
import { closePool, surviveLostConnections } from '../pool.ts'
import { columnTypes } from '../types.ts'
import { defaultCacheDirectory, prepareDirectory } from './directory.ts'
import { lockDirectory } from './lock.ts'
import { Supervisor, type SupervisorOptions } from './supervisor.ts'

export interface OpenEmbeddedOptions {
  dataDirectory: string
  log: Log
  /** The database cannot be restarted: the caller should end the process. */
  onFatal?: ((error: Error) => void) | undefined
  /** Time that `close` waits for running queries, in milliseconds. */
  closingGrace?: number | undefined
  embedded?: EngineOptions | undefined
}

type EngineOptions = Partial<Omit<SupervisorOptions, 'directory' | 'log' | 'onFatal'>> & {
  cacheDirectory?: string
}

const second = 1_000
const minute = 60 * second
const megabyte = 1_024 * 1_024

const defaults = {
  cacheDirectory: defaultCacheDirectory,
  statementLimit: 30 * second,
  idleTransactionLimit: 60 * second,
  maintenanceLimit: 5 * minute,
  maintenance: { checkpointEvery: 5 * minute, vacuumEvery: 60 * minute, checkpointBytes: 24 * megabyte },
}

export async function openEmbedded(options: OpenEmbeddedOptions): Promise<Omit<Database, 'db'>> {
  const { log } = options
  const settings = { ...defaults, ...options.embedded }
  const directory = path.resolve(options.dataDirectory, 'database')
  await mkdir(path.dirname(directory), { recursive: true, mode: 0o700 })
  const lock = lockDirectory(directory)
  try {
    await prepareDirectory({ directory, cacheDirectory: settings.cacheDirectory })
    const onFatal =
      options.onFatal ??
      ((error: Error) => log.error({ err: error }, 'the embedded database failed for good'))
    const supervisor = await Supervisor.start({ ...settings, directory, log, onFatal })
    const pool = openPool(supervisor, settings.statementLimit)
    surviveLostConnections(pool, log)
    return {
      pool,
      direct: pool,
      kind: 'embedded',
      async close() {
        try {
          // Queries that still run after the grace period are ended with the engine.
          await closePool(pool, options.closingGrace ?? 10 * second, () => undefined)
          await supervisor.close()
        } finally {
          lock.release()
        }
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

function openPool(supervisor: Supervisor, statementLimit: number) {
  return new pg.Pool({
    user: 'postgres',
    database: 'postgres',
    password: '',
    ssl: false,
    max: 1,
    idleTimeoutMillis: 0,
    // Longer than a statement that the watchdog ends, plus the restart.
    connectionTimeoutMillis: statementLimit + 15 * second,
    pipeline: true,
    types: columnTypes,
    stream: supervisor.openStream,
  })
}
