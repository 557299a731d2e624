import { describe, type Engine } from './engine.ts'
import type { Session } from './session.ts'

export interface MaintenanceOptions {
  checkpointEvery: number
  vacuumEvery: number
  /** A checkpoint also runs after this many bytes of write-ahead log. */
  checkpointBytes: number
}

const tables = `
  select format('%I.%I', nspname, relname)
  from pg_class join pg_namespace on pg_namespace.oid = relnamespace
  where relkind in ('r', 'm') and relpersistence <> 't'`

/** Does the work of PostgreSQL's checkpointer and autovacuum, which PGlite lacks. */
export class Maintenance {
  readonly #engine: Engine
  readonly #session: Session
  readonly #options: MaintenanceOptions
  readonly #warn: (message: string) => void
  #bytesAtCheckpoint: number
  #bytesAtVacuum: number
  #checkpointDue = false
  #vacuumDue: string[] = []

  constructor(
    engine: Engine,
    session: Session,
    options: MaintenanceOptions,
    warn: (message: string) => void,
  ) {
    this.#engine = engine
    this.#session = session
    this.#options = options
    this.#warn = warn
    this.#bytesAtCheckpoint = engine.files.walBytes
    this.#bytesAtVacuum = engine.files.walBytes
  }

  /** Calls `wake` whenever there may be something to do. */
  schedule(wake: () => void): () => void {
    const timers = [
      setInterval(() => {
        this.#checkpointDue = this.#written > this.#bytesAtCheckpoint
        wake()
      }, this.#options.checkpointEvery),
      setInterval(() => {
        if (this.#written > this.#bytesAtVacuum) this.#vacuumDue = ['']
        wake()
      }, this.#options.vacuumEvery),
    ]
    return () => timers.forEach(clearInterval)
  }

  get isDue() {
    return this.#session.isIdle && (this.#needsCheckpoint || this.#vacuumDue.length > 0)
  }

  /** One step at a time, so that queries get their turn in between. */
  async step() {
    if (this.#needsCheckpoint) await this.#checkpoint()
    else await this.#vacuumNext()
  }

  async finish() {
    if (this.#written > this.#bytesAtVacuum) await this.#vacuum('')
    await this.#checkpoint()
  }

  get #written() {
    return this.#engine.files.walBytes
  }

  get #needsCheckpoint() {
    return this.#checkpointDue || this.#written - this.#bytesAtCheckpoint >= this.#options.checkpointBytes
  }

  async #checkpoint() {
    await this.#engine.run('checkpoint')
    this.#checkpointDue = false
    this.#bytesAtCheckpoint = this.#written
  }

  async #vacuum(table: string) {
    try {
      await this.#engine.run(`vacuum (analyze) ${table}`)
    } catch (error) {
      if (this.#engine.files.failure) throw error
      this.#warn(describe(error))
    }
  }

  async #vacuumNext() {
    const table = this.#vacuumDue.shift()
    if (table === '') this.#vacuumDue = await this.#engine.run(tables)
    else if (table) await this.#vacuum(table)
    if (this.#vacuumDue.length === 0) this.#bytesAtVacuum = this.#written
  }
}
