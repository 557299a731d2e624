import { describe, expect, test } from 'vitest'
import { creditNotesApi } from '#features/billing/credit-notes/contract.ts'
import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import type { InvoiceForm } from '#features/billing/invoices/contract/input.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { businessApi } from '#features/foundation/business/contract.ts'
import { portalApi } from '#features/pages/portal/contract/portal.ts'
import { signIn } from '#tests/app.ts'
import { png } from '#tests/images.ts'
import { addInvoice, type Books, changeInvoice, openBooks, TODAY } from '#tests/invoices.ts'
import { fontsOfPdf, infoOfPdf, textOfPdf } from '#tests/pdf.ts'
import { addPortalLink, openStudio } from '#tests/portal.ts'
import { documentsApi } from './contract.ts'

const LINES = { items: [{ description: 'Design', quantity: 10, rate: 100 }] }

const bytesOf = async (response: Response) => new Uint8Array(await response.arrayBuffer())

async function pdfOf(books: Books, invoice: Partial<InvoiceForm>): Promise<Uint8Array> {
  const { id } = await addInvoice(books, { ...LINES, ...invoice })
  const response = await books.ada.fetch(`/api/invoices/${id}/pdf`)
  expect(response.status).toBe(200)
  return bytesOf(response)
}

/** Each page as lines, without the spaces that set it out. */
const pagesOf = (pdf: Uint8Array): string[] =>
  textOfPdf(pdf)
    .split('\f')
    .map((page) => page.replace(/[ \u202a-\u202e]+/g, ' ').trim())
    .filter(Boolean)

describe('the PDF of an invoice', () => {
  test('prints tax only where there is some', async () => {
    const books = await openBooks()
    const untaxed = textOfPdf(await pdfOf(books, {}))
    expect(untaxed).toContain('Subtotal')
    expect(untaxed).not.toContain('Tax (')
    expect(textOfPdf(await pdfOf(books, { tax_rate: 8.25 }))).toContain('Tax (8.25%)')
  })

  test('says what the invoice says, with logo and payment code', async () => {
    const books = await openBooks()
    await books.ada.call(businessApi.update, {
      body: {
        name: 'Ada Design',
        address: 'Kastanienallee 12',
        city: 'Berlin',
        postal_code: '10435',
        country: 'DE',
        tax_name: 'VAT',
        tax_id: 'DE123456789',
        account_holder: 'Ada Lovelace',
        iban: 'DE89370400440532013000',
        footer: 'Registered in Charlottenburg',
      },
    })
    await books.ada.fetch('/api/business/logo', { method: 'PUT', body: new Blob([new Uint8Array(png(40))]) })
    await books.ada.call(clientsApi.update, {
      params: { id: books.clientId },
      body: { name: 'شركة النور', city: '東京', country: 'JP' },
    })
    const pdf = await pdfOf(books, {
      currency: 'EUR',
      exchange_rate: 1.1,
      due_date: '2026-12-01',
      service_from: '2026-10-01',
      service_to: '2026-10-31',
      tax_rate: 19,
      discount_percent: 10,
      notes: 'Thank you, #panic("x") $1 *bold*',
      items: [{ description: 'Design\nwith a second line', quantity: 10, rate: 100, unit: 'hours' }],
    })
    const [page = '', ...others] = pagesOf(pdf)
    expect(others).toEqual([])
    for (const part of [
      'INV-0001',
      'Draft',
      'Ada Design',
      'Kastanienallee 12',
      '10435 Berlin',
      'VAT ID: DE123456789',
      'شركة النور',
      '東京',
      'Nov 1, 2026',
      'Dec 1, 2026',
      'Design 10 hours €100.00 €1,000.00',
      'with a second line',
      'Subtotal €1,000.00',
      'Discount (10%) −€100.00',
      'VAT (19%) €171.00',
      'Total €1,071.00',
      'Thank you, #panic("x") $1 *bold*',
      'Ada Lovelace',
      'DE89 3704 0044 0532 0130 00',
      'Scan to pay',
      'Registered in Charlottenburg',
      'Page 1 of 1',
    ])
      expect(page).toContain(part)
    expect(infoOfPdf(pdf)).toMatchObject({
      Title: 'Invoice INV-0001',
      Author: 'Ada Design',
      Tagged: 'yes',
      'Page size': expect.stringContaining('A4'),
    })
    expect(fontsOfPdf(pdf).filter(({ isEmbedded }) => !isEmbedded)).toEqual([])
    expect(Buffer.from(pdf).toString('latin1')).toContain('/Subtype /Image')
  })

  test('repeats the head on every page, and never leaves the totals alone', async () => {
    const books = await openBooks()
    for (const count of [22, 23, 24, 25, 26, 60]) {
      const items = Array.from({ length: count }, (_, index) => ({
        description: `Work ${index + 1}`,
        quantity: 1,
        rate: 10,
      }))
      const pages = pagesOf(await pdfOf(books, { items }))
      for (const page of pages) expect(page).toContain('Description Qty Rate Amount')
      expect(pages.at(-1)).toMatch(new RegExp(`Work ${count} .*Subtotal .*Total `, 's'))
    }
  })

  const PAYMENT = {
    name: 'Ada Design',
    country: 'DE',
    account_holder: 'Ada Lovelace',
    iban: 'DE89370400440532013000',
    payment_details: 'Within 14 days',
    footer: 'Registered in Charlottenburg',
  } as const

  test('never leaves the payment box alone, and splits no item, whichever way a page ends', async () => {
    const books = await openBooks()
    await books.ada.call(businessApi.update, { body: PAYMENT })
    for (const count of [9, 10, 11, 12, 13, 14, 15, 31, 32, 33]) {
      const items = Array.from({ length: count }, (_, index) => ({
        description: `Work ${index + 1}\nwith words\nup to end ${index + 1}.`,
        quantity: 1,
        rate: 10,
      }))
      const pages = pagesOf(await pdfOf(books, { items, notes: 'Thank you.\nUntil soon.' }))
      expect(pages.at(-1), `${count} items`).toMatch(
        new RegExp(`end ${count}\\..*Subtotal .*Until soon.*Payment.*DE89.*Registered`, 's'),
      )
      for (const page of pages) {
        const started = page.match(/Work \d+/g)?.map((work) => work.slice(5))
        expect(page.match(/end \d+/g)?.map((end) => end.slice(4))).toEqual(started)
      }
    }
  })

  test('has the payment box before notes that do not fit beside it', async () => {
    const books = await openBooks()
    await books.ada.call(businessApi.update, { body: PAYMENT })
    const notes = Array.from({ length: 90 }, (_, index) => `note ${index}`).join('\n')
    const pages = pagesOf(await pdfOf(books, { notes }))
    expect(pages.join('\n').match(/note \d+/g)).toHaveLength(90)
    expect(pages[0]).toMatch(/Subtotal.*Payment.*DE89.*note 0/s)
  })

  test('has more lines than a page in one item, and still keeps the totals with the last of them', async () => {
    const description = Array.from({ length: 120 }, (_, index) => `line ${index}`).join('\n')
    const pages = pagesOf(await pdfOf(await openBooks(), { items: [{ description, quantity: 1, rate: 10 }] }))
    expect(pages.join('\n').match(/line \d+/g)).toHaveLength(120)
    expect(pages.at(-1)).toMatch(/line 119.*Subtotal/s)
  })

  test('is on Letter where the profile says nothing, and has no items if there are none', async () => {
    const pdf = await pdfOf(await openBooks(), { items: [] })
    expect(infoOfPdf(pdf)['Page size']).toContain('letter')
    expect(pagesOf(pdf)[0]).toContain('Total $0.00')
  })

  test('has the number as its name, is not cached, and is nobody else’s', async () => {
    const books = await openBooks()
    const { id } = await addInvoice(books, LINES)
    const { headers } = await books.ada.fetch(`/api/invoices/${id}/pdf`)
    expect(headers.get('content-type')).toBe('application/pdf')
    expect(headers.get('content-disposition')).toContain('filename="INV-0001.pdf"')
    expect(headers.get('cache-control')).toBe('no-store')
    const eve = await signIn('Eve')
    expect((await eve.try(documentsApi.pdf, { params: { id } })).status).toBe(404)
    expect((await books.ada.try(documentsApi.pdf, { params: { id: 999_999_999 } })).status).toBe(404)
  })
})

