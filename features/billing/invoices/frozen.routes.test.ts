import { describe, expect, test } from 'vitest'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { businessApi } from '#features/foundation/business/contract.ts'
import { portalApi } from '#features/pages/portal/contract/portal.ts'
import { signIn } from '#tests/app.ts'
import { addYear } from '#tests/demo.ts'
import { addInvoice, changeInvoice, openBooks, readInvoice } from '#tests/invoices.ts'
import { systemContext } from '#tests/jobs.ts'
import { addSentInvoice, openStudio, type Studio } from '#tests/portal.ts'
import { invoicesApi } from './contract/api.ts'

const PROFILE = {
  name: 'Lovelace Studio',
  address: '12 Analytical Way',
  city: 'Lisbon',
  country: 'PT',
  tax_id: 'PT501964843',
  email: 'studio@lovelace.example',
  tax_name: 'IVA',
  payment_details: 'By bank transfer',
  iban: 'PT50000201231234567890154',
  footer: 'Registered in Lisbon',
}

const BUYER = { name: 'Studio North', company: 'North Ltd', address: '1 Main St' }

const SAID = {
  seller: { name: 'Lovelace Studio', city: 'Lisbon', country: 'PT', tax_id: 'PT501964843' },
  buyer: BUYER,
  tax_name: 'IVA',
  payment: { details: 'By bank transfer', iban: 'PT50000201231234567890154' },
  footer: 'Registered in Lisbon',
}

const AFTERWARDS = {
  seller: { name: 'Byron & Co', city: 'Porto', country: 'PT', tax_id: '' },
  buyer: { name: 'North Holding', company: '', address: '' },
  tax_name: 'VAT',
  payment: { details: '', iban: '' },
  footer: '',
}

async function changeEverything({ ada, clientId }: Pick<Studio, 'ada' | 'clientId'>) {
  await ada.call(businessApi.update, {
    body: {
      name: 'Byron & Co',
      city: 'Porto',
      tax_id: '',
      tax_name: 'VAT',
      payment_details: '',
      iban: '',
      footer: '',
    },
  })
  await ada.call(clientsApi.update, { params: { id: clientId }, body: { name: 'North Holding' } })
}

async function openEntered() {
  const books = await openBooks()
  await books.ada.call(businessApi.update, { body: PROFILE })
  await books.ada.call(clientsApi.update, { params: { id: books.clientId }, body: BUYER })
  return books
}

describe('what an invoice says besides its lines', () => {
  test.each(['sent', 'paid', 'overdue', 'cancelled'] as const)(
    'stays when it is %s, and follows profile and client again as a draft',
    async (status) => {
      const books = await openEntered()
      const { id } = await addInvoice(books)
      await changeInvoice(books, id, { status })
      await changeEverything(books)
      expect((await readInvoice(books, id)).details).toMatchObject(SAID)
      await changeInvoice(books, id, { status: 'sent' })
      expect((await readInvoice(books, id)).details).toMatchObject(SAID)
      await changeInvoice(books, id, { status: 'draft' })
      expect((await readInvoice(books, id)).details).toMatchObject(AFTERWARDS)
      await changeInvoice(books, id, { status: 'sent' })
      await books.ada.call(businessApi.update, { body: PROFILE })
      expect((await readInvoice(books, id)).details).toMatchObject(AFTERWARDS)
    },
  )

  test('follows profile and client while it is a draft', async () => {
    const books = await openEntered()
    const { id, details } = await addInvoice(books)
    expect(details).toMatchObject(SAID)
    await changeEverything(books)
    expect((await readInvoice(books, id)).details).toMatchObject(AFTERWARDS)
  })

  test('stays in the portal as it was sent', async () => {
    const studio = await openStudio()
    await studio.ada.call(businessApi.update, { body: PROFILE })
    await studio.ada.call(clientsApi.update, { params: { id: studio.clientId }, body: BUYER })
    const invoiceId = await addSentInvoice(studio)
    await changeEverything(studio)
    const invoice = await studio.client.call(portalApi.invoice, { params: { invoiceId } })
    expect(invoice.details).toMatchObject(SAID)
    expect(invoice.business).toMatchObject({ name: 'Lovelace Studio', address: '12 Analytical Way' })
  })

  test('is the name of the person or the address with nothing entered', async () => {
    const books = await openBooks()
    expect((await addInvoice(books)).details).toMatchObject({
      seller: { name: expect.stringContaining('Ada'), email: '', tax_id: '', logo_id: null },
      buyer: { name: 'Studio North', company: '', address: '' },
      tax_name: '',
      footer: '',
    })
  })

  test('is copied into the issued invoices of a demo', async () => {
    const ada = await signIn('Ada')
    await addYear(await systemContext(ada.email))
    await ada.call(businessApi.update, { body: { name: 'Renamed' } })
    const paid = await ada.call(invoicesApi.list, { query: { status: 'paid', limit: 1 } })
    const { details } = await ada.call(invoicesApi.get, { params: { id: paid[0]?.id ?? 0 } })
    expect(details.seller.name).not.toBe('Renamed')
  })
})
