import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { fromHundredths } from '#core/hundredths.ts'
import { useToday } from '#features/account/client.ts'
import { call } from '#web/api.ts'
import { because } from '#web/change.ts'
import { refreshBooks, useChange, useList } from '#web/list.ts'
import { toast } from '#web/ui/toast.ts'
import {
  type Invoice,
  type InvoiceChangeForm,
  type InvoiceForm,
  type InvoiceItem,
  type InvoiceItemForm,
  InvoiceItemInput,
  type InvoiceStatus,
  type InvoiceSummary,
  invoicesApi,
  type SentInvoice,
} from './contract.ts'
import { statusAt, withAmount, withItems } from './rules.ts'

export const useInvoices = (q: string, status?: InvoiceStatus) =>
  useList('invoices', invoicesApi.list, { q, status })

export const useInvoicesOfProject = (projectId: number) =>
  useList('invoices', invoicesApi.list, { project_id: projectId })

export const invoiceQuery = (id: number) =>
  queryOptions({
    queryKey: ['invoices', 'one', id],
    queryFn: () => call(invoicesApi.get, { params: { id } }),
  })

export function useCreateInvoice() {
  const queryClient = useQueryClient()
  return useChange<InvoiceSummary, InvoiceForm, Invoice>({
    noun: 'invoices',
    run: async (body) => {
      const invoice = await call(invoicesApi.create, { body })
      queryClient.setQueryData(invoiceQuery(invoice.id).queryKey, invoice)
      return invoice
    },
    succeeded: () => 'Invoice created successfully',
    failed: (error) => ['Failed to create invoice', because(error)],
  })
}

export function useMarkInvoice(id: number) {
  const today = useToday()
  return useInvoiceChange<InvoiceStatus, Invoice>(id, {
    run: (status) => call(invoicesApi.update, { params: { id }, body: { status } }),
    apply: (invoice, status) => ({ ...invoice, status: statusAt(today, { ...invoice, status }) }),
    answered: (_, saved) => saved,
    succeeded: (status, saved) => [
      `Invoice marked as ${status}`,
      saved.status === status ? undefined : 'Its due date has passed, so it reads as overdue.',
    ],
    failed: 'Failed to update invoice status',
  })
}

export const useUpdateInvoice = (id: number) =>
  useInvoiceChange<InvoiceChangeForm, Invoice>(id, {
    run: (body) => call(invoicesApi.update, { params: { id }, body }),
    answered: (_, saved) => saved,
    succeeded: () => ['Invoice updated successfully'],
    failed: 'Failed to update invoice',
  })

/** Marks it sent, asks for approval, and mails the link unless she passes it on herself. */
export const useSendInvoice = (id: number) =>
  useInvoiceChange<{ mail: boolean }, SentInvoice>(id, {
    run: (body) => call(invoicesApi.send, { params: { id }, body }),
    answered: (_, { invoice }) => invoice,
    succeeded: (_, { invoice, mailed_to }) =>
      mailed_to
        ? [`${invoice.invoice_number} sent to ${mailed_to}`]
        : [`${invoice.invoice_number} marked as sent`, 'Pass the link on to your client.'],
    failed: 'Failed to send invoice',
  })

/** An item that the server has not confirmed yet. */
export const isOnItsWay = (item: InvoiceItem): boolean => item.id < 0

let onTheirWay = 0

export const useAddItem = (id: number) =>
  useInvoiceChange<InvoiceItemForm, InvoiceItem>(id, {
    run: (body) => call(invoicesApi.addItem, { params: { id }, body }),
    apply: (invoice, form) => {
      onTheirWay -= 1
      return withItems(invoice, [...invoice.items, { id: onTheirWay, ...read(form) }])
    },
    succeeded: () => ['Item added successfully'],
    failed: 'Failed to save item',
  })

export interface ItemChange {
  itemId: number
  form: InvoiceItemForm
}

export const useUpdateItem = (id: number) =>
  useInvoiceChange<ItemChange, InvoiceItem>(id, {
    run: ({ itemId, form }) => call(invoicesApi.updateItem, { params: { id, itemId }, body: form }),
    apply: (invoice, { itemId, form }) =>
      withItems(
        invoice,
        invoice.items.map((item) => (item.id === itemId ? { ...item, ...read(form) } : item)),
      ),
    succeeded: () => ['Item updated successfully'],
    failed: 'Failed to save item',
  })

export const useRemoveItem = (id: number) =>
  useInvoiceChange<number, unknown>(id, {
    run: (itemId) => call(invoicesApi.removeItem, { params: { id, itemId } }),
    apply: (invoice, itemId) =>
      withItems(
        invoice,
        invoice.items.filter((item) => item.id !== itemId),
      ),
    succeeded: () => ['Item deleted successfully'],
    failed: 'Failed to delete item',
  })

const read = (form: InvoiceItemForm) => withAmount(InvoiceItemInput.parse(form))

export const toItemForm = ({ description, quantity, rate }: InvoiceItem): InvoiceItemForm => ({
  description,
  quantity: fromHundredths(quantity),
  rate: fromHundredths(rate),
})

interface InvoiceChangeSteps<Input, Result> {
  run(input: Input): Promise<Result>
  /** What the invoice looks like as soon as it is asked for. */
  apply?(invoice: Invoice, input: Input): Invoice
  answered?(invoice: Invoice, result: Result): Invoice
  succeeded(input: Input, result: Result): [title: string, description?: string | undefined]
  failed: string
}

/**
 * A change of one invoice: shown at once, sent one after the other in the order they were made, taken back if the
 * server refuses. What the server says is asked for when the last of them has been answered, so that none of
 * those still on their way flickers.
 */
function useInvoiceChange<Input, Result>(id: number, steps: InvoiceChangeSteps<Input, Result>) {
  const queryClient = useQueryClient()
  const { queryKey } = invoiceQuery(id)
  const mutationKey = ['invoices', 'change', id]

  const change = (apply: (invoice: Invoice) => Invoice) =>
    queryClient.setQueryData(queryKey, (invoice) => invoice && apply(invoice))

  return useMutation({
    mutationKey,
    scope: { id: mutationKey.join(' ') },
    mutationFn: steps.run,
    onMutate: async (input) => {
      await queryClient.cancelQueries({ queryKey })
      const before = queryClient.getQueryData(queryKey)
      const { apply } = steps
      if (apply) change((invoice) => apply(invoice, input))
      return { before }
    },
    onError: (error, _input, taken) => {
      if (taken?.before) queryClient.setQueryData(queryKey, taken.before)
      toast.error(steps.failed, because(error))
    },
    onSuccess: (result, input) => {
      const { answered } = steps
      if (answered) change((invoice) => answered(invoice, result))
      sayOnce(steps.succeeded(input, result))
    },
    onSettled: () => {
      if (queryClient.isMutating({ mutationKey }) === 1) void refreshBooks(queryClient)
    },
  })
}

let lastSaid: string | undefined

/** Items are entered in quick succession: the last word takes the place of the one before. */
function sayOnce(words: Parameters<typeof toast.success>): void {
  if (lastSaid) toast.dismiss(lastSaid)
  lastSaid = toast.success(...words)
}
