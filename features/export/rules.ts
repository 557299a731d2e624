import { type CsvCell, csvHundredths, csvMoney } from '#core/csv.ts'
import { fromHundredths } from '#core/hundredths.ts'
import { fromMinorUnits } from '#core/money.ts'

/** Hours, quantities and percents are hundredths; money is in minor units of the row's currency, or of the home currency. */
export type ColumnKind = 'plain' | 'hundredths' | 'money' | 'home money'

type ExportedColumns = Readonly<Record<string, ColumnKind>>

/** The nouns in the order of the files, with the exported columns of each. */
const NOUNS = {
  clients: {
    id: 'plain',
    name: 'plain',
    email: 'plain',
    phone: 'plain',
    company: 'plain',
    address: 'plain',
    postal_code: 'plain',
    city: 'plain',
    country: 'plain',
    tax_id: 'plain',
    cc_emails: 'plain',
    notes: 'plain',
    currency: 'plain',
    hourly_rate: 'money',
    payment_terms_days: 'plain',
    approval_required: 'plain',
    reminders_enabled: 'plain',
    mails_enabled: 'plain',
    archived_at: 'plain',
    created_at: 'plain',
  },
  projects: {
    id: 'plain',
    name: 'plain',
    client_id: 'plain',
    client_name: 'plain',
    description: 'plain',
    billing: 'plain',
    hourly_rate: 'money',
    daily_rate: 'money',
    fixed_fee: 'money',
    currency: 'plain',
    estimated_hours: 'hundredths',
    budget_hours: 'hundredths',
    budget_amount: 'money',
    invoice_on_approval: 'plain',
    status: 'plain',
    start_date: 'plain',
    end_date: 'plain',
    created_at: 'plain',
  },
  'time-entries': {
    id: 'plain',
    date: 'plain',
    started_at: 'plain',
    ended_at: 'plain',
    hours: 'hundredths',
    is_billable: 'plain',
    is_billed: 'plain',
    invoice_number: 'plain',
    rate: 'money',
    rate_hours: 'hundredths',
    amount: 'money',
    currency: 'plain',
    description: 'plain',
    project_id: 'plain',
    project_name: 'plain',
    client_name: 'plain',
    created_at: 'plain',
  },
  invoices: {
    id: 'plain',
    invoice_number: 'plain',
    status: 'plain',
    client_id: 'plain',
    client_name: 'plain',
    project_id: 'plain',
    project_name: 'plain',
    approval_status: 'plain',
    client_notes: 'plain',
    issue_date: 'plain',
    due_date: 'plain',
    paid_on: 'plain',
    service_from: 'plain',
    service_to: 'plain',
    tax_category: 'plain',
    tax_rate: 'hundredths',
    subtotal: 'money',
    discount_percent: 'hundredths',
    discount_amount: 'money',
    tax_amount: 'money',
    total: 'money',
    amount_paid: 'money',
    currency: 'plain',
    exchange_rate: 'plain',
    home_total: 'home money',
    home_paid: 'home money',
    home_currency: 'plain',
    notes: 'plain',
    created_at: 'plain',
  },
  'invoice-items': {
    id: 'plain',
    invoice_id: 'plain',
    invoice_number: 'plain',
    position: 'plain',
    description: 'plain',
    quantity: 'hundredths',
    unit: 'plain',
    rate: 'money',
    amount: 'money',
    currency: 'plain',
    work_kind: 'plain',
    logged_hours: 'hundredths',
  },
  payments: {
    id: 'plain',
    invoice_id: 'plain',
    invoice_number: 'plain',
    kind: 'plain',
    paid_on: 'plain',
    amount: 'money',
    surplus: 'money',
    currency: 'plain',
    home_amount: 'home money',
    home_net: 'home money',
    home_currency: 'plain',
    method: 'plain',
    reference: 'plain',
    created_at: 'plain',
  },
  expenses: {
    id: 'plain',
    date: 'plain',
    category: 'plain',
    description: 'plain',
    amount: 'money',
    currency: 'plain',
    exchange_rate: 'plain',
    home_amount: 'home money',
    home_currency: 'plain',
    is_billable: 'plain',
    is_billed: 'plain',
    invoice_number: 'plain',
    markup_percent: 'hundredths',
    billable_amount: 'money',
    project_id: 'plain',
    project_name: 'plain',
    created_at: 'plain',
  },
  receipts: {
    id: 'plain',
    expense_id: 'plain',
    file_name: 'plain',
    file_size: 'plain',
    file_type: 'plain',
    created_at: 'plain',
  },
  'recurring-expenses': {
    id: 'plain',
    description: 'plain',
    category: 'plain',
    amount: 'money',
    currency: 'plain',
    is_billable: 'plain',
    markup_percent: 'hundredths',
    frequency: 'plain',
    start_date: 'plain',
    end_date: 'plain',
    is_paused: 'plain',
    next_date: 'plain',
    project_id: 'plain',
    project_name: 'plain',
    created_at: 'plain',
  },
  'recurring-invoices': {
    id: 'plain',
    client_id: 'plain',
    client_name: 'plain',
    project_id: 'plain',
    project_name: 'plain',
    kind: 'plain',
    currency: 'plain',
    group_by: 'plain',
    included_hours: 'hundredths',
    extra_rate: 'money',
    covers: 'plain',
    tax_category: 'plain',
    tax_rate: 'hundredths',
    notes: 'plain',
    auto_send: 'plain',
    frequency: 'plain',
    start_date: 'plain',
    end_date: 'plain',
    is_paused: 'plain',
    next_date: 'plain',
    created_at: 'plain',
  },
  'recurring-invoice-items': {
    id: 'plain',
    recurring_invoice_id: 'plain',
    position: 'plain',
    description: 'plain',
    quantity: 'hundredths',
    unit: 'plain',
    rate: 'money',
    amount: 'money',
    currency: 'plain',
  },
  milestones: {
    id: 'plain',
    project_id: 'plain',
    project_name: 'plain',
    title: 'plain',
    description: 'plain',
    due_date: 'plain',
    status: 'plain',
    completed_on: 'plain',
    fee: 'money',
    currency: 'plain',
    is_billed: 'plain',
    invoice_number: 'plain',
    created_at: 'plain',
  },
  deliverables: {
    id: 'plain',
    project_id: 'plain',
    project_name: 'plain',
    title: 'plain',
    description: 'plain',
    link_url: 'plain',
    file_name: 'plain',
    status: 'plain',
    version: 'plain',
    fee: 'money',
    currency: 'plain',
    is_billed: 'plain',
    invoice_number: 'plain',
    created_at: 'plain',
  },
  comments: {
    id: 'plain',
    project_id: 'plain',
    project_name: 'plain',
    author_type: 'plain',
    author_name: 'plain',
    content: 'plain',
    is_internal: 'plain',
    created_at: 'plain',
  },
  decisions: {
    id: 'plain',
    invoice_id: 'plain',
    deliverable_id: 'plain',
    version: 'plain',
    client_name: 'plain',
    decision: 'plain',
    feedback: 'plain',
    decided_at: 'plain',
  },
  activity: {
    id: 'plain',
    type: 'plain',
    title: 'plain',
    description: 'plain',
    date: 'plain',
  },
} as const satisfies Record<string, ExportedColumns>

