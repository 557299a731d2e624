import { z } from 'zod'
import { DateOnly, Instant, MaybeDate, OptionalDate } from '#core/calendar.ts'
import { DocumentLine, DocumentLineInput, TaxCategory } from '#core/document-lines.ts'
import { endpoints, FileContent, PageQuery } from '#core/endpoint.ts'
import { CurrencyCode, EnteredMoney, ExchangeRate, HomeMoney, Money, priced } from '#core/money-schemas.ts'
import { Percent } from '#core/number-schemas.ts'
import { ById, CopyAddresses, Id, OptionalId, Version, WorkFilter } from '#core/schemas.ts'
import { maxLength, prose } from '#core/text.ts'
import { ApprovalStatus, Decision } from '#features/approvals/contract.ts'
import { Bill, BilledWork } from '#features/billable-work/contract.ts'
import { Payment, PaymentInput } from '#features/ledger/contract.ts'
import { RemovalId, Removed } from '#features/removals/contract.ts'

export const InvoiceStatus = z.enum(['draft', 'sent', 'paid', 'overdue', 'cancelled'])
export type InvoiceStatus = z.output<typeof InvoiceStatus>

export const MAX_ITEMS = 500

export const InvoiceItem = z.object({
  id: z.int(),
  ...DocumentLine.shape,
  work: BilledWork.nullable().meta({ description: 'What it bills; null if it was entered by hand.' }),
})
export type InvoiceItem = z.output<typeof InvoiceItem>

/** The version of an invoice after a change of its items. */
const AfterChange = z.object({ invoice_version: Version })

export const SavedItem = priced(InvoiceItem.extend({ currency: CurrencyCode, ...AfterChange.shape }))
export type SavedItem = z.output<typeof SavedItem>

export const ItemRemoval = Removed.extend(AfterChange.shape)
export type ItemRemoval = z.output<typeof ItemRemoval>

export const InvoiceItemInput = DocumentLineInput
export type InvoiceItemInput = z.output<typeof InvoiceItemInput>
export type InvoiceItemForm = z.input<typeof InvoiceItemInput>

const SummaryFields = z.object({
  id: z.int(),
  invoice_number: z.string().meta({ example: 'INV-0001' }),
  number: z.int().meta({ description: 'The same without its prefix.', example: 1 }),
  client_id: z.int(),
  client_name: z
    .string()
    .meta({ description: "The client's name; of an issued invoice, the name it was issued to." }),
  project_id: z.int().nullable(),
  project_name: z.string().nullable(),
  issue_date: DateOnly,
  due_date: DateOnly.nullable(),
  service_from: DateOnly.nullable().meta({ description: 'The first day of the service period.' }),
  service_to: DateOnly.nullable().meta({ description: 'The last day of the service period.' }),
  tax_category: TaxCategory,
  tax_rate: Percent.meta({ description: 'Zero in every category but `standard`.' }),
  currency: CurrencyCode,
  exchange_rate: ExchangeRate.nullable().meta({
    description:
      'How many units of the home currency one unit is worth; null in the home currency, or if not known.',
  }),
  subtotal: Money.meta({ description: 'The sum of the items.' }),
  discount_percent: Percent.nullable().meta({
    description: 'The discount as a percentage of the subtotal; null where it is an amount, or none.',
  }),
  discount_amount: Money.meta({ description: 'What the discount comes to. It stands before tax.' }),
  tax_amount: Money,
  total: Money.meta({ description: 'Subtotal minus discount, plus tax.' }),
  home_total: HomeMoney.nullable().meta({
    description: 'The total in the home currency; null while the exchange rate is not known.',
  }),
  home_currency: CurrencyCode,
  amount_paid: Money,
  balance: Money.meta({ description: 'What is left to pay.' }),
  overpaid: Money.meta({ description: 'What was paid online beyond the total, and not refunded.' }),
  notes: z.string(),
  status: InvoiceStatus.meta({ description: 'A sent invoice whose due date has passed reads as overdue.' }),
  paid_on: DateOnly.nullable(),
  approval_status: ApprovalStatus.nullable().meta({ description: 'Null until it is sent for approval.' }),
  version: Version,
})
export const InvoiceSummary = priced(SummaryFields)
export type InvoiceSummary = z.output<typeof InvoiceSummary>

