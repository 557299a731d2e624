import { parentPort, workerData } from 'node:worker_threads'
import { startEngine } from './engine.ts'
import type { FromWorker, ToWorker, WorkerOptions } from './messages.ts'
import { Framer } from './wire.ts'

const port = parentPort
if (!port) throw new Error('This file runs as a worker of the embedded database.')

const send = (message: FromWorker) => port.postMessage(message)
const { directory, wasm } = workerData as WorkerOptions

try {
  const engine = await startEngine(directory, { wasm })
  let connection = 0
  let framer = new Framer({ started: false })

  const endConnection = () => {
    connection = 0
    engine.run('rollback')
    engine.run('discard all')
  }

  const receive = (bytes: Uint8Array) => {
    const batch: Uint8Array[] = []
    for (const message of framer.push(bytes)) {
      if (message.type === 'X') {
        endConnection()
        return
      }
      batch.push(message.bytes)
    }
    if (batch.length === 0) return
    const answer = engine.exchange(Buffer.concat(batch))
    send({ kind: 'data', connection, bytes: answer })
  }

  port.on('message', (message: ToWorker) => {
    switch (message.kind) {
      case 'connect':
        if (connection) endConnection()
        connection = message.connection
        framer = new Framer({ started: false })
        break
      case 'data':
        if (message.connection === connection) receive(message.bytes)
        break
      case 'end':
        if (message.connection === connection) endConnection()
        break
      case 'close':
        engine.run('checkpoint')
        void engine.close().then(() => {
          send({ kind: 'closed' })
          port.close()
        })
        break
    }
  })
  send({ kind: 'ready' })
} catch (error) {
  send({ kind: 'refused', reason: error instanceof Error ? error.message : String(error) })
  port.close()
}
