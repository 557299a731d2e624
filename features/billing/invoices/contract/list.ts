import { z } from 'zod'
import { DateOnly, Instant } from '#core/calendar.ts'
import { PageQuery } from '#core/endpoint.ts'
import { CurrencyCode, Money, priced } from '#core/money-schemas.ts'
import { Id, WorkFilter } from '#core/schemas.ts'
import { sortBy } from '#core/sort.ts'
import { ApprovalStatus } from '#features/engagement/approvals/contract/decisions.ts'

export const InvoiceListStatus = z.enum([
  'draft',
  'awaiting_approval',
  'awaiting_payment',
  'overdue',
  'unpaid',
  'sent',
  'paid',
  'cancelled',
])
export type InvoiceListStatus = z.output<typeof InvoiceListStatus>

export const InvoiceFilter = WorkFilter.extend({
  status: InvoiceListStatus.optional().meta({
    description:
      'The status as of today. `unpaid` is sent or overdue. Of what is sent and not overdue, `awaiting_approval` is what the ' +
      'client was asked to approve and has not decided on, proposals included, and `awaiting_payment` is the rest.',
  }),
  due_by: DateOnly.optional().meta({ description: 'Due on this day or before, or without a due date.' }),
  paid_from: DateOnly.optional().meta({ description: 'Something was paid on this day or later.' }),
  paid_to: DateOnly.optional().meta({
    description: 'Something was paid on this day or before, but not before `paid_from`.',
  }),
})
export type InvoiceFilter = z.output<typeof InvoiceFilter>

export const INVOICE_SORTS = ['number', 'client', 'status', 'issued', 'due', 'total', 'balance'] as const
export type InvoiceSort = (typeof INVOICE_SORTS)[number]

export const InvoiceListQuery = InvoiceFilter.extend({ sort: sortBy(INVOICE_SORTS) })
export type InvoiceListQuery = z.output<typeof InvoiceListQuery>

export const SummaryFilter = InvoiceFilter.extend(PageQuery.pick({ q: true }).shape)
export type SummaryFilter = z.output<typeof SummaryFilter>

export const InvoiceSums = priced(
  z.object({
    currency: CurrencyCode.meta({ description: 'The home currency.' }),
    outstanding: Money.meta({ description: 'What is left to pay on sent and overdue invoices.' }),
    outstanding_count: z.int(),
    overdue: Money.meta({ description: 'The part of it that is overdue.' }),
    overdue_count: z.int(),
    drafts: Money.meta({ description: 'What drafts come to.' }),
    drafts_count: z.int(),
    is_complete: z
      .boolean()
      .meta({ description: 'False if a draft without an exchange rate is missing from the amount.' }),
    paid_this_year: Money.meta({ description: 'All payments since January 1, with tax.' }),
    paid: Money.meta({
      description: 'All payments from `paid_from` to `paid_to`, with tax; of this year if both are left out.',
    }),
  }),
)
export type InvoiceSums = z.output<typeof InvoiceSums>

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