/** A draft with the newest number is deleted, and its number is free again. Any other is cancelled. */
export const RemovalOutcome = z.enum(['deleted', 'cancelled'])
export type RemovalOutcome = z.output<typeof RemovalOutcome>

export const InvoiceRemoval = Removed.extend({ outcome: RemovalOutcome })
export type InvoiceRemoval = z.output<typeof InvoiceRemoval>

const Address = { address: z.string(), postal_code: z.string(), city: z.string(), country: z.string() }

/** What an invoice says besides its lines. Copied into it when it leaves draft; until then it follows profile and client. */
export const DocumentDetails = z.object({
  seller: z.object({
    name: z.string(),
    ...Address,
    tax_id: z.string(),
    email: z.string(),
    phone: z.string(),
    website: z.string(),
    logo_id: z.int().nullable().meta({ description: 'For `GET /api/business/logo`.' }),
  }),
  buyer: z.object({
    name: z.string(),
    company: z.string(),
    ...Address,
    tax_id: z.string(),
    email: z.string(),
  }),
  tax_name: z.string(),
  payment: z.object({ details: z.string(), account_holder: z.string(), iban: z.string(), bic: z.string() }),
  footer: z.string(),
})
export type DocumentDetails = z.output<typeof DocumentDetails>

/** One difference in words: an item, the discount, the tax, a date, the notes or the payment details. Null where there was or is none. */
export const InvoiceDifference = z.object({
  what: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
})
export type InvoiceDifference = z.output<typeof InvoiceDifference>

/** What the client says about a payment that the freelancer has not seen yet. */
export const PaidNotice = z.object({ paid_on: DateOnly, note: z.string(), created_at: Instant })
export type PaidNotice = z.output<typeof PaidNotice>

export const PaidNoticeInput = z
  .object({
    paid_on: DateOnly.optional().meta({ description: 'The day of the payment; today if left out.' }),
    note: maxLength(1000).nullish(),
  })
  .nullish()
  .transform((input) => ({ paid_on: input?.paid_on, note: input?.note ?? '' }))
export type PaidNoticeInput = z.output<typeof PaidNoticeInput>
export type PaidNoticeForm = z.input<typeof PaidNoticeInput>

const InvoiceFields = SummaryFields.extend({
  reminders_enabled: z
    .boolean()
    .meta({ description: 'Whether the client gets automatic reminders of this invoice.' }),
  items: z.array(InvoiceItem),
  details: DocumentDetails,
  client_notes: z.string().meta({ description: "The client's comment with the decision in force." }),
  approved_at: Instant.nullable(),
  rejected_at: Instant.nullable(),
  sent_at: Instant.nullable(),
  paid_notice: PaidNotice.nullable().meta({
    description: 'What the client said about paying it, unless a payment was entered since.',
  }),
  has_payments: z.boolean().meta({ description: 'Also if all of them were refunded.' }),
  recurring_invoice_id: z.int().nullable().meta({
    description: 'The recurring invoice that made it, as long as that exists.',
  }),
  payment_processing: z.boolean().meta({
    description: 'Whether the client has paid online by a slow method, and it has not arrived yet.',
  }),
  decisions: z.array(Decision).meta({ description: "The client's decisions, newest first." }),
  changes_since_decision: z
    .array(InvoiceDifference)
    .meta({ description: "What has changed since the client's last decision." }),
  changes_since_sent: z
    .array(InvoiceDifference)
    .meta({ description: 'What has changed since it was last sent; empty if it was never sent.' }),
})

