import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '#tests/ports.ts'

type Answer =
  | { number: number; rows: Record<string, unknown>[] }
  | { number: number; error: string }
  | 'ready'

const LAST_LINES = 12

/** The app in a process of its own, which is killed and started again on the same port and data. */
export class AppProcess {
  readonly url: string
  readonly dataDirectory: string
  readonly #environment: NodeJS.ProcessEnv
  readonly #logPath: string
  #child: ChildProcess | undefined
  #questions = 0

  private constructor(port: number, directory: string, name: string, environment: NodeJS.ProcessEnv) {
    this.url = `http://localhost:${port}`
    this.dataDirectory = directory
    this.#logPath = join(environment.LOG_DIRECTORY ?? directory, `${name}.log`)
    this.#environment = {
      PATH: process.env.PATH,
      PORT: String(port),
      DATA_DIRECTORY: directory,
      LOG_LEVEL: 'warn',
      SIGN_IN_LIMIT: '1000000',
      UNKNOWN_TOKEN_LIMIT: '1000000',
      PORTAL_WRITE_LIMIT: '1000000',
      ...environment,
    }
  }

  /** Not started yet. */
  static async prepare(directory: string, environment: NodeJS.ProcessEnv, name = 'app'): Promise<AppProcess> {
    return new AppProcess(await freePort(), directory, name, environment)
  }

  get isRunning(): boolean {
    return this.#child?.exitCode === null && this.#child.signalCode === null
  }

  async start(): Promise<void> {
    const child = fork(join(import.meta.dirname, 'app-server.ts'), {
      env: this.#environment,
      // Its PGlite does not live long enough to gain from being optimized.
      execArgv: ['--liftoff-only'],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    child.stderr?.on('data', (chunk: Buffer) => appendFileSync(this.#logPath, chunk))
    child.setMaxListeners(0)
    this.#child = child
    const [message] = await Promise.race([once(child, 'message'), once(child, 'exit')])
    if (message !== 'ready') throw new Error(`the app did not start:\n${this.lastWords()}`)
  }

  /** As a power cut to the process: kill -9. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL')
  }

  async stop(): Promise<void> {
    await this.#end('SIGTERM')
  }

  /** Resolves when the process has ended, whoever ended it. */
  async ended(): Promise<void> {
    if (this.#child && this.isRunning) await once(this.#child, 'exit')
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    if (!this.#child || !this.isRunning) return
    const ended = once(this.#child, 'exit')
    this.#child.kill(signal)
    await ended
  }

  /** Asks the database through the app's own pool: the embedded one has no other way in. */
  async query(sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
    const child = this.#child
    if (!child) throw new Error('the app does not run')
    const number = ++this.#questions
    const answered = new Promise<Answer>((resolve, reject) => {
      const hear = (answer: Answer) => {
        if (answer === 'ready' || answer.number !== number) return
        child.off('message', hear)
        resolve(answer)
      }
      child.on('message', hear)
      child.once('exit', () => reject(new Error('the app ended')))
    })
    child.send({ number, sql, values })
    const answer = await answered
    if (answer === 'ready' || 'error' in answer) throw new Error(answer === 'ready' ? answer : answer.error)
    return answer.rows
  }

  /** The end of its log, for the report of a failure. */
  lastWords(): string {
    if (!existsSync(this.#logPath)) return ''
    return readFileSync(this.#logPath, 'utf8').trim().split('\n').slice(-LAST_LINES).join('\n')
  }
}