export type ExportedNoun = keyof typeof NOUNS
export const NOUN_NAMES = Object.keys(NOUNS) as ExportedNoun[]

type ExportedValue = string | number | boolean | Date | null
export type ExportedRow = Record<string, ExportedValue>

export const columnsOf = (noun: ExportedNoun): [name: string, kind: ColumnKind][] =>
  Object.entries(NOUNS[noun])

const isMoney = (kind: ColumnKind): boolean => kind === 'money' || kind === 'home money'
const currencyOf = (kind: ColumnKind, { currency, home_currency }: ExportedRow): string =>
  String(kind === 'money' ? currency : home_currency)

export const csvCells = (noun: ExportedNoun, row: ExportedRow): CsvCell[] =>
  columnsOf(noun).map(([name, kind]) => {
    const value = row[name] ?? null
    if (value instanceof Date) return value.toISOString()
    if (typeof value !== 'number') return value
    if (isMoney(kind)) return csvMoney(value, currencyOf(kind, row))
    return kind === 'hundredths' ? csvHundredths(value) : value
  })

/** As in the API. */
export const jsonRow = (noun: ExportedNoun, row: ExportedRow): ExportedRow =>
  Object.fromEntries(
    columnsOf(noun).map(([name, kind]) => {
      const value = row[name] ?? null
      if (typeof value !== 'number') return [name, value]
      if (isMoney(kind)) return [name, fromMinorUnits(value, currencyOf(kind, row))]
      return [name, kind === 'hundredths' ? fromHundredths(value) : value]
    }),
  )
