import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { DateOnly } from '#core/calendar.ts'
import { withAmount } from '#core/document-lines.ts'
import type { IfMatch } from '#core/endpoint.ts'
import { fromHundredths } from '#core/hundredths.ts'
import { useToday } from '#features/account/client.ts'
import { usageQuery } from '#features/subscription/client.ts'
import { call } from '#web/data/api.ts'
import { errorMessage } from '#web/data/change.ts'
import { listQuery, refreshBooks, useChange, useList } from '#web/data/list.ts'
import { prefetchLoader } from '#web/data/prefetch.ts'
import { savedIn } from '#web/forms/conflict.tsx'
import { searchIn } from '#web/navigation/search-link.ts'
import { statusIn } from '#web/navigation/status-link.ts'
import { toast } from '#web/ui/toast.ts'
import {
  Invoice,
  type InvoiceChangeForm,
  type InvoiceForm,
  type InvoiceItem,
  type InvoiceItemForm,
  InvoiceItemInput,
  InvoiceListStatus,
  type InvoiceStatus,
  type InvoiceSummary,
  type ItemRemoval,
  invoicesApi,
  type SavedItem,
  type SentInvoice,
} from './contract.ts'
import { nextPaidOn, statusAt, withItems } from './rules.ts'

const invoicesQuery = (q: string, status?: InvoiceListStatus) =>
  listQuery('invoices', invoicesApi.list, { q, status })

export const useInvoices = (...search: Parameters<typeof invoicesQuery>) => useList(invoicesQuery(...search))

export const invoicesLoader = prefetchLoader((queryClient, search) => {
  const status = statusIn(search, InvoiceListStatus.options)
  return [
    queryClient.ensureInfiniteQueryData(invoicesQuery(searchIn(search), status)),
    queryClient.ensureQueryData(usageQuery),
  ]
})

export const useInvoicesOfProject = (projectId: number) =>
  useList(listQuery('invoices', invoicesApi.list, { project_id: projectId }))

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
    failed: (error) => ['Failed to create invoice', errorMessage(error)],
  })
}

export function useMarkInvoice(id: number) {
  const today = useToday()
  return useInvoiceChange<{ status: InvoiceStatus; paid_on?: DateOnly }, Invoice>(id, {
    run: (body, ifMatch) => call(invoicesApi.update, { params: { id }, body, ifMatch }),
    apply: (invoice, { status, paid_on }) => ({
      ...invoice,
      status: statusAt(today, { ...invoice, status }),
      paid_on: nextPaidOn(invoice, { status, paid_on }, today),
    }),
    answered: (_, saved) => saved,
    succeeded: ({ status }, saved) => [
      `Invoice marked as ${status}`,
      saved.status === status ? undefined : 'Its due date has passed, so it is shown as overdue.',
    ],
    failed: 'Failed to update invoice status',
  })
}

export const useUpdateInvoice = (id: number) =>
  useInvoiceChange<{ form: InvoiceChangeForm; ifMatch: IfMatch }, Invoice>(id, {
    run: ({ form, ifMatch }) => call(invoicesApi.update, { params: { id }, body: form, ifMatch }),
    inForm: true,
    answered: (_, saved) => saved,
    succeeded: () => ['Invoice updated successfully'],
    failed: 'Failed to update invoice',
  })

export const useSetPaymentDay = (id: number) =>
  useInvoiceChange<DateOnly, Invoice>(id, {
    run: (paid_on, ifMatch) => call(invoicesApi.update, { params: { id }, body: { paid_on }, ifMatch }),
    answered: (_, saved) => saved,
    succeeded: () => ['Invoice updated successfully'],
    failed: 'Failed to update invoice',
  })

/** Marks it as sent, asks for approval, and mails the link unless the freelancer shares it. */
export const useSendInvoice = (id: number) =>
  useInvoiceChange<{ mail: boolean; ifMatch: IfMatch }, SentInvoice>(id, {
    run: ({ mail, ifMatch }) => call(invoicesApi.send, { params: { id }, body: { mail }, ifMatch }),
    answered: (_, { invoice }) => invoice,
    succeeded: (_, { invoice, mailed_to }) =>
      mailed_to
        ? [`${invoice.invoice_number} sent to ${mailed_to}`]
        : [`${invoice.invoice_number} marked as sent`, 'Send the link to your client.'],
    failed: 'Failed to send invoice',
  })

