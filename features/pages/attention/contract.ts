import { z } from 'zod'
import { DateOnly, Instant } from '#core/calendar.ts'
import { endpoints } from '#core/endpoint.ts'
import { CurrencyCode, Money, priced } from '#core/money-schemas.ts'
import { ApprovalProblem } from '#features/billing/invoice-on-approval/contract.ts'
import { LateInvoice } from '#features/billing/invoices/contract/list.ts'

export const MAX_OF_EACH = 20

/** Waiting this long for a client's approval needs attention. */
export const WAITING_DAYS = 5

const InvoiceOrDeliverable = z.object({
  kind: z.enum(['invoice', 'deliverable']),
  id: z.int(),
  name: z.string().meta({ description: 'The number of the invoice, or the title of the deliverable.' }),
  version: z.int().nullable().meta({ description: 'Of a deliverable.' }),
  project_id: z.int().nullable(),
  client_name: z.string(),
  currency: CurrencyCode,
  amount: Money.nullable().meta({
    description: 'The balance of the invoice, or the fee of the deliverable.',
  }),
})

const ChangeRequest = priced(
  InvoiceOrDeliverable.extend({
    note: z.string().meta({ description: "The client's words; of several lines, about the first." }),
    lines: z
      .int()
      .meta({ description: 'Lines of the invoice that wait for an answer; 0 if it is about all of it.' }),
    requested_at: Instant.nullable(),
  }),
)
export type ChangeRequest = z.output<typeof ChangeRequest>

const WaitingForApproval = priced(
  InvoiceOrDeliverable.extend({
    since: Instant.meta({ description: 'When the client was last mailed about the invoice, or asked.' }),
    client_has_email: z.boolean(),
    seen_at: Instant.nullable().meta({
      description: 'When the client last opened the invoice after an email. Null for a deliverable.',
    }),
  }),
)
export type WaitingForApproval = z.output<typeof WaitingForApproval>

const UnreadComments = z.object({
  project_id: z.int(),
  project_name: z.string(),
  author_name: z.string().meta({ description: 'Of the newest comment.' }),
  content: z.string().meta({ description: 'The beginning of the newest comment.' }),
  on_deliverable: z.boolean(),
  count: z.int(),
})
export type UnreadComments = z.output<typeof UnreadComments>

const UnbilledClient = z.object({
  client_id: z.int(),
  client_name: z.string(),
  oldest: DateOnly,
  time_count: z.int(),
  expenses_count: z.int(),
  fees_count: z.int(),
  sums: z.array(priced(z.object({ currency: CurrencyCode, amount: Money }))),
})
export type UnbilledClient = z.output<typeof UnbilledClient>

const WaitingDraft = priced(
  z.object({
    id: z.int(),
    invoice_number: z.string(),
    client_name: z.string(),
    issue_date: DateOnly,
    currency: CurrencyCode,
    total: Money,
    has_rate: z.boolean().meta({ description: 'False if an exchange rate is missing.' }),
    schedule_problem: z
      .string()
      .meta({ description: 'Why it could not be sent when it was scheduled; empty otherwise.' }),
  }),
)
export type WaitingDraft = z.output<typeof WaitingDraft>

export const Attention = z.object({
  late: z.array(LateInvoice).meta({ description: 'As `GET /api/invoices/late` lists them.' }),
  said_paid: z
    .array(LateInvoice)
    .meta({ description: 'Not late, and paid, as the client says, without a recorded payment.' }),
  changes: z.array(ChangeRequest).meta({ description: 'Changes that clients requested, newest first.' }),
  comments: z.array(UnreadComments).meta({ description: 'Unread comments of clients, by project.' }),
  problems: z.array(ApprovalProblem),
  unbilled: z
    .array(UnbilledClient)
    .meta({ description: 'Clients with unbilled work of past months, the oldest first. No fixed fees.' }),
  waiting: z
    .array(WaitingForApproval)
    .meta({ description: `What clients have not decided on for ${WAITING_DAYS} days, the oldest first.` }),
  drafts: z.array(WaitingDraft).meta({
    description:
      'Drafts of recurring invoices, drafts without an exchange rate, and scheduled ones that could not be sent.',
  }),
})
export type Attention = z.output<typeof Attention>

export const attentionApi = endpoints({
  get: {
    method: 'GET',
    path: '/api/attention',
    access: 'account',
    summary: 'What needs the freelancer: late invoices, open requests, unbilled months, waiting approvals',
    description: `At most ${MAX_OF_EACH} of each.`,
    response: Attention,
  },
})
