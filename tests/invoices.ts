import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import type { InvoiceChangeForm, InvoiceForm } from '#features/billing/invoices/contract/input.ts'
import type { InvoiceItem } from '#features/billing/invoices/contract/items.ts'
import { clientsApi } from '#features/engagement/clients/contract.ts'
import { setClock, signIn } from './app.ts'
import type { Body, Person } from './people.ts'

export const TODAY = '2026-11-16'

export const design = { description: 'Design', quantity: 1.5, rate: 99.99 }

export interface Books {
  ada: Person
  clientId: number
}

/** Books with one client in them, opened at noon of `TODAY`. */
export async function openBooks(timeZone = 'UTC'): Promise<Books> {
  await setClock(`${TODAY}T12:00:00Z`)
  const ada = await signIn('Ada', timeZone)
  const { id } = await ada.call(clientsApi.create, { body: { name: 'Studio North' } })
  return { ada, clientId: id }
}

/** The required fields of an invoice, and more. */
export const draft = <More extends object = Partial<InvoiceForm>>(clientId: number, more?: More) => ({
  client_id: clientId,
  issue_date: '2026-11-01',
  ...more,
})

export const addInvoice = ({ ada, clientId }: Books, more: Partial<InvoiceForm> = {}) =>
  ada.call(invoicesApi.create, { body: draft(clientId, more) })

export async function addInvoiceWithItem(
  books: Books,
  more: Partial<InvoiceForm> = {},
): Promise<Body<typeof invoicesApi.create> & { item: Pick<InvoiceItem, 'id'> }> {
  const invoice = await addInvoice(books, { items: [design], ...more })
  const [item] = invoice.items
  if (!item) throw new Error(`${invoice.invoice_number} has no item`)
  return { ...invoice, item }
}

export const readInvoice = ({ ada }: Books, id: number) => ada.call(invoicesApi.get, { params: { id } })

export const changeInvoice = ({ ada }: Books, id: number, body: InvoiceChangeForm) =>
  ada.call(invoicesApi.update, { params: { id }, body })

/** An invoice for 1,190.00 of which 190.00 is tax, sent. */
export async function addSentInvoice(books: Books, more: Partial<InvoiceForm> = {}): Promise<number> {
  const { id } = await addInvoice(books, {
    tax_rate: 19,
    items: [{ description: 'Design', quantity: 10, rate: 100 }],
    ...more,
  })
  await changeInvoice(books, id, { status: 'sent' })
  return id
}
