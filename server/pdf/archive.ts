import { PDFDocument } from '@cantoo/pdf-lib'

/** The same document as PDF/A-3, which Typst's WebAssembly build cannot write by itself. Its content already conforms. */
export async function asPdfA(pdf: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const document = await PDFDocument.load(pdf, { updateMetadata: false })
  document.setProducer('Daybook')
  document.convertToPDFA({ conformance: '3B' })
  return document.save({ useObjectStreams: false, updateFieldAppearances: false })
}
