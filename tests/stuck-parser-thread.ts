import { parentPort } from 'node:worker_threads'
import type { ParserMessage, ParserRequest } from '#features/pages/import/actions/parser-thread.ts'

/** Makes a row of each piece of a file, and is stuck in a piece that says so. */
parentPort?.on('message', ({ task, port }: ParserRequest) => {
  const send = (message: ParserMessage) => port.postMessage(message)
  let place = 0
  port.on('message', (piece: Uint8Array | null) => {
    if (piece === null) return send('done')
    const cell = Buffer.from(piece).toString()
    while (cell === 'stuck');
    if (task.wanted === 'rows' && place++ >= task.range.skipped)
      send({ rows: [{ row: place, cells: [cell], fault: '' }] })
    send('read')
  })
  send('read')
})
