import { z } from 'zod'
import { DateOnly, Instant } from '#core/calendar.ts'
import { TaxCategory } from '#core/document-lines.ts'
import { CurrencyCode, ExchangeRate, HomeMoney, Money, priced } from '#core/money-schemas.ts'
import { Percent, TaxRate } from '#core/number-schemas.ts'
import { Version } from '#core/schemas.ts'
import { LineRequest } from '#features/billing/line-requests/contract.ts'
import { ApprovalStatus, Decision } from '#features/engagement/approvals/contract/decisions.ts'
import { RemovalId, Removed } from '#features/foundation/removals/contract.ts'
import { InvoiceItem } from './items.ts'
import { ScheduledMail } from './mails.ts'
import { PaidNotice } from './payments.ts'

export const InvoiceStatus = z.enum(['draft', 'sent', 'paid', 'overdue', 'cancelled'])
export type InvoiceStatus = z.output<typeof InvoiceStatus>

const SummaryFields = z.object({
  id: z.int(),
  invoice_number: z.string().meta({
    description: '`Draft` until it has a number.',
    example: 'INV-0001',
  }),
  number: z
    .int()
    .nullable()
    .meta({
      description:
        'The same without its prefix. Null until it is sealed, if issued invoices are final; a sent invoice without a number ' +
        'is a proposal.',
      example: 1,
    }),
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
  tax_rate: TaxRate.meta({ description: 'Zero in every category but `standard`.' }),
  currency: CurrencyCode,
  subtotal: Money.meta({ description: 'The sum of the items.' }),
  tax_amount: Money,
  total: Money.meta({ description: 'Subtotal minus discount, plus tax.' }),
  home_total: HomeMoney.nullable().meta({
    description: 'The total in the home currency; null while the exchange rate is not known.',
  }),
  home_currency: CurrencyCode,
  amount_paid: Money,
  written_off: Money.meta({ description: 'What is no longer expected. It is no revenue.' }),
  credited: Money.meta({ description: 'What credit notes that were sent have taken back.' }),
  balance: Money.meta({
    description: 'What is left to pay: the total without payments, write-offs and credits.',
  }),
  notes: z.string(),
  status: InvoiceStatus.meta({
    description: 'A sent invoice whose due date has passed reads as overdue, unless it is a proposal.',
  }),
  paid_on: DateOnly.nullable(),
  approval_status: ApprovalStatus.nullable().meta({ description: 'Null until it is sent for approval.' }),
  sealed_at: Instant.nullable().meta({
    description:
      'When it became final: sent, approved or paid, if issued invoices are. Its content no longer changes.',
  }),
  scheduled_for: Instant.nullable().meta({
    description: 'When a draft is sent by itself; null if it is not scheduled.',
  }),
  schedule_problem: z.string().meta({
    description:
      'Why it could not be sent at that time, and is not tried again; empty if nothing went wrong.',
  }),
  version: Version,
})
/** An invoice as a list shows it. */
export const InvoiceSummary = priced(SummaryFields)
export type InvoiceSummary = z.output<typeof InvoiceSummary>

/** A draft with the newest number is deleted, and its number is free again. Any other is cancelled. */
export const RemovalOutcome = z.enum(['deleted', 'cancelled'])
export type RemovalOutcome = z.output<typeof RemovalOutcome>

export const InvoiceRemoval = Removed.extend({ outcome: RemovalOutcome })
export type InvoiceRemoval = z.output<typeof InvoiceRemoval>

const Address = { address: z.string(), postal_code: z.string(), city: z.string(), country: z.string() }

/**
 * The texts of an invoice besides its lines. Copied into it when it leaves draft; until then it follows profile and
 * client.
 */
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

/** A file that the client approved, and whose fee an invoice bills. */
export const ApprovedFile = z.object({
  title: z.string(),
  version: z.int(),
  name: z.string(),
  sha256: z.string(),
})
export type ApprovedFile = z.output<typeof ApprovedFile>

const InvoiceFields = SummaryFields.extend({
  number_year: z.int().meta({
    description: 'The year in which this number was counted; 0 if the numbers do not restart each year.',
    example: 0,
  }),
  tax_category: TaxCategory,
  exchange_rate: ExchangeRate.nullable().meta({
    description:
      'How many units of the home currency one unit is worth; null in the home currency, or if not known.',
  }),
  discount_percent: Percent.nullable().meta({
    description: 'The discount as a percentage of the subtotal; null where it is an amount, or none.',
  }),
  discount_amount: Money.meta({ description: 'What the discount comes to. It stands before tax.' }),
  overpaid: Money.meta({
    description:
      'What was paid beyond what is left after credits, and neither refunded nor used: credit of the client.',
  }),
  reminders_enabled: z
    .boolean()
    .meta({ description: 'Whether the client gets automatic reminders of this invoice.' }),
  items: z.array(InvoiceItem),
  approved_files: z
    .array(ApprovedFile)
    .meta({ description: 'The files that the client approved, of the fees that it bills.' }),
  scheduled_mail: ScheduledMail.nullable().meta({
    description: 'What was chosen for the mail of a scheduled draft; null if it is not scheduled.',
  }),
  details: DocumentDetails,
  client_notes: z.string().meta({ description: "The client's comment with the decision in force." }),
  approved_at: Instant.nullable(),
  rejected_at: Instant.nullable(),
  created_at: Instant,
  sent_at: Instant.nullable(),
  paid_notice: PaidNotice.nullable().meta({
    description: 'What the client said about paying it, unless a payment was entered since.',
  }),
  has_payments: z.boolean().meta({ description: 'Also if all of them were refunded or reversed.' }),
  was_issued: z.boolean().meta({
    description:
      'True once it was sent, approved or paid, even if it is a draft again. Its number is never used again.',
  }),
  recurring_invoice_id: z.int().nullable().meta({
    description: 'The recurring invoice that made it, as long as that exists.',
  }),
  client_credit: Money.meta({
    description: 'What the client overpaid on other invoices in this currency, and can be used for this one.',
  }),
  payment_processing: z.boolean().meta({
    description: 'Whether the client has paid online by a slow method, and it has not arrived yet.',
  }),
  payable: Money.meta({
    description:
      'What the client can pay now: the balance without lines that changes were requested on; zero if they were ' +
      'requested on the whole invoice.',
  }),
  line_requests: z
    .array(LineRequest)
    .meta({ description: 'What the client wants changed on single lines, the earliest first.' }),
  decisions: z.array(Decision).meta({ description: "The client's decisions, newest first." }),
  changes_since_decision: z.array(InvoiceDifference).meta({
    description:
      "What has changed since the client's last decision, besides lines with a request that is not closed.",
  }),
  changes_since_sent: z
    .array(InvoiceDifference)
    .meta({ description: 'What has changed since it was last sent; empty if it was never sent.' }),
})

export const Invoice = priced(InvoiceFields)
export type Invoice = z.output<typeof Invoice>

/** The changed invoice. Only if its payments were reversed, it has a `removal_id`. */
export const InvoiceUpdate = priced(InvoiceFields.extend({ removal_id: RemovalId.optional() }))
export type InvoiceUpdate = z.output<typeof InvoiceUpdate>

/** The invoice after the entry was reversed. */
export const PaymentRemoval = priced(InvoiceFields.extend({ removal_id: RemovalId }))
export type PaymentRemoval = z.output<typeof PaymentRemoval>
