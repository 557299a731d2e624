import type { Engine } from './engine.ts'
import { abandonQuery, Framer, finalStatus, type TransactionStatus } from './wire.ts'

/** The engine is a single backend. A session resets it for every new connection. */
export class Session {
  readonly #engine: Engine
  #connection: number | undefined
  #framer = new Framer({ started: false })
  #status: TransactionStatus | undefined = 'idle'

  constructor(engine: Engine) {
    this.#engine = engine
  }

  /** No client is using the engine, so maintenance may. */
  get isIdle() {
    return this.#status === 'idle'
  }

  async connect(connection: number) {
    await this.end()
    this.#connection = connection
    this.#framer = new Framer({ started: false })
  }

  async receive(connection: number, bytes: Uint8Array): Promise<Uint8Array> {
    if (connection !== this.#connection) return new Uint8Array(0)
    const answers: Uint8Array[] = []
    let batch: Uint8Array[] = []
    const runBatch = async () => {
      if (batch.length > 0) answers.push(await this.#exchange(Buffer.concat(batch)))
      batch = []
    }
    for (const { type, bytes: message } of this.#framer.push(bytes)) {
      if (type === 'X') {
        await runBatch()
        await this.end()
        break
      }
      batch.push(message)
      const isStartup = type === ''
      if (isStartup) await runBatch()
    }
    await runBatch()
    return Buffer.concat(answers)
  }

  async end(connection = this.#connection) {
    if (connection === undefined || connection !== this.#connection) return
    this.#connection = undefined
    if (this.#status === undefined) await this.#exchange(abandonQuery())
    if (this.#status !== 'idle') await this.#engine.run('rollback')
    await this.#engine.run('discard all')
    this.#status = 'idle'
  }

  async #exchange(messages: Uint8Array) {
    const answer = await this.#engine.exchange(messages)
    this.#status = finalStatus(answer)
    return answer
  }
}
