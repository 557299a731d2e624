import { keepPreviousData, queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import type { IfMatch } from '#core/endpoint.ts'
import { fromMinorUnits, toMinorUnits } from '#core/money.ts'
import type { Sort } from '#core/sort.ts'
import { fromHundredths } from '#core/units.ts'
import { undoRemoval } from '#features/foundation/removals/client.ts'
import type { Removed } from '#features/foundation/removals/contract.ts'
import { trackUpload, type Upload } from '#features/foundation/storage/client.ts'
import { call, fetchFile } from '#web/data/api.ts'
import { useBulkChange } from '#web/data/bulk-change.ts'
import { useChange } from '#web/data/change.ts'
import { failureOf, listQuery, useList, useListChange } from '#web/data/list.ts'
import { prefetchLoader } from '#web/data/prefetch.ts'
import { refreshBooks } from '#web/data/refresh-books.ts'
import type { Thumbnail } from '#web/data/thumbnail.ts'
import { upload } from '#web/data/upload.ts'
import { fieldsOf } from '#web/forms/fields-of.ts'
import { filterIn, isNarrowed } from '#web/navigation/filter-link.ts'
import { searchIn } from '#web/navigation/search-link.ts'
import { sortIn } from '#web/navigation/sort-link.ts'
import { toast } from '#web/ui/toast.ts'
import {
  EXPENSE_SORTS,
  type Expense,
  ExpenseFilter,
  type ExpenseForm,
  ExpenseInput,
  type ExpenseSort,
  expensesApi,
  type Receipt,
} from './contract.ts'
import { billableAmount } from './rules.ts'

type Filter = z.input<typeof ExpenseFilter>

const expensesQuery = (q: string, filter: Filter, sort?: Sort<ExpenseSort>) =>
  listQuery('expenses', expensesApi.list, { q, ...filter, sort })

export const useExpenses = (...search: Parameters<typeof expensesQuery>) => useList(expensesQuery(...search))

export const expensesLoader = prefetchLoader((queryClient, search) => {
  const [q, filter] = [searchIn(search), filterIn(search, ExpenseFilter)]
  return [
    queryClient.ensureInfiniteQueryData(expensesQuery(q, filter, sortIn(search, EXPENSE_SORTS))),
    isNarrowed(q, filter)
      ? queryClient.ensureQueryData(expenseTotalsQuery(q, filter))
      : queryClient.ensureQueryData(thisMonthQuery),
  ]
})

export const expenseTotalsQuery = (q: string, filter: Filter) =>
  queryOptions({
    queryKey: ['expenses', 'totals', q, filter],
    queryFn: () => call(expensesApi.totals, { query: { q, ...filter } }),
    placeholderData: keepPreviousData,
  })

export const thisMonthQuery = queryOptions({
  queryKey: ['expenses', 'this-month'],
  queryFn: () => call(expensesApi.thisMonth),
})

export const expenseQuery = (id: number) =>
  queryOptions({
    queryKey: ['expenses', 'one', id],
    queryFn: () => call(expensesApi.get, { params: { id } }),
  })

/** The values of a form, with the names of the chosen project and client. */
export interface Entered {
  form: ExpenseForm
  names: Pick<Expense, 'project_name' | 'client_name'>
}

/** The input of a form that edits a record. */
export type Edited = Entered & { ifMatch: IfMatch }

export const useCreateExpense = () =>
  useListChange<Expense, Entered, Expense>({
    noun: 'expenses',
    run: ({ form }) => call(expensesApi.create, { body: form }),
    succeeded: () => 'Expense added successfully',
    failed: () => ['Failed to save expense'],
  })

export const useUpdateExpense = (id: number) =>
  useListChange<Expense, Edited>({
    noun: 'expenses',
    run: ({ form, ifMatch }) => call(expensesApi.update, { params: { id }, body: form, ifMatch }),
    apply: (expense, { form, names }) => (expense.id === id ? changed(expense, form, names) : expense),
    inForm: true,
    succeeded: () => 'Expense updated successfully',
    failed: () => ['Failed to save expense'],
  })

/** As the server will have it; what it comes to in the home currency is known afterwards. */
function changed(expense: Expense, form: ExpenseForm, names: Entered['names']): Expense {
  const { exchange_rate = null, currency = expense.currency, ...input } = z.decode(ExpenseInput, form)
  const amount = toMinorUnits(form.amount, currency)
  const billable_amount = billableAmount({ ...input, amount })
  return { ...expense, ...input, currency, exchange_rate, amount, billable_amount, ...names }
}

export const useDeleteExpense = () =>
  useListChange<Expense, Expense, Removed>({
    noun: 'expenses',
    run: ({ id, version }) => call(expensesApi.remove, { params: { id }, ifMatch: version }),
    apply: (expense, deleted) => (expense.id === deleted.id ? null : expense),
    succeeded: () => 'Expense deleted successfully',
    undo: undoRemoval,
    failed: () => ['Failed to delete expense'],
  })

/** An expense as form values. */
export const toForm = (expense: Expense): Required<ExpenseForm> => ({
  ...fieldsOf(ExpenseInput, expense),
  client_id: expense.project_id === null ? expense.client_id : null,
  amount: fromMinorUnits(expense.amount, expense.currency),
  markup_percent: fromHundredths(expense.markup_percent),
})

export const useChangeExpenses = () =>
  useBulkChange<Expense, Expense, Partial<ExpenseForm>>({
    noun: 'expenses',
    one: 'expense',
    done: 'updated',
    run: (expense, changes) =>
      call(expensesApi.update, {
        params: { id: expense.id },
        body: { ...toForm(expense), ...changes },
        ifMatch: expense.version,
      }),
  })

export const useDeleteExpenses = () =>
  useBulkChange<Expense, Removed>({
    noun: 'expenses',
    one: 'expense',
    done: 'deleted',
    run: ({ id, version }) => call(expensesApi.remove, { params: { id }, ifMatch: version }),
    undo: undoRemoval,
  })

const receiptsQuery = (expenseId: number) =>
  queryOptions({
    queryKey: ['expenses', 'receipts', expenseId],
    queryFn: () => call(expensesApi.receipts, { params: { id: expenseId } }),
  })

export function useReceipts(expenseId: number) {
  const query = useQuery(receiptsQuery(expenseId))
  return { receipts: query.data, failure: failureOf(query) }
}

export const receiptFileQuery = (expenseId: number, receiptId: number) =>
  queryOptions({
    queryKey: ['receipt-files', expenseId, receiptId],
    queryFn: () => fetchFile(expensesApi.downloadReceipt, { params: { id: expenseId, receiptId } }),
    staleTime: Number.POSITIVE_INFINITY,
  })

export const useRemoveReceipt = (expenseId: number) =>
  useChange<Receipt[], Receipt, Removed>({
    queryKey: receiptsQuery(expenseId).queryKey,
    run: ({ id }) => call(expensesApi.removeReceipt, { params: { id: expenseId, receiptId: id } }),
    apply: (receipts, removed) => receipts.filter(({ id }) => id !== removed.id),
    succeeded: (_, { file }) => `${file.name} deleted`,
    undo: undoRemoval,
    failed: 'Failed to delete receipt',
  })

/** A file that is to be a receipt. */
export interface ChosenReceipt {
  /** So that it is added once, however often it is sent. */
  key: string
  file: File
  /** Made while the form is filled in. */
  thumbnail: Promise<Thumbnail | null>
}

type ReceiptUpload = Upload & { chosen: ChosenReceipt }

/** Stored in the signed-in user's cache, so that it is cleared on sign-out. */
const uploadsKey = (expenseId: number) => ['receipt-uploads', expenseId]

export function useReceiptUploads(expenseId: number): ReceiptUpload[] {
  const { data } = useQuery<ReceiptUpload[]>({
    queryKey: uploadsKey(expenseId),
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
  return data ?? []
}

/** Uploads receipts one after the other, so that they keep their order. */
export function useUploadReceipts() {
  const queryClient = useQueryClient()

  return async (expenseId: number, receipts: ChosenReceipt[]): Promise<void> => {
    const show = (chosen: ChosenReceipt, shown: Upload | null) =>
      void queryClient.setQueryData<ReceiptUpload[]>(uploadsKey(expenseId), (uploads = []) => {
        const others = uploads.filter(({ chosen: { key } }) => key !== chosen.key)
        return shown ? [...others, { ...shown, chosen }] : others
      })
    for (const chosen of receipts) {
      const added = await trackUpload(
        chosen.file,
        (shown) => show(chosen, shown),
        (options) => sendReceipt(expenseId, chosen, { ...options, idempotencyKey: chosen.key }),
      )
      if (added) {
        queryClient.setQueryData(
          receiptsQuery(expenseId).queryKey,
          (all) => all && [...all.filter(({ id }) => id !== added.id), added],
        )
      } else if (failedUpload(queryClient.getQueryData(uploadsKey(expenseId)), chosen)) {
        toast.error(`${chosen.file.name} was not uploaded`, 'Open the expense to try again.')
      }
    }
    void refreshBooks(queryClient)
  }
}

const failedUpload = (uploads: ReceiptUpload[] | undefined, { key }: ChosenReceipt): boolean =>
  uploads?.some(({ chosen, error }) => chosen.key === key && error !== null) ?? false

type SendOptions = Parameters<typeof upload>[2]

/** A receipt is complete without its thumbnail. */
async function sendReceipt(expenseId: number, { file, ...chosen }: ChosenReceipt, options: SendOptions) {
  const params = { id: expenseId }
  const receipt = await upload(expensesApi.addReceipt, file, options, { params, query: { name: file.name } })
  const thumbnail = await chosen.thumbnail
  if (!thumbnail) return receipt
  return upload(
    expensesApi.addThumbnail,
    thumbnail.content,
    { signal: options.signal, onProgress: () => undefined },
    { params: { ...params, receiptId: receipt.id } },
  ).catch(() => receipt)
}
