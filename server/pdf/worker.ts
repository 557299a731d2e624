import { parentPort } from 'node:worker_threads'
import { renderToBuffer } from '@react-pdf/renderer'
import { registerFonts } from './fonts.ts'
import type { RenderJob, ThreadMessage } from './thread.ts'

registerFonts()

const answer = (message: ThreadMessage, transfer: ArrayBuffer[] = []) =>
  parentPort?.postMessage(message, transfer)

parentPort?.on('message', async ({ module, data }: RenderJob) => {
  try {
    const { document } = await import(module)
    // Copied into a separate buffer, which can be transferred.
    const pdf = new Uint8Array(await renderToBuffer(document(data)))
    answer({ pdf }, [pdf.buffer])
  } catch (error) {
    answer({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
})

answer('ready')
