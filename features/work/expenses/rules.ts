import type { Currency } from '#core/currency.ts'
import { formatMoney } from '#core/format.ts'
import { type MinorUnits, percentOf } from '#core/money.ts'
import { PDF, SHOWN_PICTURES } from '#core/uploaded-file.ts'
import type { HistoryEntry } from '#features/foundation/audit/contract.ts'
import { describeChange, type HistoryFields, type StoredChange } from '#features/foundation/audit/rules.ts'
import type { Expense, Receipt } from './contract.ts'

/** An expense in one line, for the activity. */
export const describeExpense = ({
  description,
  amount,
  currency,
}: Pick<Expense, 'description' | 'amount' | 'currency'>): string =>
  `${description}, ${formatMoney(amount, currency)}`

export const kindOf = ({ is_billable }: Pick<Expense, 'is_billable'>): 'Billable' | 'Business' =>
  is_billable ? 'Billable' : 'Business'

/** The client's price: the amount with the markup. In the database it is a generated column. */
export const billableAmount = ({
  amount,
  markup_percent,
}: Pick<Expense, 'amount' | 'markup_percent'>): MinorUnits => amount + percentOf(markup_percent, amount)

export const hasMarkup = ({
  is_billable,
  markup_percent,
}: Pick<Expense, 'is_billable' | 'markup_percent'>): boolean => is_billable && markup_percent > 0

/** Asked before a receipt is removed. In a form, saving removes it. */
export const removalQuestion = ({ file }: Pick<Receipt, 'file'>, inForm: boolean) => ({
  title: `Delete ${file.name}?`,
  consequences: inForm
    ? 'This receipt will be removed when you save the expense.'
    : 'This receipt will be removed from the expense.',
  confirmLabel: 'Delete',
})

const ON_INVOICE = [
  'project_id',
  'description',
  'amount',
  'currency',
  'date',
  'is_billable',
  'markup_percent',
] as const
type OnInvoice = Pick<Expense, (typeof ON_INVOICE)[number] | 'client_id'>

/** True if two expenses read the same on an invoice. Category and exchange rate are for the freelancer's own books. */
export const sameOnInvoice = (one: OnInvoice, other: OnInvoice): boolean =>
  ON_INVOICE.every((field) => one[field] === other[field]) &&
  (one.project_id !== null || one.client_id === other.client_id)

/** As iPhones take them. Few browsers show them. */
const OTHER_PICTURES = ['image/heic', 'image/heif']

export const RECEIPT_TYPES: readonly string[] = [...SHOWN_PICTURES, ...OTHER_PICTURES, PDF]
export const RECEIPT_TYPES_MESSAGE = 'A receipt must be a PNG, JPEG, WebP or HEIC picture, or a PDF'

export const isReceiptType = (type: string): boolean => RECEIPT_TYPES.includes(type)

const HISTORY: HistoryFields = {
  description: { label: 'Description' },
  amount: { label: 'Amount', kind: 'money' },
  currency: { label: 'Currency' },
  exchange_rate: { label: 'Exchange rate', kind: 'number' },
  date: { label: 'Date', kind: 'day' },
  category: { label: 'Category' },
  is_billable: { label: 'Billable' },
  markup_percent: { label: 'Markup', kind: 'percent' },
  is_billed: { label: 'Billed' },
}

/** A change of an expense in words. */
export function describeExpenseChange(
  change: StoredChange,
  written: { currency: Currency; home: Currency; locale: string },
): HistoryEntry {
  const verb = change.before === null ? 'added' : change.after === null ? 'deleted' : 'changed'
  return describeChange(change, { title: `Expense ${verb}`, fields: HISTORY, ...written })
}
