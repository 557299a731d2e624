import { embedFacturX, PDFDocument, PDFName, PDFRef } from '@cantoo/pdf-lib'

/** The XML of an e-invoice, and when it was made. */
export interface Attachment {
  xml: string
  madeAt: Date
}

/**
 * Converts a document to PDF/A-3, which Typst's WebAssembly build cannot write by itself. Its content already
 * conforms. With an e-invoice in it, it is Factur-X, also called ZUGFeRD, in the profile EN 16931. Additions follow
 * the document as an incremental update, so that its pages and tags are not read and written again.
 */
export async function asPdfA(pdf: Uint8Array, eInvoice?: Attachment): Promise<Uint8Array<ArrayBuffer>> {
  const { size, crossReferences, ending } = endingOf(pdf)
  const document = await PDFDocument.load(ending, { updateMetadata: false })
  document.context.largestObjectNumber = size - 1
  const update = document.takeSnapshot()
  update.pdfSize = pdf.length
  update.prevStartXRef = crossReferences

  document.setProducer('Daybook')
  if (eInvoice) {
    const { xml, madeAt } = eInvoice
    await embedFacturX(document, new TextEncoder().encode(xml), {
      creationDate: madeAt,
      modificationDate: madeAt,
    })
  } else document.convertToPDFA({ conformance: '3B' })

  const { Root, Info } = document.context.trailerInfo
  const changed = [Root, Info, document.catalog.get(PDFName.of('Metadata'))]
  update.markRefsForSave(changed.filter((ref) => ref instanceof PDFRef))
  const added = await document.saveIncremental(update, {
    useObjectStreams: false,
    objectsPerTick: Number.POSITIVE_INFINITY,
  })
  const result = new Uint8Array(pdf.length + added.length)
  result.set(pdf)
  result.set(added, pdf.length)
  return result
}

interface Ending {
  /** Number of objects in the document, as the trailer counts them. */
  size: number
  /** Offset of the table of objects. */
  crossReferences: number
  /** A document of nothing but the last objects, which Typst writes in this order: information, metadata, catalog. */
  ending: Uint8Array
}

const HEADER = '%PDF-1.7\n'
const ENTRY_LENGTH = 20

function endingOf(pdf: Uint8Array): Ending {
  const text = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength).toString('latin1')
  const trailer = text.slice(text.lastIndexOf('trailer'))
  const numberIn = (pattern: RegExp, where: string) => {
    const found = pattern.exec(where)
    if (!found) throw new Error(`the PDF ends with ${JSON.stringify(trailer)}`)
    return Number(found[1])
  }
  const size = numberIn(/\/Size (\d+)/, trailer)
  const info = numberIn(/\/Info (\d+) 0 R/, trailer)
  const crossReferences = numberIn(/startxref\s+(\d+)/, trailer)
  const firstEntry = text.indexOf('\n', text.indexOf('\n', crossReferences) + 1) + 1
  const infoOffset = numberIn(/^(\d{10}) 00000 n/, text.slice(firstEntry + info * ENTRY_LENGTH))
  return {
    size,
    crossReferences,
    ending: Buffer.from(HEADER + text.slice(infoOffset, crossReferences) + trailer, 'latin1'),
  }
}