describe('the PDF in the portal', () => {
  test('is the same as the freelancer’s, once the invoice is sent', async () => {
    const { ada, clientId, client, token } = await openStudio()
    const books = { ada, clientId }
    const { id } = await addInvoice(books, LINES)
    const path = `/api/client-portal/${token}/invoices/${id}/pdf`
    expect((await client.fetch(path)).status).toBe(404)
    await changeInvoice(books, id, { status: 'sent' })
    const theirs = await bytesOf(await client.fetch(path))
    const ours = await bytesOf(await ada.fetch(`/api/invoices/${id}/pdf`))
    expect(textOfPdf(theirs)).toBe(textOfPdf(ours))
    expect(textOfPdf(theirs)).toContain('Studio North')
    await changeInvoice(books, id, { status: 'draft' })
    expect((await client.fetch(path)).status).not.toBe(200)
  })

  test('is only for the client whose invoice it is', async () => {
    const { ada, clientId } = await openStudio()
    const { id } = await addInvoice({ ada, clientId }, LINES)
    await changeInvoice({ ada, clientId }, id, { status: 'sent' })
    const other = await ada.call(clientsApi.create, { body: { name: 'Other', email: 'other@example.com' } })
    const { client } = await addPortalLink(ada, other.id)
    expect((await client.try(portalApi.invoicePdf, { params: { invoiceId: id } })).status).toBe(404)
  })
})

test('a credited invoice and its credit note do not state what was written off', async () => {
  const books = await openBooks()
  const { ada } = books
  const { id } = await addInvoice(books, LINES)
  await changeInvoice(books, id, { status: 'sent' })
  const off = { amount: 300, paid_on: TODAY, reason: 'Insolvent' }
  await ada.call(invoicesApi.writeOff, { params: { id }, body: off })
  const items = [{ description: 'Design', quantity: 1, rate: 200 }]
  const note = await ada.call(creditNotesApi.create, { params: { id }, body: { reason: 'Wrong', items } })
  await ada.call(creditNotesApi.send, { params: { id: note.id }, body: { mail: false } })
  for (const path of [`/api/invoices/${id}/pdf`, `/api/credit-notes/${note.id}/pdf`]) {
    const text = textOfPdf(await bytesOf(await ada.fetch(path)))
    expect(text).toContain('Total')
    expect(text).not.toMatch(/Written off|Balance due/)
  }
})
