import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../database.ts'
import type { MaintenanceOptions } from './maintenance.ts'
import { EngineStream, type Link } from './stream.ts'
import { ConnectionLost, EngineThread } from './thread.ts'

export interface SupervisorOptions {
  directory: string
  log: Log
  onFatal: (error: Error) => void
  /** A statement that takes longer is ended by restarting the engine, since nothing else can end it. */
  statementLimit: number
  idleTransactionLimit: number
  maintenanceLimit: number
  maintenance: MaintenanceOptions
}

const restartsPerMinute = 5
/** Time between two checks of a full disk for free space, in milliseconds. */
const pauseForRoom = 2_000

/** Keeps one engine thread running and hands connections to it. */
export class Supervisor implements Link {
  readonly #options: SupervisorOptions
  readonly #wasm: WebAssembly.Module
  #thread: Promise<EngineThread>
  #restarts: number[] = []
  #closing = false
  #outOfRoom: Error | undefined

  private constructor(options: SupervisorOptions, wasm: WebAssembly.Module) {
    this.#options = options
    this.#wasm = wasm
    this.#thread = this.#startThread()
  }

  static async start(options: SupervisorOptions): Promise<Supervisor> {
    const supervisor = new Supervisor(options, await compileEngine())
    await supervisor.#thread
    return supervisor
  }

  openStream = () => new EngineStream(this)

  async connect(stream: EngineStream) {
    if (this.#outOfRoom) throw new ConnectionLost(this.#outOfRoom.message, diskFull)
    const thread = await this.#thread
    if (!stream.destroyed) thread.connect(stream)
  }

  async close() {
    this.#closing = true
    const thread = await this.#thread.catch(() => undefined)
    await thread?.close()
  }

  #startThread(): Promise<EngineThread> {
    const { directory, maintenance } = this.#options
    return EngineThread.start({
      ...this.#options,
      worker: { directory, wasm: this.#wasm, maintenance },
      onDeath: (reason) => this.#restart(reason),
    })
  }

  #restart(reason: Error) {
    if (this.#closing) return
    this.#options.log.error({ err: reason }, 'the embedded database stopped and is being restarted')
    this.#thread = this.#startAgain(reason)
    this.#thread.catch((error: Error) => {
      if (!this.#closing) this.#options.onFatal(error)
    })
  }

  async #startAgain(reason: Error): Promise<EngineThread> {
    for (;;) {
      await this.#pauseAfter(reason)
      if (this.#closing) throw reason
      try {
        const thread = await this.#startThread()
        this.#outOfRoom = undefined
        this.#options.log.info({}, 'the embedded database is running again')
        return thread
      } catch (error) {
        reason = error instanceof Error ? error : new Error(String(error))
      }
    }
  }

  /** An engine that keeps stopping is not restarted. While the disk is full, it waits for free space. */
  async #pauseAfter(reason: Error) {
    if (isOutOfRoom(reason)) {
      if (!this.#outOfRoom) {
        this.#options.log.error(
          { err: reason },
          'the disk is full: the embedded database waits for free space',
        )
      }
      this.#outOfRoom = reason
      await delay(pauseForRoom)
      return
    }
    const now = Date.now()
    this.#restarts = [...this.#restarts.filter((then) => now - then < 60_000), now]
    if (this.#restarts.length > restartsPerMinute) {
      throw new Error(`The embedded database keeps stopping: ${reason.message}`, { cause: reason })
    }
    const before = this.#restarts.length - 1
    if (before > 0) await delay(100 * 2 ** before)
  }
}

let compiled: Promise<WebAssembly.Module> | undefined

/** Once for all databases that a process opens. */
function compileEngine(): Promise<WebAssembly.Module> {
  const file = new URL('pglite.wasm', import.meta.resolve('@electric-sql/pglite'))
  compiled ??= readFile(file).then((bytes) => WebAssembly.compile(bytes))
  return compiled
}

const diskFull = '53100'

const isOutOfRoom = ({ message }: Error) => /no space left|quota exceeded/i.test(message)
