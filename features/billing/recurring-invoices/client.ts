import { recurringClient } from '#features/foundation/recurrence/client.ts'
import { call } from '#web/data/api.ts'
import { type RecurringInvoice, type RecurringInvoiceForm, recurringInvoicesApi } from './contract.ts'

const { list, create, update, pause, resume, remove } = recurringInvoicesApi

export const recurringInvoices = recurringClient<RecurringInvoice, RecurringInvoiceForm>('invoice', {
  list: () => call(list),
  create: (body) => call(create, { body }),
  update: (id, body, ifMatch) => call(update, { params: { id }, body, ifMatch }),
  pause: ({ id, version }) => call(pause, { params: { id }, ifMatch: version }),
  resume: ({ id, version }) => call(resume, { params: { id }, ifMatch: version }),
  remove: ({ id, version }) => call(remove, { params: { id }, ifMatch: version }),
})
