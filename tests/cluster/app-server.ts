import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { COMPILE_CACHE } from '#tests/compile-cache.ts'
import { freePort } from '#tests/ports.ts'
import { Program, type ProgramOptions } from './program.ts'

const START_SECONDS = 120
const METRICS_TOKEN = 'only for a cluster on this machine'

export interface AppServerOptions {
  name: string
  directory: string
  logs: string
  environment: NodeJS.ProcessEnv
}

/** Daybook as `npm start` runs it. */
export class AppServer {
  readonly name: string
  readonly port: number
  readonly #options: ProgramOptions
  #program: Program
  #version: string | undefined

  private constructor({ name, directory, logs, environment }: AppServerOptions, port: number) {
    this.name = name
    this.port = port
    const dataDirectory = join(directory, name)
    mkdirSync(dataDirectory)
    this.#options = {
      name,
      command: process.execPath,
      args: ['server/main.ts'],
      logs,
      environment: {
        ...COMPILE_CACHE,
        PORT: String(port),
        HOST: '127.0.0.1',
        DATA_DIRECTORY: dataDirectory,
        METRICS_TOKEN,
        LOG_LEVEL: 'warn',
        ...environment,
      },
    }
    this.#program = new Program(this.#options)
  }

  /** Not started yet. */
  static async prepare(options: AppServerOptions): Promise<AppServer> {
    return new AppServer(options, await freePort())
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`
  }

  async start(): Promise<void> {
    this.#program = new Program({ ...this.#options, cwd: this.#version })
    await this.#program.startUntil(() => this.isReady(), START_SECONDS)
  }

  /** From its next start on, as the version of Daybook in this directory. */
  runFrom(directory: string): void {
    this.#version = directory
  }

  get isRunning(): boolean {
    return this.#program.isRunning
  }

  async isReady(): Promise<boolean> {
    return (await fetch(`${this.url}/readyz`)).status === 200
  }

  /** As a power cut to the process: kill -9. */
  async kill(): Promise<void> {
    await this.#program.end('SIGKILL')
  }

  async stop(): Promise<void> {
    await this.#program.end('SIGTERM')
  }

  /** The processor time it has used since its start. */
  async cpuSeconds(): Promise<number> {
    const response = await fetch(`${this.url}/metrics`, {
      headers: { authorization: `Bearer ${METRICS_TOKEN}` },
    })
    const [, seconds] = /^process_cpu_seconds_total (\S+)$/m.exec(await response.text()) ?? []
    return Number(seconds)
  }
}
