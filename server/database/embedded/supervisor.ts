import { readFile } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import type { FromWorker, ToWorker, WorkerOptions } from './messages.ts'
import { EngineStream, type Link } from './stream.ts'

export class Supervisor implements Link {
  readonly #worker: Worker
  readonly #streams = new Map<number, EngineStream>()
  readonly #ids = new WeakMap<EngineStream, number>()
  #next = 1

  private constructor(worker: Worker) {
    this.#worker = worker
  }

  static async start(directory: string): Promise<Supervisor> {
    const file = new URL('../../pglite.wasm', import.meta.resolve('@electric-sql/pglite/nodefs')).pathname
    void file
    const wasm = await WebAssembly.compile(
      await readFile(new URL('pglite.wasm', import.meta.resolve('@electric-sql/pglite'))),
    )
    const worker = new Worker(new URL('./worker.ts', import.meta.url), {
      workerData: { directory, wasm } satisfies WorkerOptions,
    })
    const supervisor = new Supervisor(worker)
    await new Promise<void>((resolve, reject) => {
      worker.on('error', reject)
      worker.on('message', (message: FromWorker) => {
        if (message.kind === 'ready') resolve()
        if (message.kind === 'refused') reject(new Error(message.reason))
        if (message.kind === 'data') supervisor.#streams.get(message.connection)?.push(message.bytes)
      })
    })
    return supervisor
  }

  open = () => new EngineStream(this)

  async connect(stream: EngineStream) {
    const id = this.#next++
    this.#ids.set(stream, id)
    this.#streams.set(id, stream)
    this.#post({ kind: 'connect', connection: id })
  }

  send(stream: EngineStream, bytes: Uint8Array) {
    const connection = this.#ids.get(stream)
    if (connection) this.#post({ kind: 'data', connection, bytes })
  }

  disconnect(stream: EngineStream) {
    const connection = this.#ids.get(stream)
    if (!connection || !this.#streams.delete(connection)) return
    this.#post({ kind: 'end', connection })
  }

  async close() {
    const ended = new Promise((resolve) => this.#worker.once('exit', resolve))
    this.#post({ kind: 'close' })
    await ended
  }

  #post(message: ToWorker) {
    this.#worker.postMessage(message)
  }
}
