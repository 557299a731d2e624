import { decodePDFRawStream, PDFDict, PDFDocument, PDFName, PDFRawStream } from '@cantoo/pdf-lib'
import { expect, test } from 'vitest'
import { infoOfPdf, textOfPdf } from '#tests/pdf.ts'
import { asPdfA } from './archive.ts'
import { Typst } from './typst.ts'

const TEMPLATE = new URL('./fixtures/text.typ', import.meta.url)
const typst = await Typst.open()
const XML = '<?xml version="1.0" encoding="utf-8"?><Invoice>Ada Müller, 松</Invoice>'
const MADE_AT = new Date('2026-11-16T12:00:00Z')

test('with an e-invoice in it, a document is Factur-X, and as tagged and readable as before', async () => {
  const pdf = await asPdfA(typst.render(TEMPLATE, { text: 'Ada Müller, 松' }), { xml: XML, madeAt: MADE_AT })
  expect(infoOfPdf(pdf)).toMatchObject({ Title: 'Text', Tagged: 'yes', Producer: 'Daybook' })
  expect(textOfPdf(pdf)).toContain('Ada Müller, 松')

  const document = await PDFDocument.load(pdf, { updateMetadata: false })
  const [attachment, ...others] = document.getAttachments()
  expect(others).toEqual([])
  expect(attachment).toMatchObject({
    name: 'factur-x.xml',
    mimeType: 'text/xml',
    afRelationship: 'Alternative',
    modificationDate: MADE_AT,
  })
  expect(new TextDecoder().decode(attachment?.data)).toBe(XML)

  const metadata = metadataOf(document)
  for (const said of [
    '<fx:DocumentType>INVOICE</fx:DocumentType>',
    '<fx:DocumentFileName>factur-x.xml</fx:DocumentFileName>',
    '<fx:Version>1.0</fx:Version>',
    '<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>',
    '<pdfaSchema:prefix>fx</pdfaSchema:prefix>',
    '<pdfaid:part>3</pdfaid:part>',
  ])
    expect(metadata).toContain(said)

  const structure = document.catalog.lookup(PDFName.of('StructTreeRoot'), PDFDict)
  expect(structure.has(PDFName.of('K'))).toBe(true)
  expect(document.catalog.has(PDFName.of('OutputIntents'))).toBe(true)
})

test('without one, it has none', async () => {
  const document = await PDFDocument.load(await asPdfA(typst.render(TEMPLATE, { text: 'Ada' })))
  expect(document.getAttachments()).toEqual([])
  expect(metadataOf(document)).not.toContain('fx:')
})

function metadataOf({ catalog }: PDFDocument): string {
  const stream = catalog.lookup(PDFName.of('Metadata'))
  if (!(stream instanceof PDFRawStream)) throw new Error('the PDF has no metadata')
  return new TextDecoder('utf-8', { fatal: true }).decode(decodePDFRawStream(stream).decode())
}
