import fs from 'node:fs'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { DurableFileSystem } from './file-system.ts'
import { type ErrorFields, findError, simpleQuery } from './wire.ts'

const settings = {
  fsync: 'on',
  wal_sync_method: 'fsync',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  shared_buffers: '16MB',
  max_wal_size: '64MB',
  min_wal_size: '16MB',
}

export const startParameters = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
]

export interface Engine {
  /** Runs whole protocol messages and gives the answer's bytes. */
  exchange(messages: Uint8Array): Uint8Array
  run(sql: string): void
  files: DurableFileSystem
  close(): Promise<void>
}

export async function startEngine(
  directory: string,
  options: { wasm?: WebAssembly.Module; files?: DurableFileSystem } = {},
): Promise<Engine> {
  fs.rmSync(path.join(directory, 'postmaster.pid'), { force: true })
  const files = options.files ?? new DurableFileSystem(directory)
  const pglite = new PGlite({
    dataDir: directory,
    fs: files,
    startParams: startParameters,
    initDbStartParams: ['--wal-segsize=4'],
    ...(options.wasm && { pgliteWasmModule: options.wasm }),
  })
  await pglite.waitReady

  function exchange(messages: Uint8Array): Uint8Array {
    const chunks: Uint8Array[] = []
    void pglite.execProtocolRawStream(messages, {
      syncToFs: false,
      onRawData: (chunk) => chunks.push(chunk.slice()),
    })
    return Buffer.concat(chunks)
  }

  function run(sql: string) {
    const error = findError(exchange(simpleQuery(sql)))
    if (error) throw new SqlError(sql, error)
  }

  const engine = { exchange, run, files, close: () => pglite.close() }
  proveDurable(engine)
  return engine
}

/** The fsync hook leans on an internal of PGlite: see it work, or do not start. */
function proveDurable(engine: Pick<Engine, 'run' | 'files'>) {
  const before = engine.files.walSyncs
  engine.run(`select pg_logical_emit_message(true, 'daybook', 'proof of fsync')`)
  if (engine.files.walSyncs > before) return
  throw new Error(
    'The embedded database does not write its commits through to the disk, so it was not started: ' +
      'use the exact version of @electric-sql/pglite that package.json pins, or set DATABASE_URL.',
  )
}

class SqlError extends Error {
  constructor(sql: string, error: ErrorFields) {
    super(`${sql}: ${error.message} (${error.code})`)
  }
}
