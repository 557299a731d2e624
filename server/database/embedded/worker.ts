import { parentPort, workerData } from 'node:worker_threads'
import { describe, startEngine } from './engine.ts'
import { Maintenance } from './maintenance.ts'
import type { FromWorker, ToWorker, WorkerOptions } from './messages.ts'
import { Session } from './session.ts'

const port = parentPort
if (!port) throw new Error('This file runs as the thread of the embedded database.')
const { directory, wasm, maintenance: maintenanceOptions } = workerData as WorkerOptions

const send = (message: FromWorker) => port.postMessage(message)

/** Copied, because transferring a view would transfer its whole shared buffer. */
function sendAnswer(connection: number, answer: Uint8Array) {
  const bytes = new Uint8Array(answer)
  port?.postMessage({ kind: 'answer', connection, bytes } satisfies FromWorker, [bytes.buffer])
}

async function serve(port: NonNullable<typeof parentPort>) {
  const engine = await startEngine(directory, { wasm })
  const session = new Session(engine)
  const maintenance = new Maintenance(engine, session, maintenanceOptions, (message) =>
    send({ kind: 'warning', message }),
  )
  const stopMaintenance = maintenance.schedule(() => enqueue(maintain))

  let queue = Promise.resolve()
  function enqueue(task: () => Promise<void>) {
    queue = queue.then(task).catch(fail)
  }

  async function maintain() {
    if (!maintenance.isDue) return
    send({ kind: 'maintenance', running: true })
    await maintenance.step()
    send({ kind: 'maintenance', running: false })
    setImmediate(() => enqueue(maintain))
  }

  async function handle(message: Exclude<ToWorker, { kind: 'close' }>) {
    const { connection } = message
    let bytes: Uint8Array = new Uint8Array(0)
    if (message.kind === 'connect') await session.connect(connection)
    else if (message.kind === 'end') await session.end(connection)
    else bytes = await session.receive(connection, message.bytes)
    sendAnswer(connection, bytes)
    await maintain()
  }

  async function close() {
    stopMaintenance()
    send({ kind: 'maintenance', running: true })
    await session.end()
    await maintenance.finish()
    await engine.close()
    send({ kind: 'closed' })
    port.close()
  }

  port.on('message', (message: ToWorker) =>
    enqueue(() => (message.kind === 'close' ? close() : handle(message))),
  )
  send({ kind: 'ready' })
}

function fail(error: unknown) {
  send({ kind: 'failed', reason: describe(error) })
  process.exit(1)
}

await serve(port).catch(fail)
