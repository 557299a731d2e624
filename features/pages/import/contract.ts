import { z } from 'zod'
import { DateOnly, Instant } from '#core/calendar.ts'
import { endpoints, FileContent } from '#core/endpoint.ts'
import { CurrencyCode, Money, priced } from '#core/money-schemas.ts'
import { HoursSum } from '#core/number-schemas.ts'
import { ById, Done } from '#core/schemas.ts'
import { required } from '#core/text.ts'

export const MAX_IMPORT_BYTES = 50 * 1024 ** 2
export const MAX_IMPORT_ROWS = 100_000
export const MAX_IMPORT_COLUMNS = 200

/** The kind of records in a file. */
export const ImportNoun = z.enum(['time', 'expenses', 'clients', 'projects'])
export type ImportNoun = z.output<typeof ImportNoun>

/** The origin of a file, as its header row tells. */
export const ImportFormat = z.enum([
  'toggl',
  'clockify',
  'harvest_time',
  'harvest_clients',
  'harvest_projects',
  'other',
])
export type ImportFormat = z.output<typeof ImportFormat>

/** The fields that a column can be imported as. */
export const ImportField = z.enum([
  'date',
  'start_time',
  'end_date',
  'end_time',
  'hours',
  'client',
  'project',
  'task',
  'description',
  'is_billable',
  'is_billed',
  'rate',
  'amount',
  'currency',
  'exchange_rate',
  'category',
  'email',
  'phone',
  'company',
  'address',
  'postal_code',
  'city',
  'country',
  'tax_id',
  'notes',
  'start_date',
  'estimated_hours',
  'budget',
  'budget_by',
])
export type ImportField = z.output<typeof ImportField>

export const DateOrder = z.enum(['day_first', 'month_first'])
export type DateOrder = z.output<typeof DateOrder>

export const DecimalSign = z.enum(['comma', 'point'])
export type DecimalSign = z.output<typeof DecimalSign>

export const ImportSettings = z.object({
  noun: ImportNoun,
  fields: z
    .array(ImportField.nullable())
    .max(MAX_IMPORT_COLUMNS)
    .refine((fields) => {
      const named = fields.filter((field) => field !== null)
      return new Set(named).size === named.length
    }, 'Please choose each field once only')
    .meta({ description: 'What each column is imported as; null for a column that is left out.' }),
  date_order: DateOrder.nullable().meta({
    description:
      'How to read a date such as 03/04/2024; null while the file does not tell and nobody has said.',
  }),
  decimal_sign: DecimalSign.meta({ description: 'How to read a number such as 1,250.' }),
  include_duplicates: z
    .boolean()
    .meta({ description: 'Whether rows are imported that are in Daybook already.' }),
})
export type ImportSettings = z.output<typeof ImportSettings>

export const ImportStatus = z.enum([
  'prepared',
  'importing',
  'imported',
  'cancelled',
  'failed',
  'undoing',
  'undone',
])
export type ImportStatus = z.output<typeof ImportStatus>

const Count = z.int().min(0)

/** Number of records of each kind. */
export const RecordCounts = z.object({
  clients: Count,
  projects: Count,
  time_entries: Count,
  expenses: Count,
})
export type RecordCounts = z.output<typeof RecordCounts>

const ImportSummary = z.object({
  id: z.int(),
  file_name: z.string(),
  format: ImportFormat,
  noun: ImportNoun,
  status: ImportStatus,
  row_count: Count.meta({ description: 'Rows of the file, without header, empty lines and a total row.' }),
  rows_done: Count,
  created: RecordCounts.meta({ description: 'What the import has created so far.' }),
  removed: RecordCounts.meta({ description: 'What undoing it has removed so far.' }),
  duplicates: Count,
  faults: Count,
  error: z.string().nullable().meta({ description: 'Why it stopped, with the status `failed`.' }),
  created_at: Instant,
  finished_at: Instant.nullable(),
})

export const ListedImport = ImportSummary
export type ListedImport = z.output<typeof ListedImport>

export const ImportColumn = z.object({
  header: z.string(),
  examples: z.array(z.string()),
})
export type ImportColumn = z.output<typeof ImportColumn>

export const Import = ImportSummary.extend({
  columns: z.array(ImportColumn),
  settings: ImportSettings,
  asks_date_order: z.boolean().meta({
    description: 'The dates of the file can be read either way, so the order has to be chosen.',
  }),
})
export type Import = z.output<typeof Import>

