import type { Currency } from '#core/currency.ts'
import { KIND_LABEL, methodLabel } from '#features/billing/payments/rules/ledger.ts'
import type { HistoryEntry } from '#features/foundation/audit/contract.ts'
import { describeChange, type HistoryFields, type StoredChange } from '#features/foundation/audit/rules.ts'
import { statusLabel } from './status.ts'
import { taxCategoryLabel } from './tax.ts'

const INVOICE: HistoryFields = {
  invoice_number: { label: 'Number' },
  status: { label: 'Status', words: statusLabel },
  approval_status: {
    label: 'Approval',
    words: { pending: 'Waiting', approved: 'Approved', rejected: 'Changes requested' },
  },
  total: { label: 'Total', kind: 'money' },
  currency: { label: 'Currency' },
  exchange_rate: { label: 'Exchange rate', kind: 'number' },
  discount_percent: { label: 'Discount', kind: 'percent' },
  discount_amount: { label: 'Discount amount', kind: 'money' },
  tax_category: { label: 'Tax category', words: taxCategoryLabel },
  tax_rate: { label: 'Tax rate', kind: 'tax rate' },
  issue_date: { label: 'Issue date', kind: 'day' },
  due_date: { label: 'Due date', kind: 'day' },
  paid_on: { label: 'Paid on', kind: 'day' },
  service_from: { label: 'Service from', kind: 'day' },
  service_to: { label: 'Service until', kind: 'day' },
  notes: { label: 'Notes' },
}

const ITEM: HistoryFields = {
  description: { label: 'Description' },
  quantity: { label: 'Quantity', kind: 'quantity' },
  unit: { label: 'Unit' },
  rate: { label: 'Rate', kind: 'money' },
  amount: { label: 'Amount', kind: 'money' },
}

const PAYMENT: HistoryFields = {
  amount: { label: 'Amount', kind: 'money' },
  surplus: { label: 'Credit', kind: 'money' },
  written_off: { label: 'Written off', kind: 'money' },
  fee: { label: 'Fee', kind: 'home money' },
  received: { label: 'Received', kind: 'home money' },
  paid_on: { label: 'Day', kind: 'day' },
  method: { label: 'Method', words: methodLabel },
  reference: { label: 'Reference' },
  reason: { label: 'Reason' },
}

const CREDIT_NOTE: HistoryFields = {
  credit_note_number: { label: 'Number' },
  status: { label: 'Status', words: { draft: 'Draft', sent: 'Sent' } },
  reason: { label: 'Reason' },
  issue_date: { label: 'Date', kind: 'day' },
  total: { label: 'Total', kind: 'money' },
}

const RECORDS: Record<string, { noun: string; fields: HistoryFields }> = {
  invoices: { noun: 'Invoice', fields: INVOICE },
  invoice_items: { noun: 'Item', fields: ITEM },
  payments: { noun: 'Payment', fields: PAYMENT },
  credit_notes: { noun: 'Credit note', fields: CREDIT_NOTE },
  credit_note_items: { noun: 'Line of a credit note', fields: ITEM },
}

/** A change of an invoice, its items, its ledger or its credit notes, in words. */
export function describeInvoiceChange(
  change: StoredChange,
  written: { currency: Currency; home: Currency; locale: string },
): HistoryEntry {
  const { noun, fields } = RECORDS[change.record] ?? { noun: change.record, fields: {} }
  return describeChange(change, { title: `${nounOf(change, noun)} ${verbOf(change)}`, fields, ...written })
}

const ENTRIES: Record<string, string> = {
  ...KIND_LABEL,
  refund: 'Refund',
  dispute: 'Dispute',
  write_off: 'Write-off',
}

/** An entry of the ledger is called by its kind. */
function nounOf({ record, before, after }: StoredChange, noun: string): string {
  const kind = (after ?? before)?.kind
  if (record !== 'payments' || typeof kind !== 'string') return noun
  return kind === 'reversal' ? 'Reversal' : (ENTRIES[kind] ?? noun)
}

function verbOf({ before, after }: StoredChange): string {
  if (before === null) return 'added'
  return after === null ? 'removed' : 'changed'
}
