import { parentPort } from 'node:worker_threads'
import { asPdfA } from './archive.ts'
import type { eInvoiceXml } from './e-invoice.ts'
import type { RenderJob, ThreadMessage } from './thread.ts'
import { Typst } from './typst.ts'

/** The compiler keeps what it has laid out, some megabytes for each document, and never gives memory back. */
const MAX_BYTES = 384 * 1024 * 1024

const typst = await Typst.open()

const answer = (message: ThreadMessage, transfer: ArrayBuffer[] = []) =>
  parentPort?.postMessage(message, transfer)

parentPort?.on('message', async (job: RenderJob) => {
  try {
    const content = await render(job)
    answer({ content, isSpent: typst.memory > MAX_BYTES }, [content.buffer])
  } catch (error) {
    answer({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
})

async function render(job: RenderJob): Promise<Uint8Array<ArrayBuffer>> {
  if ('syntax' in job) return new TextEncoder().encode(await xmlOf(job.invoice, job.syntax))
  const { template, data, files, eInvoice } = job
  const pdf = typst.render(new URL(template), data, files)
  if (!eInvoice) return asPdfA(pdf)
  return asPdfA(pdf, { xml: await xmlOf(eInvoice.invoice, 'cii'), madeAt: eInvoice.madeAt })
}

/** Loaded when first needed: most documents are no e-invoices. */
const xmlOf: typeof eInvoiceXml = async (...invoice) =>
  (await import('./e-invoice.ts')).eInvoiceXml(...invoice)

answer('ready')
