import { parentPort } from 'node:worker_threads'
import { asPdfA } from './archive.ts'
import type { RenderJob, ThreadMessage } from './thread.ts'
import { Typst } from './typst.ts'

const MAX_BYTES = 512 * 1024 * 1024

const typst = await Typst.open()

const answer = (message: ThreadMessage, transfer: ArrayBuffer[] = []) =>
  parentPort?.postMessage(message, transfer)

parentPort?.on('message', async ({ template, data, files }: RenderJob) => {
  try {
    const pdf = template.endsWith('.typ')
      ? await asPdfA(typst.render(new URL(template), data, files))
      : await renderReact(template, data)
    answer({ pdf, isSpent: typst.memory > MAX_BYTES }, [pdf.buffer])
  } catch (error) {
    answer({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
})

async function renderReact(module: string, data: unknown): Promise<Uint8Array<ArrayBuffer>> {
  const { renderToBuffer } = await import('@react-pdf/renderer')
  const { registerFonts } = await import('./fonts.ts')
  registerFonts()
  const { document } = await import(module)
  // Copied into a separate buffer, which can be transferred.
  return new Uint8Array(await renderToBuffer(document(data)))
}

answer('ready')
