import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { DefaultValues } from 'react-hook-form'
import type { DateOnly } from '#core/calendar.ts'
import type { Currency } from '#core/currency.ts'
import { type DocumentLine, repriced } from '#core/document-lines.ts'
import type { IfMatch } from '#core/endpoint.ts'
import { formatMoney } from '#core/format.ts'
import { fromMinorUnits, toMinorUnits } from '#core/money.ts'
import { fromTenThousandths } from '#core/units.ts'
import { openRequests } from '#features/billing/line-requests/rules.ts'
import type { RefundForm, WriteOffForm } from '#features/billing/payments/contract.ts'
import { projectQuery } from '#features/engagement/projects/client.ts'
import { useToday } from '#features/foundation/account/client.ts'
import { UNNUMBERED } from '#features/foundation/business/rules.ts'
import { undoRemoval } from '#features/foundation/removals/client.ts'
import { call } from '#web/data/api.ts'
import { type Change, errorMessage, useChange } from '#web/data/change.ts'
import { useListChange } from '#web/data/list.ts'
import { savedIn } from '#web/data/version-conflict.ts'
import { invoicesApi } from './contract/api.ts'
import type { InvoiceChangeForm, InvoiceForm } from './contract/input.ts'
import {
  Invoice,
  type InvoiceRemoval,
  type InvoiceStatus,
  type InvoiceSummary,
  type InvoiceUpdate,
  type PaymentRemoval,
  type RemovalOutcome,
} from './contract/invoice.ts'
import {
  type InvoiceItem,
  type InvoiceItemForm,
  InvoiceItemInput,
  type ItemRemoval,
  type SavedItem,
} from './contract/items.ts'
import type { InvoicePaymentForm } from './contract/payments.ts'
import { withItems } from './rules/items.ts'
import { isFixed } from './rules/sealing.ts'
import { markedMessage, nextPaidOn, paidAt, statusAt } from './rules/status.ts'

export const invoiceQuery = (id: number) =>
  queryOptions({
    queryKey: ['invoices', 'one', id],
    queryFn: () => call(invoicesApi.get, { params: { id } }),
  })

export function useCreateInvoice() {
  const queryClient = useQueryClient()
  return useListChange<InvoiceSummary, InvoiceForm, Invoice>({
    noun: 'invoices',
    run: async (body) => {
      const invoice = await call(invoicesApi.create, { body })
      queryClient.setQueryData(invoiceQuery(invoice.id).queryKey, invoice)
      return invoice
    },
    succeeded: () => 'Invoice created successfully',
    failed: (error) => ['Failed to create invoice', errorMessage(error)],
  })
}

export function useDuplicateInvoice(id: number) {
  const queryClient = useQueryClient()
  return useListChange<InvoiceSummary, void, Invoice>({
    noun: 'invoices',
    run: async () => {
      const copy = await call(invoicesApi.duplicate, { params: { id } })
      queryClient.setQueryData(invoiceQuery(copy.id).queryKey, copy)
      return copy
    },
    succeeded: ({ invoice_number }) =>
      invoice_number === UNNUMBERED ? 'Draft created as a copy' : `${invoice_number} created as a copy`,
    failed: (error) => ['Failed to duplicate invoice', errorMessage(error)],
  })
}

/** Deletes a draft, or cancels it. */
export const useRemoveInvoice = () =>
  useListChange<InvoiceSummary, { invoice: Invoice; expected: RemovalOutcome }, InvoiceRemoval>({
    noun: 'invoices',
    run: ({ invoice: { id, version } }) => call(invoicesApi.remove, { params: { id }, ifMatch: version }),
    apply: (invoice, { invoice: { id }, expected }) => {
      if (invoice.id !== id) return invoice
      return expected === 'deleted' ? null : { ...invoice, status: 'cancelled' }
    },
    succeeded: ({ outcome }) => (outcome === 'deleted' ? 'Draft deleted' : 'Invoice marked as cancelled'),
    undo: undoRemoval,
    failed: (error) => ['Failed to delete the draft', errorMessage(error)],
  })

export function useMarkInvoice(id: number) {
  const today = useToday()
  return useInvoiceChange<{ status: InvoiceStatus; paid_on?: DateOnly }, InvoiceUpdate>(id, {
    run: (body, ifMatch) => call(invoicesApi.update, { params: { id }, body, ifMatch }),
    apply: (invoice, { status, paid_on }) =>
      isFixed(invoice) && status === 'cancelled'
        ? invoice
        : {
            ...invoice,
            status: statusAt(today, { ...invoice, status }),
            paid_on: nextPaidOn(invoice, { status, paid_on }, today),
            ...paidAt(invoice, status),
          },
    applyResult: withoutRemoval,
    succeeded: (saved, { status }) => markedMessage(saved, status),
    undo: undoRemoval,
    failed: 'Failed to update invoice status',
  })
}

