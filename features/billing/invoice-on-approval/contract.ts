import { z } from 'zod'
import { Instant } from '#core/calendar.ts'
import { endpoints } from '#core/endpoint.ts'
import { CurrencyCode, Money, priced } from '#core/money-schemas.ts'
import { Id } from '#core/schemas.ts'

export const ApprovalProblemKind = z
  .enum(['not_made', 'not_sent', 'not_mailed'])
  .meta({ description: 'The fee is unbilled; the invoice is a draft; it was sent, but not mailed.' })
export type ApprovalProblemKind = z.output<typeof ApprovalProblemKind>

export const ApprovalProblem = priced(
  z.object({
    deliverable_id: z.int(),
    title: z.string(),
    project_id: z.int(),
    project_name: z.string(),
    client_id: z.int().nullable(),
    currency: CurrencyCode,
    fee: Money.nullable(),
    kind: ApprovalProblemKind,
    reason: z.string().meta({ description: 'In sentences.' }),
    invoice: z.object({ id: z.int(), invoice_number: z.string() }).nullable(),
    noticed_at: Instant,
  }),
)
export type ApprovalProblem = z.output<typeof ApprovalProblem>

export const MAX_PROBLEMS = 100

export const ProblemFilter = z.object({ project_id: Id.optional() })
export type ProblemFilter = z.output<typeof ProblemFilter>

export const invoiceOnApprovalApi = endpoints({
  problems: {
    method: 'GET',
    path: '/api/approval-problems',
    access: 'account',
    summary: 'Approved fees whose invoice could not be made, sent or mailed, newest first',
    description: `At most ${MAX_PROBLEMS}. One is gone once its fee is billed, or its invoice sent, mailed or paid.`,
    query: ProblemFilter,
    response: z.array(ApprovalProblem),
  },
})
