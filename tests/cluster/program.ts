import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { signalAll } from '#tests/faults/processes.ts'
import { until } from '#tests/faults/until.ts'
import { findProgram } from '#tests/needs.ts'

export interface ProgramOptions {
  name: string
  command: string
  args: string[]
  /** The directory of its log. */
  logs: string
  environment?: NodeJS.ProcessEnv
  /** Its working directory, if not ours. */
  cwd?: string | undefined
  /** The owner of the process, if not ours. */
  owner?: { uid: number; gid: number } | undefined
}

const LAST_LINES = 12

/** A server in a process group of its own: it ends when it is told to, and not with Ctrl-C in our terminal. */
export class Program {
  readonly name: string
  readonly logPath: string
  readonly #options: ProgramOptions
  #child: ChildProcess | undefined

  constructor(options: ProgramOptions) {
    this.name = options.name
    this.logPath = join(options.logs, `${options.name}.log`)
    this.#options = options
  }

  get isRunning(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null
  }

  get pid(): number {
    if (this.#child?.pid === undefined) throw new Error(`${this.name} was not started`)
    return this.#child.pid
  }

  start(): void {
    const { command, args, environment, owner, cwd } = this.#options
    const log = openSync(this.logPath, 'a')
    this.#child = spawn(findProgram(command) ?? command, args, {
      ...owner,
      ...(cwd && { cwd }),
      env: { PATH: process.env.PATH, ...environment },
      stdio: ['ignore', log, log],
      detached: true,
    })
    this.#child.once('error', () => undefined)
    const { pid } = this.#child
    if (pid !== undefined) {
      tellGuard('started', pid)
      this.#child.once('exit', () => tellGuard('ended', pid))
    }
    closeSync(log)
  }

  /** Starts it, and waits until it works. */
  async startUntil(works: () => Promise<boolean>, timeoutSeconds: number): Promise<void> {
    this.start()
    await until(async () => !this.isRunning || works(), timeoutSeconds)
    if (!this.isRunning || !(await works()))
      throw new Error(`${this.name} did not start:\n${this.lastWords()}`)
  }

  /** To it and all it has started in its group. */
  signal(signal: NodeJS.Signals): void {
    if (this.isRunning) signalAll([-this.pid], signal)
  }

  /** Resolves when it has ended. */
  async end(signal: NodeJS.Signals): Promise<void> {
    if (!this.#child || !this.isRunning) return
    const ended = once(this.#child, 'exit')
    this.signal(signal)
    await ended
  }

  lastWords(): string {
    if (!existsSync(this.logPath)) return ''
    return readFileSync(this.logPath, 'utf8').trim().split('\n').slice(-LAST_LINES).join('\n')
  }
}

let guard: ChildProcess | undefined

/** So that no server outlives us, however we end. */
function tellGuard(event: 'started' | 'ended', group: number): void {
  guard ??= startGuard()
  guard.stdin?.write(`${event} ${group}\n`)
}

function startGuard(): ChildProcess {
  const started = spawn(process.execPath, [join(import.meta.dirname, 'guard.ts')], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  started.unref()
  return started
}