export const useUpdateInvoice = (id: number) =>
  useInvoiceChange<{ form: InvoiceChangeForm; ifMatch: IfMatch }, InvoiceUpdate>(id, {
    run: ({ form, ifMatch }) => call(invoicesApi.update, { params: { id }, body: form, ifMatch }),
    inForm: true,
    applyResult: withoutRemoval,
    succeeded: () => 'Invoice updated successfully',
    failed: 'Failed to update invoice',
  })

export const useSetPaymentDay = (id: number) =>
  useInvoiceChange<DateOnly, InvoiceUpdate>(id, {
    run: (paid_on, ifMatch) => call(invoicesApi.update, { params: { id }, body: { paid_on }, ifMatch }),
    applyResult: withoutRemoval,
    succeeded: () => 'Invoice updated successfully',
    failed: 'Failed to update invoice',
  })

export const paymentsQuery = (id: number) =>
  queryOptions({
    queryKey: ['invoices', 'payments', id],
    queryFn: () => call(invoicesApi.payments, { params: { id } }),
  })

/** Overdue invoices, of all clients or of one. */
export const lateQuery = (client_id?: number) =>
  queryOptions({
    queryKey: ['invoices', 'late', client_id ?? null],
    queryFn: () => call(invoicesApi.late, { query: { client_id } }),
  })

export const useSwitchReminders = (id: number) =>
  useInvoiceChange<boolean, Invoice>(id, {
    run: (reminders_enabled, ifMatch) =>
      call(invoicesApi.update, { params: { id }, body: { reminders_enabled }, ifMatch }),
    apply: (invoice, reminders_enabled) => ({ ...invoice, reminders_enabled }),
    applyResult: (_, saved) => saved,
    failed: 'Failed to change the reminders',
  })

export const useRecordPayment = (id: number) =>
  useInvoiceChange<{ form: InvoicePaymentForm; ifMatch: IfMatch }, Invoice>(id, {
    run: ({ form, ifMatch }) => call(invoicesApi.recordPayment, { params: { id }, body: form, ifMatch }),
    applyResult: (_, saved) => saved,
    succeeded: ({ balance, currency }) => [
      'Payment recorded',
      balance > 0 ? `${formatMoney(balance, currency)} is left to pay.` : 'The invoice is paid in full.',
    ],
    failed: 'Failed to record the payment',
  })

export const useRecordRefund = (id: number) =>
  useInvoiceChange<RefundForm, Invoice>(id, {
    run: (body, ifMatch) => call(invoicesApi.recordRefund, { params: { id }, body, ifMatch }),
    inForm: true,
    applyResult: (_, saved) => saved,
    succeeded: ({ balance, currency }) => [
      'Refund recorded',
      balance > 0 ? `${formatMoney(balance, currency)} is left to pay.` : undefined,
    ],
    failed: 'Failed to record the refund',
  })

export const useWriteOff = (id: number) =>
  useInvoiceChange<WriteOffForm, Invoice>(id, {
    run: (body, ifMatch) => call(invoicesApi.writeOff, { params: { id }, body, ifMatch }),
    inForm: true,
    applyResult: (_, saved) => saved,
    succeeded: ({ balance, currency }) => [
      'Written off',
      balance > 0 ? `${formatMoney(balance, currency)} is left to pay.` : 'Nothing is left to pay.',
    ],
    failed: 'Failed to write it off',
  })

export const usePayWithCredit = (id: number) =>
  useInvoiceChange<void, Invoice>(id, {
    run: (_, ifMatch) => call(invoicesApi.payWithCredit, { params: { id }, body: {}, ifMatch }),
    applyResult: (_, saved) => saved,
    succeeded: ({ balance, currency }) => [
      'Credit used',
      balance > 0 ? `${formatMoney(balance, currency)} is left to pay.` : 'The invoice is paid in full.',
    ],
    failed: 'Failed to use the credit',
  })

export const useDismissPaidNotice = (id: number) =>
  useInvoiceChange<void, Invoice>(id, {
    run: () => call(invoicesApi.dismissPaidNotice, { params: { id } }),
    applyResult: (_, saved) => saved,
    succeeded: () => 'Dismissed. The client can tell you again.',
    failed: 'Failed to dismiss it',
  })

export const useRemovePayment = (id: number) =>
  useInvoiceChange<number, PaymentRemoval>(id, {
    run: (paymentId, ifMatch) => call(invoicesApi.removePayment, { params: { id, paymentId }, ifMatch }),
    applyResult: withoutRemoval,
    succeeded: () => 'Payment removed',
    undo: undoRemoval,
    failed: 'Failed to remove the payment',
  })

const withoutRemoval = (_: Invoice, { removal_id, ...saved }: InvoiceUpdate): Invoice => saved

/** An item that the server has not confirmed yet. */
export const isPending = (item: InvoiceItem): boolean => item.id < 0

let lastTemporaryId = 0

