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
  /** Runs whole protocol messages and gives the bytes of the answer. */
  exchange(messages: Uint8Array): Promise<Uint8Array>
  /** Runs a statement and gives the first column of its rows. */
  run(sql: string): Promise<string[]>
  files: DurableFileSystem
  close(): Promise<void>
}

interface StartOptions {
  wasm?: WebAssembly.Module
  files?: DurableFileSystem
}

export async function startEngine(directory: string, options: StartOptions = {}): Promise<Engine> {
  // Left by a crash. Nobody else can be running: the directory is locked.
  fs.rmSync(path.join(directory, 'postmaster.pid'), { force: true })
  const files = options.files ?? new DurableFileSystem(directory)
  const pglite = new PGlite({
    dataDir: directory,
    fs: files,
    startParams,
    onStderr: (line) => {
      files.lastWords = line
      return false
    },
    ...(options.wasm && { pgliteWasmModule: options.wasm }),
  })
  await pglite.waitReady.catch((error: unknown) => {
    throw new Error(`The embedded database did not start: ${files.lastWords || describe(error)}`, {
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
  await proveDurable(engine)
  return engine
}

/** The fsync hook leans on an internal of PGlite: see it work, or do not start. */
async function proveDurable({ run, files }: Pick<Engine, 'run' | 'files'>) {
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
    // Small segments keep the first start and the standing size of the write-ahead log small.
    initDbStartParams: ['--wal-segsize=4'],
  })
  await pglite.waitReady
  // Two thirds of the files are template databases, which nothing here uses and every recovery would sync.
  await pglite.exec('update pg_database set datistemplate = false, datallowconn = true')
  await pglite.exec('drop database template0')
  await pglite.exec('drop database template1')
  await pglite.exec('checkpoint')
  await pglite.close()
}

/** The engine throws things that are no errors. */
export function describe(error: unknown): string {
  if (typeof error === 'object' && error && 'message' in error) return String(error.message)
  return String(error)
}