export const Invoice = priced(InvoiceFields)
export type Invoice = z.output<typeof Invoice>

/** The changed invoice. Only if its payments were removed, it has a `removal_id`. */
export const InvoiceUpdate = priced(InvoiceFields.extend({ removal_id: RemovalId.optional() }))
export type InvoiceUpdate = z.output<typeof InvoiceUpdate>

/** The invoice without the payment. */
export const PaymentRemoval = priced(InvoiceFields.extend({ removal_id: RemovalId }))
export type PaymentRemoval = z.output<typeof PaymentRemoval>

const IssueDate = z.string('Issue date is required').min(1, 'Issue date is required').pipe(DateOnly)

/** An empty date is none; undefined if it is left out. */
const OptionalDay = MaybeDate.transform((date) => (date === '' ? null : date))
/** Empty if null; undefined if it is left out. */
const Notes = maxLength(10_000)
  .nullish()
  .transform((text) => (text === null ? '' : text))

export const DUE_TOO_EARLY = 'Must not be before the issue date'
export const dueInTime = ({
  issue_date,
  due_date,
}: {
  issue_date: DateOnly
  due_date?: DateOnly | null | undefined
}) => due_date === null || due_date === undefined || due_date >= issue_date

const DISCOUNT = {
  discount_percent: Percent.nullish().meta({
    description: 'A discount in percent of the subtotal. It takes precedence over `discount_amount`.',
  }),
  discount_amount: EnteredMoney.nullish().meta({
    description: 'A discount as an amount, at most the subtotal; null for none.',
  }),
}

const SERVICE_PERIOD = { service_from: OptionalDay, service_to: OptionalDay }

export const SERVICE_ENDS_TOO_EARLY = 'Must not be before the first day'
export const serviceInOrder = ({
  service_from,
  service_to,
}: {
  service_from?: DateOnly | null | undefined
  service_to?: DateOnly | null | undefined
}) => !service_from || !service_to || service_to >= service_from

const ClientId = z.int('Client is required').min(1, 'Client is required').max(Number.MAX_SAFE_INTEGER)
const ProjectId = z.int().min(1).max(Number.MAX_SAFE_INTEGER)

export const InvoiceInput = z
  .object({
    client_id: ClientId,
    project_id: OptionalId,
    issue_date: IssueDate,
    due_date: OptionalDay.meta({
      description: 'If left out, the payment terms of the client or the profile decide.',
    }),
    ...SERVICE_PERIOD,
    tax_category: TaxCategory.optional().meta({ description: '`standard` if left out.' }),
    tax_rate: Percent.optional().meta({
      description: "If left out, the profile's. Only the category `standard` has one above zero.",
    }),
    ...DISCOUNT,
    currency: CurrencyCode.optional().meta({
      description: "If left out, the project's or the client's currency.",
    }),
    exchange_rate: ExchangeRate.nullish().meta({
      description:
        'Required to send an invoice in a currency other than the home currency. If left out, the one used last.',
    }),
    notes: Notes.meta({ description: "If left out, the profile's." }),
    items: z
      .array(InvoiceItemInput)
      .max(MAX_ITEMS, `An invoice has at most ${MAX_ITEMS} items`)
      .optional()
      .meta({ description: 'Items to create together with the invoice.' }),
    bill: Bill.optional().meta({
      description:
        'Unbilled work, for which items are made. The service period then goes from its first to its last day, unless it is given.',
    }),
  })
  .refine(dueInTime, { path: ['due_date'], error: DUE_TOO_EARLY })
  .refine(serviceInOrder, { path: ['service_to'], error: SERVICE_ENDS_TOO_EARLY })
export type InvoiceInput = z.output<typeof InvoiceInput>
export type InvoiceForm = z.input<typeof InvoiceInput>

