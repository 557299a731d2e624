import { z } from 'zod'
import { DateOnly, Instant } from '#core/calendar.ts'
import { CurrencyCode, Money } from '#core/money-schemas.ts'
import { InvoiceStatus } from '#features/billing/invoices/contract/invoice.ts'

/** The most of each kind that the home of the portal names. */
export const MAX_WAITING = 20

const WaitingDeliverable = z.object({
  id: z.int(),
  project_id: z.int(),
  project_name: z.string(),
  title: z.string(),
  version: z.int(),
  submitted_at: Instant,
  currency: CurrencyCode,
  fee: Money.nullable(),
})

const WaitingInvoice = z.object({
  id: z.int(),
  invoice_number: z.string(),
  status: InvoiceStatus.exclude(['draft']),
  due_date: DateOnly.nullable(),
  currency: CurrencyCode,
  balance: Money,
  needs_approval: z.boolean().meta({ description: 'True if it is to be approved before it is paid.' }),
  can_pay_online: z.boolean(),
})

export type WaitingInvoice = z.output<typeof WaitingInvoice>

const WaitingComment = z.object({
  id: z.int(),
  project_id: z.int(),
  project_name: z.string(),
  deliverable_id: z
    .int()
    .nullable()
    .meta({ description: 'Of the deliverable that it is on; null if it is on the project.' }),
  author_name: z.string(),
  content: z.string().meta({ description: 'Its first 200 characters.' }),
  is_question: z.boolean(),
  created_at: Instant,
})

/** A step that the client is asked to take next. */
export const Waiting = z.object({
  deliverables: z.array(WaitingDeliverable).meta({ description: 'To approve, the earliest first.' }),
  invoices: z
    .array(WaitingInvoice)
    .meta({ description: 'To approve or to pay, in the order in which they are due.' }),
  comments: z.array(WaitingComment).meta({
    description:
      'By the freelancer and not answered, the newest first: new to this link, or a question on a project in the last 30 days.',
  }),
  has_more: z.boolean().meta({ description: 'Whether more is waiting than these.' }),
})

export type Waiting = z.output<typeof Waiting>

/** The client's debt and payments in one currency. */
export const Account = z.object({
  currency: CurrencyCode,
  owed: Money,
  owed_count: z.int(),
  paid_this_year: Money,
  paid_count: z.int(),
})

export type Account = z.output<typeof Account>
