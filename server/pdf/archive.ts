import { embedFacturX, ParseSpeeds, PDFDocument } from '@cantoo/pdf-lib'

/** The XML of an e-invoice, and when it was made. */
export interface Attachment {
  xml: string
  madeAt: Date
}

/**
 * The same document as PDF/A-3, which Typst's WebAssembly build cannot write by itself. Its content already conforms. With
 * an e-invoice in it, it is Factur-X, also called ZUGFeRD, in the profile EN 16931.
 */
export async function asPdfA(pdf: Uint8Array, eInvoice?: Attachment): Promise<Uint8Array<ArrayBuffer>> {
  const document = await PDFDocument.load(pdf, { updateMetadata: false, parseSpeed: ParseSpeeds.Fastest })
  document.setProducer('Daybook')
  if (eInvoice) {
    const { xml, madeAt } = eInvoice
    await embedFacturX(document, new TextEncoder().encode(xml), {
      creationDate: madeAt,
      modificationDate: madeAt,
    })
  } else document.convertToPDFA({ conformance: '3B' })
  return document.save({
    useObjectStreams: false,
    updateFieldAppearances: false,
    objectsPerTick: Number.POSITIVE_INFINITY,
  })
}