/** Fields that are left out stay as they are. */
export const InvoiceChange = z.object({
  status: InvoiceStatus.optional(),
  client_id: ClientId.optional().meta({
    description:
      'Of a draft only. A project of another client is taken off, a due date that followed from the payment terms follows ' +
      'from the new ones, and an invoice without items gets the currency of the project or the client.',
  }),
  project_id: ProjectId.nullish().meta({ description: 'Of a draft only.' }),
  issue_date: IssueDate.optional(),
  due_date: OptionalDay,
  ...SERVICE_PERIOD,
  tax_category: TaxCategory.optional(),
  tax_rate: Percent.optional(),
  ...DISCOUNT,
  currency: CurrencyCode.optional().meta({ description: 'Of a draft only.' }),
  exchange_rate: ExchangeRate.nullish(),
  notes: Notes,
  reminders_enabled: z.boolean().optional(),
  paid_on: DateOnly.optional().meta({
    description: 'The day a paid invoice was paid; by default, the day it is marked as paid.',
  }),
})
export type InvoiceChange = z.output<typeof InvoiceChange>
export type InvoiceChangeForm = z.input<typeof InvoiceChange>

/** The same for the form in the browser, which has both dates and can compare them. */
export const InvoiceDetails = z
  .object({
    client_id: ClientId,
    project_id: OptionalId,
    issue_date: IssueDate,
    due_date: OptionalDate,
    ...SERVICE_PERIOD,
    tax_category: TaxCategory,
    tax_rate: Percent,
    ...DISCOUNT,
    currency: CurrencyCode,
    exchange_rate: ExchangeRate.nullish(),
    notes: prose,
  })
  .refine(dueInTime, { path: ['due_date'], error: DUE_TOO_EARLY })
  .refine(serviceInOrder, { path: ['service_to'], error: SERVICE_ENDS_TOO_EARLY })

export const ItemOrder = z.object({
  item_ids: z
    .array(z.int().min(1).max(Number.MAX_SAFE_INTEGER))
    .max(MAX_ITEMS, `An invoice has at most ${MAX_ITEMS} items`)
    .meta({ description: 'All items of the invoice, in their new order.' }),
})
export type ItemOrder = z.output<typeof ItemOrder>

/** A copy: nothing changed since it was sent. A revision: something did. */
export const SendKind = z.enum(['first', 'copy', 'revision', 'reminder'])
export type SendKind = z.output<typeof SendKind>

export const MAX_SUBJECT_LENGTH = 200

export const SendInput = z
  .object({
    mail: z.boolean().default(true).meta({ description: 'False to share the portal link yourself.' }),
    kind: SendKind.optional().meta({
      description:
        'What is sent: 409 if that is something else by now. If left out, a reminder when it is due soon, and otherwise ' +
        'what it is. One that is sent again unchanged and unpaid may be either a copy or a reminder.',
    }),
    subject: maxLength(MAX_SUBJECT_LENGTH)
      .optional()
      .meta({ description: "If left out, the profile's or Daybook's own." }),
    message: maxLength(10_000).optional().meta({
      description:
        "The text of the mail, without links and addresses. If left out, the profile's or Daybook's own.",
    }),
    cc: CopyAddresses.optional().meta({
      description: "Who gets a copy of this mail. If left out, the client's `cc_emails`.",
    }),
    attach_pdf: z
      .boolean()
      .default(true)
      .meta({ description: 'Whether the mail carries the invoice as a PDF.' }),
    exchange_rate: ExchangeRate.nullish().meta({
      description: 'For a draft in a currency other than the home currency; if left out, it stays as it is.',
    }),
  })
  .nullish()
  .transform((input) => ({
    ...input,
    mail: input?.mail ?? true,
    exchange_rate: input?.exchange_rate ?? null,
    attach_pdf: input?.attach_pdf ?? true,
  }))
export type SendInput = z.output<typeof SendInput>
export type SendForm = NonNullable<z.input<typeof SendInput>>

