import { z } from 'zod'
import { endpoints } from '#core/endpoint.ts'
import { ById, Id } from '#core/schemas.ts'
import { LineExplanation } from '#features/billing/line-requests/contract.ts'
import { CreditInput, RefundInput, WriteOffInput } from '#features/billing/payments/contract.ts'
import { HistoryEntry } from '#features/foundation/audit/contract.ts'
import { InvoiceChange, InvoiceInput } from './input.ts'
import { Invoice, InvoiceRemoval, InvoiceSummary, InvoiceUpdate, PaymentRemoval } from './invoice.ts'
import { InvoiceItemInput, ItemOrder, ItemRemoval, SavedItem } from './items.ts'
import { InvoiceListQuery, InvoiceSums, LateFilter, LateInvoice, MAX_LATE, SummaryFilter } from './list.ts'
import { InvoicePaymentInput, PaymentList } from './payments.ts'

const ItemParams = z.object({ id: Id, itemId: Id })
const PaymentParams = z.object({ id: Id, paymentId: Id })
const LineRequestParams = z.object({ id: Id, requestId: Id })

export const invoicesApi = endpoints({
  list: {
    method: 'GET',
    path: '/api/invoices',
    access: 'account',
    summary: "Invoices, newest first unless sorted; `q` searches number and client's name",
    query: InvoiceListQuery,
    response: z.array(InvoiceSummary),
    paged: true,
  },
  summary: {
    method: 'GET',
    path: '/api/invoices/summary',
    access: 'account',
    summary: 'What is outstanding, overdue and paid this year, of the same invoices as the list',
    query: SummaryFilter,
    response: InvoiceSums,
  },
  late: {
    method: 'GET',
    path: '/api/invoices/late',
    access: 'account',
    summary: `Overdue invoices, those due first on top, with how often the client was reminded; at most ${MAX_LATE}`,
    query: LateFilter,
    response: z.array(LateInvoice),
  },
  create: {
    method: 'POST',
    path: '/api/invoices',
    access: 'account',
    summary: 'Create an invoice',
    body: InvoiceInput,
    response: Invoice,
    status: 201,
    creates: true,
    versioned: 'shown',
  },
  get: {
    method: 'GET',
    path: '/api/invoices/{id}',
    access: 'account',
    summary: 'One invoice with its items',
    params: ById,
    response: Invoice,
    versioned: 'shown',
  },
  update: {
    method: 'PUT',
    path: '/api/invoices/{id}',
    access: 'account',
    summary: 'Change the status or details of an invoice',
    description:
      'Fields that are left out stay as they are. Tax and dates of a paid or cancelled invoice change only together with its status. Set back from paid, what was entered by hand is reversed as of today. With nothing left to pay, an issued invoice is paid. Cancelling a final invoice credits the rest of it; what else would rewrite it is refused with 409 `sealed` and the `alternative`.',
    params: ById,
    body: InvoiceChange,
    response: InvoiceUpdate,
    versioned: 'changed',
  },
  duplicate: {
    method: 'POST',
    path: '/api/invoices/{id}/duplicate',
    access: 'account',
    summary: 'Copy an invoice as a draft of today',
    description:
      'The copy has the next number, the same client, project, items, discount, tax, notes and days until it is due, and no ' +
      'service period.',
    params: ById,
    response: Invoice,
    status: 201,
    creates: true,
    versioned: 'shown',
  },
  remove: {
    method: 'DELETE',
    path: '/api/invoices/{id}',
    access: 'account',
    summary: 'Delete a draft, or cancel it',
    description:
      'With the newest number, a draft is deleted and its number is free again. With an earlier number, or if the client ' +
      'has already received it, it is cancelled. 409 unless it is a draft.',
    params: ById,
    response: InvoiceRemoval,
    versioned: 'changed',
  },
  addItem: {
    method: 'POST',
    path: '/api/invoices/{id}/items',
    access: 'account',
    summary: 'Add an item to an invoice',
    params: ById,
    body: InvoiceItemInput,
    response: SavedItem,
    status: 201,
    creates: true,
    versioned: 'changed',
  },
  updateItem: {
    method: 'PUT',
    path: '/api/invoices/{id}/items/{itemId}',
    access: 'account',
    summary: 'Change an item of an invoice',
    description: 'This answers what the client requested on it.',
    params: ItemParams,
    body: InvoiceItemInput,
    response: SavedItem,
    versioned: 'changed',
  },
  removeItem: {
    method: 'DELETE',
    path: '/api/invoices/{id}/items/{itemId}',
    access: 'account',
    summary: 'Remove an item from an invoice',
    description: 'This answers what the client requested on it.',
    params: ItemParams,
    response: ItemRemoval,
    versioned: 'changed',
  },
  orderItems: {
    method: 'PUT',
    path: '/api/invoices/{id}/items/order',
    access: 'account',
    summary: 'Change the order of the items of an invoice',
    description: '409 if `item_ids` does not name exactly the items that the invoice has.',
    params: ById,
    body: ItemOrder,
    response: Invoice,
    versioned: 'changed',
  },
  explainLine: {
    method: 'PUT',
    path: '/api/invoices/{id}/line-requests/{requestId}',
    access: 'account',
    summary: "Answer a client's request about a line with words",
    description:
      'Changing or removing the line answers it too. Once all requests are answered, the client is asked about these lines, ' +
      'by mail if possible. 409 once the client has decided on the invoice again.',
    params: LineRequestParams,
    body: LineExplanation,
    response: Invoice,
    versioned: 'changed',
  },
  history: {
    method: 'GET',
    path: '/api/invoices/{id}/history',
    access: 'account',
    summary:
      'Every change of an invoice, its items and its ledger, newest first: who, when, before and after',
    params: ById,
    response: z.array(HistoryEntry),
    paged: true,
  },
  payments: {
    method: 'GET',
    path: '/api/invoices/{id}/payments',
    access: 'account',
    summary: 'The ledger of an invoice: what was paid, refunded, written off and reversed',
    params: ById,
    response: PaymentList,
  },
  recordPayment: {
    method: 'POST',
    path: '/api/invoices/{id}/payments',
    access: 'account',
    summary: 'Record a payment on an invoice',
    description:
      'At most what is left to pay, unless `excess_as_credit` keeps the rest as credit of the client. With nothing left, the ' +
      'invoice is paid. 409 if it is a draft, cancelled, or paid already. With `mail_receipt`, also 409 if the client has no ' +
      'email address, and 503 if mail is not set up.',
    params: ById,
    body: InvoicePaymentInput,
    response: Invoice,
    status: 201,
    creates: true,
    versioned: 'changed',
  },
  recordRefund: {
    method: 'POST',
    path: '/api/invoices/{id}/refunds',
    access: 'account',
    summary: 'Record that money went back to the client',
    description:
      'At most what was paid and not entered by Stripe. It is taken from credit first; the rest is left to pay again.',
    params: ById,
    body: RefundInput,
    response: Invoice,
    status: 201,
    creates: true,
    versioned: 'changed',
  },
  writeOff: {
    method: 'POST',
    path: '/api/invoices/{id}/write-offs',
    access: 'account',
    summary: 'Write off what the client will not pay',
    description: 'Lowers the balance. It is no revenue. With nothing left, the invoice is paid.',
    params: ById,
    body: WriteOffInput,
    response: Invoice,
    status: 201,
    creates: true,
    versioned: 'changed',
  },
  payWithCredit: {
    method: 'POST',
    path: '/api/invoices/{id}/credit',
    access: 'account',
    summary: 'Pay an invoice with credit that the client has from others',
    description: 'As of today. 409 if the client has none in the currency of the invoice.',
    params: ById,
    body: CreditInput,
    response: Invoice,
    status: 201,
    creates: true,
    versioned: 'changed',
  },
  dismissPaidNotice: {
    method: 'DELETE',
    path: '/api/invoices/{id}/paid-notice',
    access: 'account',
    summary: 'Dismiss what the client said about paying an invoice',
    description: 'The client can say so again.',
    params: ById,
    response: Invoice,
    versioned: 'shown',
  },
  removePayment: {
    method: 'DELETE',
    path: '/api/invoices/{id}/payments/{paymentId}',
    access: 'account',
    summary: 'Take back a payment or another entry that was made by hand',
    description:
      'Both stay on record: a reversal is added, dated today. Undoing the removal within a day takes it away again. 409 for ' +
      'online payments, which are refunded, and for credit that pays another invoice by now.',
    params: PaymentParams,
    response: PaymentRemoval,
    versioned: 'changed',
  },
})
