import { fork } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '#tests/ports.ts'
import { newDirectory } from './home.ts'

type ToChild<Options> = { kind: 'start'; options: Options } | { kind: 'usage' }
type FromChild = { kind: 'ready' } | ({ kind: 'usage' } & Usage)

export interface Usage {
  /** The resident size of the process, in bytes. */
  memory: number
  /** The CPU time of all its threads, in milliseconds. */
  processor: number
}

/** A server in a process of its own, which ends with this one. */
export interface Child {
  port: number
  usage(): Promise<Usage>
  stop(): Promise<void>
}

export async function startChild<Options extends object>(
  file: 'serve-app.ts' | 'serve-floor.ts' | 'web/serve-pages.ts',
  options: Options,
): Promise<Child> {
  const port = await freePort()
  const logs = newDirectory()
  const log = join(logs, 'log')
  const output = openSync(log, 'w')
  const child = fork(join(import.meta.dirname, file), {
    serialization: 'advanced',
    stdio: ['ignore', output, output, 'ipc'],
  })
  closeSync(output)
  const exited = once(child, 'exit')
  const failed = exited.then(() => {
    throw new Error(`${file} ended by itself:\n${readFileSync(log, 'utf8').slice(-2000)}`)
  })
  failed.catch(() => undefined)

  async function ask(message: ToChild<Options & { port: number }>): Promise<FromChild> {
    const answer = once(child, 'message') as Promise<[FromChild]>
    child.send(message)
    return (await Promise.race([answer, failed]))[0]
  }

  await ask({ kind: 'start', options: { ...options, port } })
  return {
    port,
    async usage() {
      const answer = await ask({ kind: 'usage' })
      if (answer.kind !== 'usage') throw new Error(`${file} gave another answer than it was asked for`)
      return answer
    },
    async stop() {
      child.disconnect()
      await exited
      rmSync(logs, { recursive: true, force: true })
    },
  }
}

/** The child's side. `start` returns a function that stops it. */
export async function serveParent<Options>(
  start: (options: Options) => Promise<() => Promise<void>>,
): Promise<void> {
  const tell = (message: FromChild) => process.send?.(message)
  let stop = async () => {}
  process.on('message', async (message: ToChild<Options>) => {
    if (message.kind === 'usage') return tell({ kind: 'usage', ...usageOfThis() })
    stop = await start(message.options)
    return tell({ kind: 'ready' })
  })
  process.once('disconnect', async () => {
    await stop()
    process.exit(0)
  })
}

function usageOfThis(): Usage {
  const { user, system } = process.cpuUsage()
  return { memory: process.memoryUsage.rss(), processor: (user + system) / 1000 }
}