export const SentInvoice = z.object({
  invoice: Invoice,
  portal_url: z.string().meta({ description: 'Where the client opens this invoice.' }),
  mailed_to: z.string().nullable(),
  kind: SendKind,
})
export type SentInvoice = z.output<typeof SentInvoice>

export const InvoiceListStatus = z.enum(['draft', 'unpaid', 'sent', 'overdue', 'paid', 'cancelled'])
export type InvoiceListStatus = z.output<typeof InvoiceListStatus>

export const InvoiceFilter = WorkFilter.extend({
  status: InvoiceListStatus.optional().meta({
    description: 'The status as of today. `unpaid` is sent or overdue.',
  }),
})
export type InvoiceFilter = z.output<typeof InvoiceFilter>

export const SummaryFilter = InvoiceFilter.extend(PageQuery.pick({ q: true }).shape)
export type SummaryFilter = z.output<typeof SummaryFilter>

export const InvoiceSums = priced(
  z.object({
    currency: CurrencyCode.meta({ description: 'The home currency.' }),
    outstanding: Money.meta({ description: 'What is left to pay on sent and overdue invoices.' }),
    outstanding_count: z.int(),
    overdue: Money.meta({ description: 'The part of it that is overdue.' }),
    overdue_count: z.int(),
    paid_this_year: Money.meta({ description: 'All payments since January 1, with tax.' }),
  }),
)
export type InvoiceSums = z.output<typeof InvoiceSums>

export const InvoicePaymentInput = PaymentInput.extend({
  mail_receipt: z
    .boolean()
    .default(false)
    .meta({ description: 'Whether the client gets an email with the receipt.' }),
})
export type InvoicePaymentInput = z.output<typeof InvoicePaymentInput>
export type InvoicePaymentForm = z.input<typeof InvoicePaymentInput>

export const PaymentList = priced(
  z.object({
    currency: CurrencyCode,
    total: Money,
    amount_paid: Money,
    balance: Money,
    payments: z.array(Payment).meta({ description: 'In the order in which they were entered.' }),
  }),
)
export type PaymentList = z.output<typeof PaymentList>

/** What a mail about an invoice is: the invoice itself, what was sent again, or what follows from it. */
export const MailKind = z.enum(['invoice', 'revision', 'copy', 'reminder', 'receipt'])
export type MailKind = z.output<typeof MailKind>

export const InvoiceMail = z.object({
  id: z.int(),
  kind: MailKind,
  is_automatic: z.boolean().meta({ description: 'Whether it is a reminder that Daybook sent by itself.' }),
  recipients: z.array(z.string()).meta({ description: 'Empty once the client was erased.' }),
  subject: z.string(),
  sent_at: Instant,
  status: z.enum(['sending', 'sent', 'failed', 'uncertain']).meta({
    description:
      '`failed`: it was not delivered. `uncertain`: the connection was lost while it was being sent.',
  }),
  seen_at: Instant.nullable().meta({
    description: 'When the client next opened the invoice in the portal; null if that has not happened.',
  }),
})
export type InvoiceMail = z.output<typeof InvoiceMail>

export const NextReminder = z.object({
  date: DateOnly,
  days_after_due: z.int().meta({ description: 'Which of the reminders of the account it is.' }),
})
export type NextReminder = z.output<typeof NextReminder>

export const MailLog = z.object({
  mails: z.array(InvoiceMail).meta({ description: 'In the order in which they were sent.' }),
  next_reminder: NextReminder.nullable().meta({
    description:
      'When the client is reminded next, if nothing changes; null if there is nothing to remind of.',
  }),
})
export type MailLog = z.output<typeof MailLog>

