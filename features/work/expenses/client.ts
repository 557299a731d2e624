import { keepPreviousData, queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import type { IfMatch } from '#core/endpoint.ts'
import { formatMoney } from '#core/format.ts'
import { fromMinorUnits, toMinorUnits } from '#core/money.ts'
import type { Sort } from '#core/sort.ts'
import { fromHundredths } from '#core/units.ts'
import { useAccount } from '#features/foundation/account/client.ts'
import { undoRemoval } from '#features/foundation/removals/client.ts'
import type { Removed } from '#features/foundation/removals/contract.ts'
import { trackUpload, type Upload } from '#features/foundation/storage/client.ts'
import { call, fetchFile } from '#web/data/api.ts'
import { ApiError } from '#web/data/api-error.ts'
import { useBulkChange } from '#web/data/bulk-change.ts'
import { useChange } from '#web/data/change.ts'
import { dropFiles, keepFiles, keptFiles } from '#web/data/kept-files.ts'
import { failureOf, listQuery, useList, useListChange } from '#web/data/list.ts'
import { outbox, type Unsent } from '#web/data/outbox.ts'
import { prefetchLoader } from '#web/data/prefetch.ts'
import { refreshBooks } from '#web/data/refresh-books.ts'
import { makeThumbnail, type Thumbnail } from '#web/data/thumbnail.ts'
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

/** A file that is to be a receipt. */
export interface ChosenReceipt {
  /** So that it is added once, however often it is sent. */
  key: string
  file: File
  /** Made while the form is filled in. */
  thumbnail: Promise<Thumbnail | null>
}

const UnsentReceipt = z.object({ key: z.string(), name: z.string() })
const UnsentExpense = z.object({
  form: z.custom<ExpenseForm>((form) => ExpenseInput.safeParse(form).success),
  receipts: z.array(UnsentReceipt),
})
type UnsentExpense = z.output<typeof UnsentExpense>

/** Receipts that were added without a connection, to expenses that exist by now. The files are kept by their key. */
export const unsentReceipts = outbox({
  name: 'daybook-unsent-receipts',
  body: UnsentReceipt.extend({ expense_id: z.number() }),
  create: async ({ key, name, expense_id }) => {
    const [file, thumbnail] = await keptFiles([key, thumbnailKey(key)])
    if (!file) throw new ApiError(410, { error: 'This browser no longer has the file. Please add it again.' })
    return sendReceipt(expense_id, { file, name, thumbnail: thumbnail ?? null }, unseen(key))
  },
  released: ({ key }) => dropFiles([key, thumbnailKey(key)]),
  quiet: true,
})

/** Expenses that were added without a connection. Their receipts follow. */
export const unsentExpenses = outbox<UnsentExpense>({
  name: 'daybook-unsent-expenses',
  body: UnsentExpense,
  create: async ({ form, receipts }, idempotencyKey, queryClient) => {
    const { id } = await createExpense(form, idempotencyKey)
    for (const { key, name } of receipts)
      unsentReceipts.keep(queryClient, key, `The receipt ${name}`, { key, name, expense_id: id })
  },
  released: ({ receipts }, outcome) =>
    outcome === 'discarded' && dropFiles(receipts.flatMap(({ key }) => [key, thumbnailKey(key)])),
})

const thumbnailKey = (key: string) => `${key} thumbnail`

/** Nobody waits for it, and it goes on until it is done. */
const unseen = (idempotencyKey: string): SendOptions => ({
  signal: new AbortController().signal,
  onProgress: () => undefined,
  idempotencyKey,
})

const createExpense = (form: ExpenseForm, idempotencyKey: string) =>
  call(expensesApi.create, { body: form, idempotencyKey })

/** Expenses of all clients and projects, or of one, that wait for a connection. */
export const useWaitingExpenses = ({
  client_id,
  project_id,
}: Pick<z.input<typeof ExpenseFilter>, 'client_id' | 'project_id'> = {}): readonly WaitingExpense[] =>
  unsentExpenses
    .useUnsent(useAccount())
    .filter(
      ({ refusal, body: { form } }) =>
        refusal === null &&
        (client_id ?? form.client_id) === form.client_id &&
        (project_id ?? form.project_id) === form.project_id,
    )

/** Gives null if it waits for a connection, together with its receipts. */
export function useCreateExpense() {
  const queryClient = useQueryClient()
  return useListChange<Expense, Entered & { receipts: ChosenReceipt[] }, Expense | null>({
    noun: 'expenses',
    run: ({ form, receipts }) =>
      unsentExpenses.createOrKeep(
        queryClient,
        nameOf(form),
        toUnsent(form, receipts),
        (key) => createExpense(form, key),
        () => keepReceipts(receipts),
      ),
    succeeded: (expense) =>
      expense ? 'Expense added successfully' : 'Kept on this device until the connection is back',
    failed: () => ['Failed to save expense'],
  })
}

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
        (options) => sendReceipt(expenseId, fileOf(chosen), { ...options, idempotencyKey: chosen.key }),
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

const toUnsent = (form: ExpenseForm, receipts: ChosenReceipt[]): UnsentExpense => ({
  form,
  receipts: receipts.map(({ key, file }) => ({ key, name: file.name })),
})

async function keepReceipts(receipts: ChosenReceipt[]): Promise<void> {
  const files = receipts.map(async ({ key, file, thumbnail }) => {
    const small = await thumbnail
    return [[key, file] as const, ...(small ? [[thumbnailKey(key), small.content] as const] : [])]
  })
  await keepFiles((await Promise.all(files)).flat())
}

/** "$12.50 for Taxi" */
const nameOf = ({ amount, currency, description, category }: ExpenseForm): string =>
  [
    currency ? formatMoney(toMinorUnits(amount, currency), currency) : String(amount),
    description || category,
  ].join(' for ')

const failedUpload = (uploads: ReceiptUpload[] | undefined, { key }: ChosenReceipt): boolean =>
  uploads?.some(({ chosen, error }) => chosen.key === key && error !== null) ?? false

type SendOptions = Parameters<typeof upload>[2]

interface ReceiptFile {
  file: Blob
  name: string
  thumbnail: Blob | null | Promise<Blob | null>
}

const fileOf = ({ file, thumbnail }: ChosenReceipt): ReceiptFile => ({
  file,
  name: file.name,
  thumbnail: thumbnail.then((made) => made?.content ?? null),
})

/** A receipt is complete without its thumbnail. */
async function sendReceipt(expenseId: number, { file, name, ...made }: ReceiptFile, options: SendOptions) {
  const params = { id: expenseId }
  const receipt = await upload(expensesApi.addReceipt, file, options, { params, query: { name } })
  const thumbnail = await made.thumbnail
  if (!thumbnail) return receipt
  return upload(
    expensesApi.addThumbnail,
    thumbnail,
    { signal: options.signal, onProgress: () => undefined },
    { params: { ...params, receiptId: receipt.id } },
  ).catch(() => receipt)
}

/** An expense that waits on this device, to be changed or dropped. */
export type WaitingExpense = Unsent<UnsentExpense>

/** Its receipts as they were chosen. */
export async function chosenReceipts({ body }: WaitingExpense): Promise<ChosenReceipt[]> {
  const files = await keptFiles(body.receipts.map(({ key }) => key))
  return body.receipts.flatMap(({ key, name }, index) => {
    const content = files[index]
    if (!content) return []
    const file = new File([content], name, { type: content.type })
    return [{ key, file, thumbnail: makeThumbnail(file) }]
  })
}

/** Sends the changed one instead. Receipts that were taken off are dropped, those that were added kept. */
export function useReplaceUnsent({ key, body }: WaitingExpense) {
  const queryClient = useQueryClient()
  return async (form: ExpenseForm, receipts: ChosenReceipt[]): Promise<void> => {
    const before = new Set(body.receipts.map((receipt) => receipt.key))
    await keepReceipts(receipts.filter((receipt) => !before.has(receipt.key)))
    unsentExpenses.replace(queryClient, key, nameOf(form), toUnsent(form, receipts))
    const stays = new Set(receipts.map((receipt) => receipt.key))
    await dropFiles([...before].filter((one) => !stays.has(one)).flatMap((one) => [one, thumbnailKey(one)]))
  }
}