export const RowFault = z.object({
  row: z.int().meta({ description: 'As a spreadsheet counts: the header is row 1.' }),
  message: z.string(),
})
export type RowFault = z.output<typeof RowFault>

export const PreviewRow = z.object({
  row: z.int(),
  outcome: z.enum(['new', 'duplicate', 'fault']),
  cells: z.array(z.string()).meta({ description: 'As the record will look, one for each heading.' }),
})
export type PreviewRow = z.output<typeof PreviewRow>

export const ImportPreview = z.object({
  creates: RecordCounts,
  hours: HoursSum,
  amounts: z.array(priced(z.object({ currency: CurrencyCode, amount: Money }))),
  duplicates: Count,
  fault_count: Count,
  faults: z.array(RowFault).meta({ description: 'The first hundred.' }),
  long_days: z.array(z.object({ date: DateOnly, hours: HoursSum })).meta({
    description:
      'Days to which the rows add more than 24 hours, the first hundred. They are imported; a column may have been misread.',
  }),
  long_day_count: Count,
  headings: z.array(z.string()),
  rows: z.array(PreviewRow).meta({ description: 'The first rows, and the first duplicates and faults.' }),
  missing_fields: z
    .array(z.string())
    .meta({ description: 'What no column is imported as yet, though it is needed.' }),
  refusal: z.string().nullable().meta({ description: 'Why the import cannot start, such as a plan limit.' }),
})
export type ImportPreview = z.output<typeof ImportPreview>

/** A record that undoing left in place. */
export const KeptRecord = z.object({
  kind: z.enum(['client', 'project', 'time_entry', 'expense']),
  id: z.int(),
  name: z.string(),
  reason: z.enum(['billed', 'changed', 'in_use']),
})
export type KeptRecord = z.output<typeof KeptRecord>

export const importsApi = endpoints({
  list: {
    method: 'GET',
    path: '/api/imports',
    access: 'account',
    summary: 'Imports that were started, newest first',
    response: z.array(ListedImport),
    paged: true,
  },
  upload: {
    method: 'POST',
    path: '/api/imports',
    access: 'account',
    summary: 'Upload a CSV file to import',
    description:
      'At most 50 MB and 100,000 rows. Encoding, separator and format are recognized; nothing is imported yet. The file is deleted after a week.',
    query: z.object({ name: required('Name is required', 255) }),
    upload: { limitBytes: MAX_IMPORT_BYTES },
    response: Import,
    status: 201,
  },
  get: {
    method: 'GET',
    path: '/api/imports/{id}',
    access: 'account',
    summary: 'One import, its columns and its progress',
    params: ById,
    response: Import,
  },
  update: {
    method: 'PUT',
    path: '/api/imports/{id}',
    access: 'account',
    summary: 'Change what the columns of a prepared import are imported as',
    params: ById,
    body: ImportSettings,
    response: Import,
  },
  preview: {
    method: 'GET',
    path: '/api/imports/{id}/preview',
    access: 'account',
    summary: 'What a prepared import would create, its duplicates and faults',
    params: ById,
    response: ImportPreview,
  },
  start: {
    method: 'POST',
    path: '/api/imports/{id}/start',
    access: 'account',
    summary: 'Start an import, or continue one that was cancelled or failed',
    params: ById,
    response: Import,
    status: 202,
  },
  cancel: {
    method: 'POST',
    path: '/api/imports/{id}/cancel',
    access: 'account',
    summary: 'Stop an import. What it has created stays until it is undone',
    params: ById,
    response: Import,
  },
  undo: {
    method: 'POST',
    path: '/api/imports/{id}/undo',
    access: 'account',
    summary: 'Remove what an import created, except what was billed or changed since',
    params: ById,
    response: Import,
    status: 202,
  },
  kept: {
    method: 'GET',
    path: '/api/imports/{id}/kept',
    access: 'account',
    summary: 'What undoing the import left in place, at most a hundred records',
    params: ById,
    response: z.array(KeptRecord),
  },
  faults: {
    method: 'GET',
    path: '/api/imports/{id}/faults.csv',
    access: 'account',
    summary: 'The rows that were not imported, each with the reason',
    params: ById,
    response: FileContent,
    download: 'text/csv',
  },
  remove: {
    method: 'DELETE',
    path: '/api/imports/{id}',
    access: 'account',
    summary: 'Discard a prepared import',
    params: ById,
    response: Done,
  },
})
