import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Log } from '../database.ts'
import type { FromWorker, ToWorker, WorkerOptions } from './messages.ts'
import type { EngineStream } from './stream.ts'
import { Watchdog } from './watchdog.ts'
import { finalStatus } from './wire.ts'

export interface ThreadOptions {
  worker: WorkerOptions
  log: Log
  statementLimit: number
  idleTransactionLimit: number
  maintenanceLimit: number
  /** The thread has ended, by itself or by the watchdog. */
  onDeath: (reason: Error) => void
}

const shutdownTimeout = 5_000

/** A query lost its connection through no fault of its own. The SQLSTATE is that of a server that shuts down. */
export class ConnectionLost extends Error {
  readonly code: string
  constructor(message: string, code = '57P01') {
    super(message)
    this.code = code
  }
}

/** One run of the engine, from start to end. */
export class EngineThread {
  readonly #options: ThreadOptions
  readonly #worker: Worker
  readonly #watchdog = new Watchdog(() => this.#endStuck())
  readonly #idleTransaction = new Watchdog(() => this.#endIdleTransaction())
  readonly #exited: Promise<unknown>
  #stream: EngineStream | undefined
  #connection = 0
  #unanswered = 0
  #maintaining = false
  #closed = false
  #death: Error | undefined

  private constructor(options: ThreadOptions) {
    this.#options = options
    this.#worker = new Worker(new URL('./worker.ts', import.meta.url), {
      name: 'daybook-database',
      workerData: options.worker,
    })
    this.#exited = once(this.#worker, 'exit')
    this.#worker.on('error', (error) => this.#die(error instanceof Error ? error : new Error(String(error))))
  }

  static async start(options: ThreadOptions): Promise<EngineThread> {
    const thread = new EngineThread(options)
    await thread.#untilReady()
    return thread
  }

  async #untilReady() {
    await new Promise<void>((resolve, reject) => {
      this.#worker.on('message', (message: FromWorker) => {
        if (message.kind === 'ready') resolve()
        else this.#receive(message)
      })
      this.#worker.once('exit', () =>
        reject(this.#death ?? new Error('The embedded database did not start.')),
      )
    })
    this.#worker.once('exit', () => this.#end())
  }

  /** One connection at a time: a new one takes the place of the last. */
  connect(stream: EngineStream) {
    this.#drop(new ConnectionLost('Another connection took the place of this one.'))
    this.#stream = stream
    this.#connection += 1
    stream.attach(this)
    this.#post({ kind: 'connect', connection: this.#connection })
  }

  send(stream: EngineStream, bytes: Uint8Array) {
    if (stream !== this.#stream) return
    this.#idleTransaction.stop()
    this.#post({ kind: 'data', connection: this.#connection, bytes: new Uint8Array(bytes) })
  }

  disconnect(stream: EngineStream) {
    if (stream !== this.#stream) return
    this.#stream = undefined
    this.#idleTransaction.stop()
    this.#post({ kind: 'end', connection: this.#connection })
  }

  async close() {
    this.#closed = true
    this.#drop(new ConnectionLost('The database is being closed.'))
    this.#worker.postMessage({ kind: 'close' } satisfies ToWorker)
    this.#keepWatch()
    await this.#exited
    if (this.#death) this.#options.log.warn({ reason: this.#death.message }, 'database shutdown timed out')
  }

  #post(message: ToWorker) {
    this.#unanswered += 1
    this.#worker.postMessage(message)
    this.#keepWatch()
  }

  #receive(message: FromWorker) {
    switch (message.kind) {
      case 'answer':
        this.#unanswered -= 1
        this.#keepWatch()
        if (message.connection === this.#connection) this.#deliver(message.bytes)
        break
      case 'maintenance':
        this.#maintaining = message.running
        this.#keepWatch()
        break
      case 'warning':
        this.#options.log.warn({}, `the embedded database: ${message.message}`)
        break
      case 'failed':
        this.#die(new Error(message.reason))
        break
    }
  }

  #deliver(bytes: Uint8Array) {
    if (!this.#stream || bytes.length === 0) return
    const status = finalStatus(bytes)
    if (this.#unanswered === 0 && (status === 'open' || status === 'failed')) {
      this.#idleTransaction.watch(this.#options.idleTransactionLimit)
    }
    this.#stream.push(bytes)
  }

  #keepWatch() {
    if (this.#maintaining) this.#watchdog.watch(this.#options.maintenanceLimit)
    else if (this.#closed) this.#watchdog.watch(shutdownTimeout)
    else if (this.#unanswered > 0) this.#watchdog.watch(this.#options.statementLimit)
    else this.#watchdog.stop()
  }

  #endStuck() {
    const seconds = this.#options.statementLimit / 1_000
    this.#die(
      new ConnectionLost(
        this.#closed || this.#maintaining
          ? 'The embedded database did not shut down in time and was terminated.'
          : `A statement ran for more than ${seconds} s, so the embedded database was restarted.`,
      ),
    )
    void this.#worker.terminate()
  }

  #endIdleTransaction() {
    const idleInTransactionTimeout = '25P03'
    const message =
      'An idle transaction was rolled back: a query on the database instead of the transaction would have waited for it forever.'
    this.#options.log.error({}, message)
    this.#drop(new ConnectionLost(message, idleInTransactionTimeout))
  }

  #drop(error: Error) {
    this.#stream?.destroy(error)
  }

  #die(reason: Error) {
    this.#death ??= reason
  }

  #end() {
    this.#watchdog.stop()
    this.#idleTransaction.stop()
    const closedWell = this.#closed && !this.#death
    if (closedWell) return
    const reason = this.#death ?? new Error('The thread of the embedded database ended.')
    const stream = this.#stream
    this.#stream = undefined
    this.#options.onDeath(reason)
    stream?.destroy(
      reason instanceof ConnectionLost
        ? reason
        : new ConnectionLost(`The embedded database stopped: ${reason.message}`),
    )
  }
}
