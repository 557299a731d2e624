import { z } from 'zod'
import { DateOnly } from '#core/calendar.ts'
import { endpoints, FileContent, PageQuery } from '#core/endpoint.ts'
import { CurrencyCode, ExchangeRate, enteredMoney, HomeMoney, Money, priced } from '#core/money-schemas.ts'
import { hundredths } from '#core/number-schemas.ts'
import { ById, Id, OptionalId, Version, WorkFilter, YesOrNo } from '#core/schemas.ts'
import { sortBy } from '#core/sort.ts'
import { required } from '#core/text.ts'
import { FileInfo, MAX_FILE_BYTES } from '#core/uploaded-file.ts'
import { HistoryEntry } from '#features/foundation/audit/contract.ts'
import { Removed } from '#features/foundation/removals/contract.ts'
import { BillingStatus } from '#features/work/billing-status/contract.ts'

export const ExpenseCategory = z.enum(
  [
    'Office Supplies',
    'Software & Tools',
    'Travel',
    'Meals & Entertainment',
    'Professional Services',
    'Marketing',
    'Equipment',
    'Training & Education',
    'Other',
  ],
  'Please choose a category',
)
export type ExpenseCategory = z.output<typeof ExpenseCategory>

export const MAX_MARKUP_PERCENT = 100_000
export const MarkupPercent = hundredths({ min: 0, max: MAX_MARKUP_PERCENT })

export const Expense = priced(
  z.object({
    id: z.int(),
    project_id: z.int().nullable(),
    project_name: z.string().nullable(),
    client_id: z.int().nullable().meta({ description: 'Of the project, if there is one.' }),
    client_name: z.string().nullable(),
    category: ExpenseCategory,
    description: z.string(),
    amount: Money,
    currency: CurrencyCode,
    exchange_rate: ExchangeRate.nullable().meta({
      description: 'How many units of the home currency one unit is worth; null in the home currency.',
    }),
    home_amount: HomeMoney.meta({ description: 'The amount in the home currency.' }),
    home_currency: CurrencyCode,
    date: DateOnly,
    is_billable: z.boolean(),
    markup_percent: MarkupPercent.meta({ description: 'What is added to the amount when it is billed.' }),
    billable_amount: Money.meta({ description: 'What the client pays: the amount with the markup.' }),
    share_receipts: z.boolean().meta({
      description: 'Whether the client sees the receipts with the invoice that bills it.',
    }),
    ...BillingStatus.shape,
    receipt_count: z.int(),
    recurring_expense_id: z.int().nullable().meta({
      description: 'The recurring expense that added it, as long as that exists.',
    }),
    version: Version,
  }),
)
export type Expense = z.output<typeof Expense>

/** The shared fields of an expense and a recurring expense. */
export const ExpenseFields = z.object({
  description: required('Description is required', 500),
  amount: enteredMoney('Amount is required'),
  currency: CurrencyCode.optional().meta({
    description: 'If left out, that of the project or client, else the home currency.',
  }),
  exchange_rate: ExchangeRate.nullish().meta({
    description: 'Required in a currency other than the home currency. If left out, the one used last.',
  }),
  category: ExpenseCategory,
  project_id: OptionalId,
  client_id: OptionalId.meta({
    description: 'For a client without a project. A project has its own client.',
  }),
  is_billable: z.boolean().default(false),
  markup_percent: MarkupPercent.nullish().transform((percent) => percent ?? 0),
  share_receipts: z.boolean().default(true),
})

type BilledTo = Pick<z.output<typeof ExpenseFields>, 'is_billable' | 'project_id' | 'client_id'>

/** True if a billable expense has a project or client to bill. */
export const canBeBilled = ({ is_billable, project_id, client_id }: BilledTo): boolean =>
  !is_billable || project_id !== null || client_id !== null

export const NOT_BILLABLE = {
  path: ['project_id'],
  error: 'Choose the project or the client that you bill it to',
}

export const ExpenseInput = ExpenseFields.extend({
  date: z.string('Date is required').min(1, 'Date is required').pipe(DateOnly),
}).refine(canBeBilled, NOT_BILLABLE)
export type ExpenseInput = z.output<typeof ExpenseInput>
export type ExpenseForm = z.input<typeof ExpenseInput>

export const ExpenseFilter = WorkFilter.extend({
  category: ExpenseCategory.optional(),
  billable: YesOrNo.optional(),
  billed: YesOrNo.optional(),
})
export type ExpenseFilter = z.output<typeof ExpenseFilter>

export const EXPENSE_SORTS = ['description', 'category', 'project', 'date', 'amount'] as const
export type ExpenseSort = (typeof EXPENSE_SORTS)[number]

export const ExpenseListQuery = ExpenseFilter.extend({ sort: sortBy(EXPENSE_SORTS) })
export type ExpenseListQuery = z.output<typeof ExpenseListQuery>

export const ExpenseTotals = priced(
  z.object({
    count: z.int(),
    currency: CurrencyCode,
    total: Money,
    billable: Money,
  }),
)
export type ExpenseTotals = z.output<typeof ExpenseTotals>