/** An item that the server has not confirmed yet. */
export const isPending = (item: InvoiceItem): boolean => item.id < 0

let onTheirWay = 0

export const useAddItem = (id: number) =>
  useInvoiceChange<InvoiceItemForm, SavedItem>(id, {
    run: (body, ifMatch) => call(invoicesApi.addItem, { params: { id }, body, ifMatch }),
    answered: atVersion,
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
  ifMatch: IfMatch
}

export const useUpdateItem = (id: number) =>
  useInvoiceChange<ItemChange, SavedItem>(id, {
    run: ({ itemId, form, ifMatch }) =>
      call(invoicesApi.updateItem, { params: { id, itemId }, body: form, ifMatch }),
    answered: atVersion,
    inForm: true,
    apply: (invoice, { itemId, form }) =>
      withItems(
        invoice,
        invoice.items.map((item) => (item.id === itemId ? { ...item, ...read(form) } : item)),
      ),
    succeeded: () => ['Item updated successfully'],
    failed: 'Failed to save item',
  })

export const useRemoveItem = (id: number) =>
  useInvoiceChange<number, ItemRemoval>(id, {
    run: (itemId, ifMatch) => call(invoicesApi.removeItem, { params: { id, itemId }, ifMatch }),
    answered: atVersion,
    apply: (invoice, itemId) =>
      withItems(
        invoice,
        invoice.items.filter((item) => item.id !== itemId),
      ),
    succeeded: () => ['Item deleted successfully'],
    failed: 'Failed to delete item',
  })

const atVersion = (invoice: Invoice, { invoice_version }: { invoice_version: number }): Invoice => ({
  ...invoice,
  version: invoice_version,
})

const read = (form: InvoiceItemForm) => withAmount(InvoiceItemInput.parse(form))

export const toItemForm = ({ description, quantity, rate }: InvoiceItem): InvoiceItemForm => ({
  description,
  quantity: fromHundredths(quantity),
  rate: fromHundredths(rate),
})

interface InvoiceChangeSteps<Input, Result> {
  /** `shown` is the version of the invoice that is on the screen. */
  run(input: Input, shown: IfMatch): Promise<Result>
  /** What the invoice looks like as soon as it is asked for. */
  apply?(invoice: Invoice, input: Input): Invoice
  answered?(invoice: Invoice, result: Result): Invoice
  succeeded(input: Input, result: Result): [title: string, description?: string | undefined]
  failed: string
  /** Made in a form, which shows itself what was saved elsewhere meanwhile. */
  inForm?: true
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
    mutationFn: (input: Input) => steps.run(input, queryClient.getQueryData(queryKey)?.version ?? null),
    onMutate: async (input) => {
      await queryClient.cancelQueries({ queryKey })
      const before = queryClient.getQueryData(queryKey)
      const { apply } = steps
      if (apply) change((invoice) => apply(invoice, input))
      return { before }
    },
    onError: (error, _input, taken) => {
      const saved = savedIn(error, Invoice)
      const before = saved ?? taken?.before
      if (before) queryClient.setQueryData(queryKey, before)
      if (!saved || !steps.inForm) toast.error(steps.failed, errorMessage(error))
    },
    onSuccess: (result, input) => {
      const { answered } = steps
      if (answered) change((invoice) => answered(invoice, result))
      replaceToast(steps.succeeded(input, result))
    },
    onSettled: () => {
      if (queryClient.isMutating({ mutationKey }) === 1) void refreshBooks(queryClient)
    },
  })
}

let lastToast: string | undefined

/** Items are entered in quick succession, so each toast replaces the one before. */
function replaceToast(message: Parameters<typeof toast.success>): void {
  if (lastToast) toast.dismiss(lastToast)
  lastToast = toast.success(...message)
}
