import { countOf } from '#core/format.ts'
import type {
  DateOrder,
  DecimalSign,
  ImportField,
  ImportFormat,
  ImportNoun,
  ImportStatus,
  KeptRecord,
  RecordCounts,
} from '../contract.ts'

const FIELD_LABELS: Record<ImportField, string> = {
  date: 'Date',
  start_time: 'Start time',
  end_date: 'End date',
  end_time: 'End time',
  hours: 'Duration',
  client: 'Client',
  project: 'Project',
  task: 'Task',
  description: 'Description',
  is_billable: 'Billable',
  is_billed: 'Already invoiced',
  rate: 'Hourly rate',
  amount: 'Amount',
  currency: 'Currency',
  exchange_rate: 'Exchange rate',
  category: 'Category',
  email: 'Email',
  phone: 'Phone',
  company: 'Company',
  address: 'Address',
  postal_code: 'Postal code',
  city: 'City',
  country: 'Country',
  tax_id: 'Tax ID',
  notes: 'Notes',
  start_date: 'Start date',
  estimated_hours: 'Estimated hours',
  budget: 'Budget',
  budget_by: 'Unit of the budget',
}

export function fieldLabel(field: ImportField, noun: ImportNoun): string {
  if (field === 'client' && noun === 'clients') return 'Name'
  if (field === 'project' && noun === 'projects') return 'Name'
  return FIELD_LABELS[field]
}

export const nounLabel: Record<ImportNoun, string> = {
  time: 'Time',
  expenses: 'Expenses',
  clients: 'Clients',
  projects: 'Projects',
}

export const formatLabel: Record<Exclude<ImportFormat, 'other'>, string> = {
  toggl: 'Toggl Track, detailed report',
  clockify: 'Clockify, detailed report',
  harvest_time: 'Harvest, time report',
  harvest_clients: 'Harvest, clients',
  harvest_projects: 'Harvest, projects',
}

export const statusLabel: Record<ImportStatus, string> = {
  prepared: 'Not started',
  importing: 'Importing',
  imported: 'Imported',
  cancelled: 'Cancelled',
  failed: 'Stopped',
  undoing: 'Being undone',
  undone: 'Undone',
}

const NAMES: Record<keyof RecordCounts, [one: string, several: string]> = {
  time_entries: ['time entry', 'time entries'],
  expenses: ['expense', 'expenses'],
  clients: ['client', 'clients'],
  projects: ['project', 'projects'],
}

/** "1,204 time entries, 3 clients and 7 projects"; "nothing" if there is none. */
export function describeCounts(counts: RecordCounts): string {
  const kinds = Object.keys(NAMES) as (keyof RecordCounts)[]
  const parts = kinds.filter((kind) => counts[kind] > 0).map((kind) => countOf(counts[kind], ...NAMES[kind]))
  return parts.length === 0 ? 'nothing' : new Intl.ListFormat('en').format(parts)
}

export const dateOrderLabel: Record<DateOrder, string> = {
  day_first: 'Day first: 03/04 is April 3',
  month_first: 'Month first: 03/04 is March 4',
}

export const decimalSignLabel: Record<DecimalSign, string> = {
  point: 'Point: 1,250.50',
  comma: 'Comma: 1.250,50',
}

export const keptReasonLabel: Record<KeptRecord['reason'], string> = {
  billed: 'billed since',
  changed: 'changed since',
  in_use: 'in use',
}