export const LateInvoice = priced(
  z.object({
    id: z.int(),
    invoice_number: z.string(),
    client_id: z.int(),
    client_name: z.string(),
    client_phone: z.string(),
    client_has_email: z.boolean(),
    due_date: DateOnly.nullable(),
    balance: Money,
    currency: CurrencyCode,
    approval_status: ApprovalStatus.nullable(),
    reminders_count: z.int(),
    reminded_at: Instant.nullable().meta({ description: 'When the last reminder was sent.' }),
    seen_at: Instant.nullable().meta({ description: 'When the client last opened it after an email.' }),
    said_paid_on: DateOnly.nullable().meta({ description: 'When it was paid, as the client says.' }),
  }),
)
export type LateInvoice = z.output<typeof LateInvoice>

export const LateFilter = z.object({ client_id: Id.optional() })
export type LateFilter = z.output<typeof LateFilter>

export const MAX_LATE = 20

/** The two syntaxes of EN 16931. */
export const EInvoiceSyntax = z.enum(['cii', 'ubl'])
export type EInvoiceSyntax = z.output<typeof EInvoiceSyntax>

const ItemParams = z.object({ id: Id, itemId: Id })
const PaymentParams = z.object({ id: Id, paymentId: Id })

export const invoicesApi = endpoints({
  list: {
    method: 'GET',
    path: '/api/invoices',
    access: 'account',
    summary: "Invoices, newest first; `q` searches number and client's name",
    query: InvoiceFilter,
    response: z.array(InvoiceSummary),
    paged: true,
  },
  summary: {
    method: 'GET',
    path: '/api/invoices/summary',
    access: 'account',
    summary: 'What is outstanding, overdue and paid this year, of the same invoices as the list',
    query: SummaryFilter,
    response: InvoiceSums,
  },
  late: {
    method: 'GET',
    path: '/api/invoices/late',
    access: 'account',
    summary: `Overdue invoices, those due first on top, with how often the client was reminded; at most ${MAX_LATE}`,
    query: LateFilter,
    response: z.array(LateInvoice),
  },
  create: {
    method: 'POST',
    path: '/api/invoices',
    access: 'account',
    summary: 'Create an invoice',
    body: InvoiceInput,
    response: Invoice,
    status: 201,
    creates: true,
    versioned: 'shown',
  },
  get: {
    method: 'GET',
    path: '/api/invoices/{id}',
    access: 'account',
    summary: 'One invoice with its items',
    params: ById,
    response: Invoice,
    versioned: 'shown',
  },
  update: {
    method: 'PUT',
    path: '/api/invoices/{id}',
    access: 'account',
    summary: 'Change the status or details of an invoice',
    description:
      'Fields that are left out stay as they are. Tax and dates of a paid or cancelled invoice change only together with its status. Set back from paid, its payments are removed.',
    params: ById,
    body: InvoiceChange,
    response: InvoiceUpdate,
    versioned: 'changed',
  },
  duplicate: {
    method: 'POST',
    path: '/api/invoices/{id}/duplicate',
    access: 'account',
    summary: 'Copy an invoice as a draft of today',
    description:
      'The copy has the next number, the same client, project, items, discount, tax, notes and days until it is due, and no ' +
      'service period.',
    params: ById,
    response: Invoice,
    status: 201,
    creates: true,
    versioned: 'shown',
  },
  remove: {
    method: 'DELETE',
    path: '/api/invoices/{id}',
    access: 'account',
    summary: 'Delete a draft, or cancel it',
    description:
      'With the newest number, a draft is deleted and its number is free again. With an earlier number, or if the client ' +
      'has already received it, it is cancelled. 409 unless it is a draft.',
    params: ById,
    response: InvoiceRemoval,
    versioned: 'changed',
  },
  send: {
    method: 'POST',
    path: '/api/invoices/{id}/send',
    access: 'account',
    summary: 'Mark an invoice as sent, ask the client for approval, and mail it with the portal link',
    description:
      'Creates a portal link if the client has no working one. Where nothing can be mailed, nothing is changed: 409 if ' +
      'the client has no email address, 503 if mail is not set up. With `mail: false` it returns the link for you to share.',
    params: ById,
    body: SendInput,
    response: SentInvoice,
    versioned: 'changed',
  },
  addItem: {
    method: 'POST',
    path: '/api/invoices/{id}/items',
    access: 'account',
    summary: 'Add an item to an invoice',
    params: ById,
    body: InvoiceItemInput,
    response: SavedItem,
    status: 201,
    creates: true,
    versioned: 'changed',
  },
  updateItem: {
    method: 'PUT',
    path: '/api/invoices/{id}/items/{itemId}',
    access: 'account',
    summary: 'Change an item of an invoice',
    params: ItemParams,
    body: InvoiceItemInput,
    response: SavedItem,
    versioned: 'changed',
  },
  removeItem: {
    method: 'DELETE',
    path: '/api/invoices/{id}/items/{itemId}',
    access: 'account',
    summary: 'Remove an item from an invoice',
    params: ItemParams,
    response: ItemRemoval,
    versioned: 'changed',
  },
  orderItems: {
    method: 'PUT',
    path: '/api/invoices/{id}/items/order',
    access: 'account',
    summary: 'Change the order of the items of an invoice',
    description: '409 if `item_ids` does not name exactly the items that the invoice has.',
    params: ById,
    body: ItemOrder,
    response: Invoice,
    versioned: 'changed',
  },
  pdf: {
    method: 'GET',
    path: '/api/invoices/{id}/pdf',
    access: 'account',
    summary: 'The invoice as a PDF',
    description:
      'As the client gets it: tagged PDF/A-3, on A4 or Letter as the country of the business uses.',
    params: ById,
    download: 'application/pdf',
    response: FileContent,
  },
  payments: {
    method: 'GET',
    path: '/api/invoices/{id}/payments',
    access: 'account',
    summary: 'What was paid on an invoice',
    params: ById,
    response: PaymentList,
  },
  recordPayment: {
    method: 'POST',
    path: '/api/invoices/{id}/payments',
    access: 'account',
    summary: 'Record a payment on an invoice',
    description:
      'At most what is left to pay. With nothing left, the invoice is paid. 409 if it is a draft, paid or cancelled. With ' +
      '`mail_receipt`, also 409 if the client has no email address, and 503 if mail is not set up.',
    params: ById,
    body: InvoicePaymentInput,
    response: Invoice,
    status: 201,
    creates: true,
    versioned: 'changed',
  },
  dismissPaidNotice: {
    method: 'DELETE',
    path: '/api/invoices/{id}/paid-notice',
    access: 'account',
    summary: 'Dismiss what the client said about paying an invoice',
    description: 'The client can say so again.',
    params: ById,
    response: Invoice,
    versioned: 'shown',
  },
  removePayment: {
    method: 'DELETE',
    path: '/api/invoices/{id}/payments/{paymentId}',
    access: 'account',
    summary: 'Remove a payment that was entered by hand',
    params: PaymentParams,
    response: PaymentRemoval,
    versioned: 'changed',
  },
  mails: {
    method: 'GET',
    path: '/api/invoices/{id}/mails',
    access: 'account',
    summary: 'What was mailed about an invoice, and when the client is reminded next',
    params: ById,
    response: MailLog,
  },
  receipt: {
    method: 'GET',
    path: '/api/invoices/{id}/payments/{paymentId}/receipt.pdf',
    access: 'account',
    summary: 'The receipt for a payment',
    params: PaymentParams,
    download: 'application/pdf',
    response: FileContent,
  },
  eInvoice: {
    method: 'GET',
    path: '/api/invoices/{id}/e-invoice.xml',
    access: 'account',
    summary: 'The invoice as an e-invoice by EN 16931',
    description:
      'The PDF of the invoice contains the same in the syntax CII. 409 `e_invoice_incomplete` if the norm asks for more than ' +
      'was entered, with what is missing in words.',
    params: ById,
    query: z.object({ syntax: EInvoiceSyntax.default('cii') }),
    download: 'application/xml',
    response: FileContent,
  },
})