export const useAddItem = (id: number) =>
  useInvoiceChange<InvoiceItemForm, SavedItem>(id, {
    run: (body, ifMatch) => call(invoicesApi.addItem, { params: { id }, body, ifMatch }),
    applyResult: atVersion,
    apply: (invoice, form) => {
      lastTemporaryId -= 1
      return withItems(invoice, [
        ...invoice.items,
        { id: lastTemporaryId, ...read(form, invoice.currency), work: null },
      ])
    },
    succeeded: () => 'Item added successfully',
    failed: 'Failed to save item',
  })

export interface ItemChange {
  itemId: number
  form: InvoiceItemForm
  ifMatch: IfMatch
}

export const useUpdateItem = (id: number) =>
  useInvoiceChange<ItemChange, SavedItem>(id, {
    run: ({ itemId, form, ifMatch }) =>
      call(invoicesApi.updateItem, { params: { id, itemId }, body: form, ifMatch }),
    applyResult: atVersion,
    inForm: true,
    apply: (invoice, { itemId, form }) =>
      withItems(
        invoice,
        invoice.items.map((item) =>
          item.id === itemId ? { ...item, ...read(form, invoice.currency, item) } : item,
        ),
      ),
    succeeded: () => 'Item updated successfully',
    failed: 'Failed to save item',
  })

export const useRemoveItem = (id: number) =>
  useInvoiceChange<number, ItemRemoval>(id, {
    run: (itemId, ifMatch) => call(invoicesApi.removeItem, { params: { id, itemId }, ifMatch }),
    applyResult: atVersion,
    apply: (invoice, itemId) =>
      withItems(
        invoice,
        invoice.items.filter((item) => item.id !== itemId),
      ),
    succeeded: () => 'Item deleted successfully',
    undo: undoRemoval,
    failed: 'Failed to delete item',
  })

export const useExplainLine = (id: number) =>
  useInvoiceChange<{ requestId: number; answer_text: string }, Invoice>(id, {
    run: ({ requestId, answer_text }, ifMatch) =>
      call(invoicesApi.explainLine, { params: { id, requestId }, body: { answer_text }, ifMatch }),
    applyResult: (_, saved) => saved,
    inForm: true,
    succeeded: (invoice) => [
      'Answer saved',
      openRequests(invoice).length === 0
        ? 'All requests are answered, so your client is asked about these lines.'
        : undefined,
    ],
    failed: 'Failed to save the answer',
  })

export const useOrderItems = (id: number) =>
  useInvoiceChange<number[], Invoice>(id, {
    run: (item_ids, ifMatch) => call(invoicesApi.orderItems, { params: { id }, body: { item_ids }, ifMatch }),
    applyResult: (invoice, { version }) => ({ ...invoice, version }),
    apply: (invoice, ids) => ({
      ...invoice,
      items: invoice.items.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)),
    }),
    failed: 'Failed to move the item',
  })

/** The defaults of a new item: the rate of the project, if it is in the invoice's currency. */
export function useNewItem({ project_id, currency }: Invoice): DefaultValues<InvoiceItemForm> {
  const { data: project } = useQuery({ ...projectQuery(project_id ?? 0), enabled: project_id !== null })
  const rate = project?.currency === currency ? project.rate : null
  const unit = project?.rate_unit
  return useMemo(
    () => ({
      description: '',
      quantity: 1,
      unit: rate === null ? '' : unit === 'day' ? 'days' : 'hours',
      ...(rate !== null && { rate: fromMinorUnits(rate, currency) }),
    }),
    [rate, unit, currency],
  )
}

const atVersion = (invoice: Invoice, { invoice_version }: { invoice_version: number }): Invoice => ({
  ...invoice,
  version: invoice_version,
})

/** As the server will read it. */
function read(form: InvoiceItemForm, currency: Currency, before?: InvoiceItem) {
  const { description, quantity, unit = '' } = InvoiceItemInput.parse(form)
  return repriced({ description, quantity, unit, rate: toMinorUnits(form.rate, currency) }, before)
}

export const toItemForm = (
  { description, quantity, unit, rate }: DocumentLine,
  currency: Currency,
): InvoiceItemForm => ({
  description,
  quantity: fromTenThousandths(quantity),
  unit,
  rate: fromMinorUnits(rate, currency),
})

interface InvoiceChange<Input, Result>
  extends Pick<
    Change<Invoice, Input, Result>,
    'apply' | 'applyResult' | 'succeeded' | 'undo' | 'failed' | 'inForm'
  > {
  /** `shown` is the version of the invoice on the screen. */
  run(input: Input, shown: IfMatch): Promise<Result>
}

/** A change of the invoice that is shown, sent with its version. */
export function useInvoiceChange<Input, Result>(id: number, change: InvoiceChange<Input, Result>) {
  const queryClient = useQueryClient()
  const { queryKey } = invoiceQuery(id)
  return useChange<Invoice, Input, Result>({
    ...change,
    queryKey,
    run: (input) => change.run(input, queryClient.getQueryData(queryKey)?.version ?? null),
    applyRefusal: (invoice, error) => savedIn(error, Invoice) ?? invoice,
    replacesToast: true,
  })
}
