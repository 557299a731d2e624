import { PDFDocument } from '@cantoo/pdf-lib'
import { describe, expect, test } from 'vitest'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { businessApi } from '#features/foundation/business/contract.ts'
import { signIn } from '#tests/app.ts'
import { addInvoiceWithItem, type Books, changeInvoice, openBooks } from '#tests/invoices.ts'
import { addSentInvoice, openStudio } from '#tests/portal.ts'
import { NOT_FOUND } from '#tests/refusals.ts'

const SELLER = { name: 'Ada Müller', country: 'PT', tax_id: 'PT501964843', email: 'ada@example.com' }
const BUYER = { name: 'Jonas Pine', company: '松 GmbH', country: 'DE', email: 'jonas@example.com' }
const COMPLETE = { due_date: '2026-11-30', tax_rate: 19 }

async function openEuropean(): Promise<Books> {
  const books = await openBooks()
  await books.ada.call(businessApi.update, { body: SELLER })
  await books.ada.call(clientsApi.update, { params: { id: books.clientId }, body: BUYER })
  return books
}

const pathOf = (id: number, syntax = '') =>
  `/api/invoices/${id}/e-invoice.xml${syntax && `?syntax=${syntax}`}`

async function readXml({ ada }: Books, id: number, syntax?: 'cii' | 'ubl') {
  const response = await ada.fetch(pathOf(id, syntax))
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/xml')
  return { xml: await response.text(), name: response.headers.get('content-disposition') }
}

describe('the XML of an invoice', () => {
  test('is CII by default, and UBL where it is asked for', async () => {
    const books = await openEuropean()
    const { id } = await addInvoiceWithItem(books, COMPLETE)
    const cii = await readXml(books, id)
    expect(cii.xml).toContain('<rsm:CrossIndustryInvoice')
    expect(cii.xml).toContain('<ram:GrandTotalAmount>178.49</ram:GrandTotalAmount>')
    expect(cii.name).toContain('INV-0001.xml')
    expect(await readXml(books, id, 'cii')).toEqual(cii)
    const ubl = await readXml(books, id, 'ubl')
    expect(ubl.xml).toContain('<cbc:TaxInclusiveAmount currencyID="USD">178.49</cbc:TaxInclusiveAmount>')
  })

  test('is refused in words where something is missing', async () => {
    const books = await openBooks()
    const { id } = await addInvoiceWithItem(books)
    const { status, body } = await books.ada.request('GET', pathOf(id))
    expect({ status, body }).toMatchObject({ status: 409, body: { code: 'e_invoice_incomplete' } })
    expect(body).toMatchObject({
      details: [
        'Enter your country in your business profile.',
        'Enter your tax ID in your business profile.',
        'Enter your email address in your business profile.',
        'Enter the client’s country on the client’s page.',
        'Enter the client’s email address on the client’s page.',
        'Enter a due date.',
        'Enter a tax rate of at least 0.5%, or choose the tax category that says why there is none.',
      ].join('\n'),
    })
  })

  test('of another account, or in another syntax, is refused', async () => {
    const books = await openEuropean()
    const { id } = await addInvoiceWithItem(books, COMPLETE)
    const eve = await signIn('Eve')
    expect(await eve.request('GET', pathOf(id))).toMatchObject(NOT_FOUND)
    expect((await books.ada.request('GET', pathOf(id, 'edifact'))).status).toBe(400)
  })

  test('stays as it was when the invoice was sent', async () => {
    const books = await openEuropean()
    const { id } = await addInvoiceWithItem(books, COMPLETE)
    await changeInvoice(books, id, { status: 'sent' })
    const sent = await readXml(books, id)
    await books.ada.call(businessApi.update, { body: { country: '', tax_id: '' } })
    await books.ada.call(clientsApi.update, {
      params: { id: books.clientId },
      body: { name: 'North', email: '' },
    })
    expect(await readXml(books, id)).toEqual(sent)
  })
})

describe('the PDF of an invoice', () => {
  test('contains the same XML, and none where something is missing', async () => {
    const books = await openEuropean()
    const { id } = await addInvoiceWithItem(books, COMPLETE)
    const { xml } = await readXml(books, id)
    expect(await attachmentsOf(await books.ada.fetch(`/api/invoices/${id}/pdf`))).toEqual([
      { name: 'factur-x.xml', text: xml },
    ])
    await changeInvoice(books, id, { due_date: null })
    expect(await attachmentsOf(await books.ada.fetch(`/api/invoices/${id}/pdf`))).toEqual([])
  })

  test('contains it in the portal too', async () => {
    const studio = await openStudio()
    await studio.ada.call(businessApi.update, { body: SELLER })
    await studio.ada.call(clientsApi.update, { params: { id: studio.clientId }, body: BUYER })
    const id = await addSentInvoice(studio)
    await changeInvoice(studio, id, { due_date: '2026-12-31', tax_rate: 19 })
    const { xml } = await readXml(studio, id)
    const path = `/api/client-portal/${studio.token}/invoices/${id}/pdf`
    expect(await attachmentsOf(await studio.client.fetch(path))).toEqual([
      { name: 'factur-x.xml', text: xml },
    ])
  })
})

async function attachmentsOf(response: Response) {
  expect(response.status).toBe(200)
  const pdf = await PDFDocument.load(await response.arrayBuffer())
  return pdf.getAttachments().map(({ name, data }) => ({ name, text: new TextDecoder().decode(data) }))
}