export const MonthOfExpenses = priced(
  z.object({
    month: z.string().meta({ example: '2026-11' }),
    currency: CurrencyCode,
    total: Money,
    billable: Money,
  }),
)
export type MonthOfExpenses = z.output<typeof MonthOfExpenses>

export const MAX_RECEIPTS = 20
export const MAX_PICTURE_BYTES = 50 * 1024 ** 2
export const MAX_THUMBNAIL_BYTES = 64 * 1024
export const MAX_THUMBNAIL_PIXELS = 4_000_000

export const Receipt = z.object({
  id: z.int(),
  file: FileInfo,
  file_url: z.string(),
  thumbnail_url: z.string().nullable().meta({ description: 'A small image of a photo, if there is one.' }),
})
export type Receipt = z.output<typeof Receipt>

const ReceiptParams = z.object({ id: Id, receiptId: Id })

export const expensesApi = endpoints({
  list: {
    method: 'GET',
    path: '/api/expenses',
    access: 'account',
    summary: 'Expenses, newest date first; `q` searches description, category and project',
    query: ExpenseListQuery,
    response: z.array(Expense),
    paged: true,
  },
  totals: {
    method: 'GET',
    path: '/api/expenses/totals',
    access: 'account',
    summary:
      'How many expenses there are and what they add up to, in the home currency, with the filters of the list',
    query: ExpenseFilter.extend({ q: PageQuery.shape.q }),
    response: ExpenseTotals,
  },
  thisMonth: {
    method: 'GET',
    path: '/api/expenses/this-month',
    access: 'account',
    summary: "What was spent in the current month of the account's time zone",
    response: MonthOfExpenses,
  },
  create: {
    method: 'POST',
    path: '/api/expenses',
    access: 'account',
    summary: 'Add an expense',
    body: ExpenseInput,
    response: Expense,
    status: 201,
    creates: true,
    versioned: 'shown',
  },
  get: {
    method: 'GET',
    path: '/api/expenses/{id}',
    access: 'account',
    summary: 'One expense',
    params: ById,
    response: Expense,
    versioned: 'shown',
  },
  history: {
    method: 'GET',
    path: '/api/expenses/{id}/history',
    access: 'account',
    summary: 'Every change of an expense, newest first: who, when, before and after',
    params: ById,
    response: z.array(HistoryEntry),
    paged: true,
  },
  update: {
    method: 'PUT',
    path: '/api/expenses/{id}',
    access: 'account',
    summary: 'Change an expense; of one on an invoice, what the invoice does not say',
    params: ById,
    body: ExpenseInput,
    response: Expense,
    versioned: 'changed',
  },
  remove: {
    method: 'DELETE',
    path: '/api/expenses/{id}',
    access: 'account',
    summary: 'Remove an expense that is not on an invoice',
    params: ById,
    response: Removed,
    versioned: 'changed',
  },
  receipts: {
    method: 'GET',
    path: '/api/expenses/{id}/receipts',
    access: 'account',
    summary: 'The receipts of an expense, in the order in which they were added',
    params: ById,
    response: z.array(Receipt),
  },
  addReceipt: {
    method: 'POST',
    path: '/api/expenses/{id}/receipts',
    access: 'account',
    summary: 'Add a receipt to an expense: a PNG, JPEG, WebP or HEIC picture, or a PDF',
    description: `The type is detected from the content. Only the picture itself is kept, without metadata. An expense has at most ${MAX_RECEIPTS} receipts.`,
    params: ById,
    query: z.object({ name: required('Name is required', 255) }),
    upload: { limitBytes: MAX_FILE_BYTES },
    response: Receipt,
    status: 201,
    creates: true,
  },
  downloadReceipt: {
    method: 'GET',
    path: '/api/expenses/{id}/receipts/{receiptId}/file',
    access: 'account',
    summary: 'A receipt as it was uploaded',
    description: 'Takes `Range`, and `If-Range` with its `ETag`.',
    params: ReceiptParams,
    download: 'application/octet-stream',
    response: FileContent,
  },
  addThumbnail: {
    method: 'PUT',
    path: '/api/expenses/{id}/receipts/{receiptId}/thumbnail',
    access: 'account',
    summary: 'Add a small image of a receipt, as JPEG',
    params: ReceiptParams,
    upload: { limitBytes: MAX_THUMBNAIL_BYTES },
    response: Receipt,
  },
  thumbnail: {
    method: 'GET',
    path: '/api/expenses/{id}/receipts/{receiptId}/thumbnail',
    access: 'account',
    summary: 'A small image of a receipt',
    params: ReceiptParams,
    download: 'image/jpeg',
    response: FileContent,
  },
  removeReceipt: {
    method: 'DELETE',
    path: '/api/expenses/{id}/receipts/{receiptId}',
    access: 'account',
    summary: 'Remove a receipt',
    params: ReceiptParams,
    response: Removed,
  },
})
