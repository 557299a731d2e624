import { z } from 'zod'
import { withAmount } from '#core/document-lines.ts'
import { toMinorUnits } from '#core/money.ts'
import { invoicesApi } from '#features/billing/invoices/contract/api.ts'
import { InvoiceChange } from '#features/billing/invoices/contract/input.ts'
import { Invoice } from '#features/billing/invoices/contract/invoice.ts'
import { type InvoiceItemInput, ItemOrder } from '#features/billing/invoices/contract/items.ts'
import { withItems } from '#features/billing/invoices/rules/items.ts'
import { answer } from './answers.ts'
import { filled, type Given } from './blank.ts'
import { savedRecord } from './saved-record.ts'

type InvoiceBody = z.input<typeof Invoice>

/** INV-0001 of Studio North. The calls of the app and `change` change it, and it adds up by the app's own rules. */
export function savedInvoice(given: Given<InvoiceBody> = {}) {
  const first = { invoice_number: 'INV-0001', number: 1, client_id: 1, client_name: 'Studio North', ...given }
  const record = savedRecord(Invoice, addedUp(filled(Invoice, first)))
  const change = (part: Given<InvoiceBody>) =>
    record.change(addedUp(filled(Invoice, { ...record.current(), ...part })))
  const saved = (itemId: number) => {
    const { items, currency, version: invoice_version } = record.current()
    return { ...items.find(({ id }) => id === itemId), currency, invoice_version }
  }

  answer(invoicesApi.list, () => [record.current()])
  answer(invoicesApi.get, record.current)
  answer(
    invoicesApi.update,
    record.ifUnchanged(({ body }) => change(fieldsIn(body, record.current()))),
  )
  answer(
    invoicesApi.addItem,
    record.ifUnchanged(({ body }) => {
      const { items } = record.current()
      const id = Math.max(0, ...items.map((item) => item.id)) + 1
      change({ items: [...items, { id, ...lineIn(body) }] })
      return saved(id)
    }),
  )
  answer(
    invoicesApi.updateItem,
    record.ifUnchanged(({ body, params }) => {
      const id = Number(params.itemId)
      const { items } = record.current()
      change({ items: items.map((item) => (item.id === id ? { ...item, ...lineIn(body) } : item)) })
      return saved(id)
    }),
  )
  answer(
    invoicesApi.orderItems,
    record.ifUnchanged(({ body }) => {
      const { item_ids } = ItemOrder.parse(body)
      const { items } = record.current()
      return change({ items: item_ids.flatMap((id) => items.filter((item) => item.id === id)) })
    }),
  )
  return { ...record, change }
}

function addedUp(body: InvoiceBody): InvoiceBody {
  const invoice = z.decode(Invoice, body)
  return z.encode(Invoice, withItems(invoice, invoice.items.map(withAmount)))
}

/** Omitted fields stay as they are. */
function fieldsIn(body: unknown, current: InvoiceBody): Given<InvoiceBody> {
  const { discount_amount, ...rest } = InvoiceChange.parse(body)
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
  const invoice = z.decode(Invoice, current)
  const amount = Number(discount_amount ?? 0)
  return z.encode(Invoice, {
    ...invoice,
    ...given,
    ...(discount_amount !== undefined && { discount_amount: toMinorUnits(amount, invoice.currency) }),
  })
}

/** As it was sent: both sides count in decimals. */
const lineIn = (body: unknown) => body as z.input<typeof InvoiceItemInput>
