import fs from 'node:fs'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { DurableFileSystem } from './file-system.ts'
import { findError, firstColumn, simpleQuery } from './wire.ts'

const settings = {
  fsync: 'on',
  wal_sync_method: 'fsync',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  shared_buffers: '16MB',
  max_wal_size: '64MB',
  min_wal_size: '16MB',
}

const startParams = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
]

export interface Engine {
  /** Runs complete protocol messages and returns the bytes of the response. */
  exchange(messages: Uint8Array): Promise<Uint8Array>
  /** Runs a statement and returns the first column of its rows. */
  run(sql: string): Promise<string[]>
  files: DurableFileSystem
  close(): Promise<void>
}

interface StartOptions {
  wasm?: WebAssembly.Module
  files?: DurableFileSystem
}

export async function startEngine(directory: string, options: StartOptions = {}): Promise<Engine> {
  // Left by a crash. No other engine can be running, since the directory is locked.
  fs.rmSync(path.join(directory, 'postmaster.pid'), { force: true })
  const files = options.files ?? new DurableFileSystem(directory)
  const pglite = new PGlite({
    dataDir: directory,
    fs: files,
    startParams,
    onStderr: (line) => {
      files.lastLogLine = line
      return false
    },
    ...(options.wasm && { pgliteWasmModule: options.wasm }),
  })
  await pglite.waitReady.catch((error: unknown) => {
    throw new Error(`The embedded database did not start: ${files.lastLogLine || describe(error)}`, {
      cause: error,
    })
  })

  async function exchange(messages: Uint8Array): Promise<Uint8Array> {
    const chunks: Uint8Array[] = []
    await pglite.execProtocolRawStream(messages, {
      syncToFs: false,
      onRawData: (chunk) => chunks.push(chunk.slice()),
    })
    const answer = Buffer.concat(chunks)
    const error = findError(answer)
    if (error?.severity === 'FATAL' || error?.severity === 'PANIC') files.fail(new Error(error.message))
    if (files.failure) throw files.failure
    return answer
  }

  async function run(sql: string): Promise<string[]> {
    const answer = await exchange(simpleQuery(sql))
    const error = findError(answer)
    if (error) throw new Error(`${sql}: ${error.message} (${error.code})`)
    return firstColumn(answer)
  }

  const engine = { exchange, run, files, close: () => pglite.close() }
  await verifyDurable(engine)
  return engine
}

/** The fsync hook depends on an internal of PGlite, so the engine starts only if the hook works. */
async function verifyDurable({ run, files }: Pick<Engine, 'run' | 'files'>) {
  const before = files.walSyncs
  await run(`select pg_logical_emit_message(true, 'daybook', 'a commit to prove fsync')`)
  if (files.walSyncs > before) return
  throw new Error(
    'The embedded database does not write commits through to the disk, so it was not started: ' +
      'install the exact version of @electric-sql/pglite that package.json names, or set DATABASE_URL.',
  )
}

export async function createCluster(directory: string) {
  const pglite = new PGlite({
    dataDir: directory,
    startParams,
    // Small segments make the first start faster and the write-ahead log smaller.
    initDbStartParams: ['--wal-segsize=4'],
  })
  await pglite.waitReady
  // Two thirds of the files belong to template databases, which are not used here but synced on every recovery.
  await pglite.exec('update pg_database set datistemplate = false, datallowconn = true')
  await pglite.exec('drop database template0')
  await pglite.exec('drop database template1')
  await pglite.exec('checkpoint')
  await pglite.close()
}

/** The engine also throws values that are not errors. */
export function describe(error: unknown): string {
  if (typeof error === 'object' && error && 'message' in error) return String(error.message)
  return String(error)
}
