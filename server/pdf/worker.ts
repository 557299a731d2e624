import { parentPort } from 'node:worker_threads'
import { renderToBuffer } from '@react-pdf/renderer'
import { registerFonts } from './fonts.ts'
import type { RenderJob, RenderResult } from './render.ts'

registerFonts()

parentPort?.on('message', async ({ id, module, data }: RenderJob) => {
  const answer = (result: RenderResult, transfer: ArrayBuffer[] = []) =>
    parentPort?.postMessage(result, transfer)
  try {
    const { document } = await import(module)
    // A copy of its own, which can be handed over instead of copied again.
    const pdf = new Uint8Array(await renderToBuffer(document(data)))
    answer({ id, pdf }, [pdf.buffer])
  } catch (error) {
    answer({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
})
