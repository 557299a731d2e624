import { z } from 'zod'
import { DateOnly } from '#core/calendar.ts'
import { endpoints } from '#core/endpoint.ts'
import { CurrencyCode, EnteredMoney, HomeMoney, Money, priced } from '#core/money-schemas.ts'
import { Hours, HoursSum } from '#core/number-schemas.ts'
import { WorkFilter } from '#core/schemas.ts'
import { RateFields } from '#features/engagement/projects/contract.ts'
import { ExpenseCategory } from '#features/work/expenses/contract.ts'

const WorkKind = z.enum(['time', 'expense', 'deliverable', 'milestone', 'fixed_fee'])
export type WorkKind = z.output<typeof WorkKind>

/** The work that a line of an invoice bills. */
export const BilledWork = z.object({
  kind: WorkKind,
  logged_hours: HoursSum.nullable().meta({
    description:
      'What the time adds up to as it was logged, which may differ from what is billed; null for other work.',
  }),
  count: z.int().meta({ description: 'How many records it bills.' }),
})
export type BilledWork = z.output<typeof BilledWork>

const UnbilledTime = z.object({
  id: z.int(),
  date: DateOnly,
  description: z.string(),
  hours: Hours(0),
  billed_hours: Hours(0).meta({ description: 'Rounded as the profile says.' }),
  ...RateFields.shape,
  amount: Money.nullable().meta({
    description: 'What the billed hours come to. Null without a rate; such time is billed at 0.',
  }),
  is_fixed: z.boolean().meta({ description: 'True for imported time that is billed at its amount.' }),
})
export type UnbilledTime = z.output<typeof UnbilledTime>

const UnbilledExpense = z.object({
  id: z.int(),
  date: DateOnly,
  description: z.string(),
  category: ExpenseCategory,
  currency: CurrencyCode,
  amount: Money.meta({ description: 'What the client pays: with the markup.' }),
})
export type UnbilledExpense = z.output<typeof UnbilledExpense>

const UnbilledFee = z.object({
  kind: z.enum(['deliverable', 'milestone', 'fixed_fee']),
  id: z.int().meta({ description: 'Of the deliverable, the milestone, or the project with the fixed fee.' }),
  date: DateOnly.nullable().meta({
    description: 'When it was approved or completed; null for a fixed fee, or if not known.',
  }),
  description: z.string(),
  version: z.int().nullable().meta({ description: 'The version of the deliverable that was approved.' }),
  approved_by: z.string().nullable(),
  amount: Money.meta({ description: 'Of a fixed fee, what is left to bill.' }),
})
export type UnbilledFee = z.output<typeof UnbilledFee>

const UnbilledSum = z.object({
  currency: CurrencyCode,
  count: z.int(),
  hours: HoursSum,
  amount: Money,
})
export type UnbilledSum = z.output<typeof UnbilledSum>

/** The unbilled work of a project, or the expenses of a client without a project. */
const UnbilledProject = z.object({
  project_id: z.int().nullable().meta({ description: 'Null for expenses without a project.' }),
  project_name: z.string().nullable(),
  client_id: z.int().nullable(),
  client_name: z.string().nullable(),
  currency: CurrencyCode.meta({ description: 'Of time and fees. Each expense has its own.' }),
  fixed_fee: Money.nullable().meta({ description: 'The whole fee of a project with a fixed fee.' }),
  time: z.array(UnbilledTime),
  expenses: z.array(UnbilledExpense),
  fees: z.array(UnbilledFee),
  sums: z.array(UnbilledSum),
})
export type UnbilledProject = z.output<typeof UnbilledProject>

export const MAX_UNBILLED = 5000

export const Unbilled = priced(
  z.object({
    projects: z.array(UnbilledProject).meta({ description: 'By name; expenses without a project last.' }),
    sums: z.array(UnbilledSum).meta({ description: 'Of all projects, in each currency.' }),
    truncated: z.boolean().meta({
      description: `Whether there is more than the oldest ${MAX_UNBILLED} records, which are listed. The sums include it.`,
    }),
  }),
)
export type Unbilled = z.output<typeof Unbilled>

export const UnbilledSums = priced(
  z.object({
    home_currency: CurrencyCode,
    home_amount: HomeMoney.meta({
      description: 'All of it in the home currency, at the rates that new invoices would start with.',
    }),
    is_complete: z
      .boolean()
      .meta({ description: 'False if work without an exchange rate is missing from the home amount.' }),
    sums: z.array(UnbilledSum).meta({ description: 'In each currency.' }),
  }),
)
export type UnbilledSums = z.output<typeof UnbilledSums>

/** Groups time into lines of an invoice; expenses and fees have a line each. */
export const GroupBy = z.enum(['entry', 'day', 'description', 'project'])
export type GroupBy = z.output<typeof GroupBy>

const Ids = z
  .array(z.int().min(1).max(Number.MAX_SAFE_INTEGER))
  .max(MAX_UNBILLED, `At most ${MAX_UNBILLED} at once`)
  .refine((ids) => new Set(ids).size === ids.length, 'Must name each record once')
  .default([])

/** The work that a new invoice bills. */
export const Bill = z.object({
  time_entry_ids: Ids,
  expense_ids: Ids,
  deliverable_ids: Ids,
  milestone_ids: Ids,
  fixed_fees: z
    .array(z.object({ project_id: z.int().min(1).max(Number.MAX_SAFE_INTEGER), amount: EnteredMoney }))
    .max(100, 'At most 100 at once')
    .refine(
      (fees) => new Set(fees.map(({ project_id }) => project_id)).size === fees.length,
      'Must name each project once',
    )
    .default([])
    .meta({ description: 'How much of the fixed fees of projects.' }),
  group_by: GroupBy.default('entry').meta({
    description: 'What makes a line of time. Lines are also split by project and rate.',
  }),
})
export type Bill = z.output<typeof Bill>

export const billableWorkApi = endpoints({
  unbilled: {
    method: 'GET',
    path: '/api/unbilled',
    access: 'account',
    summary: 'Work that can be billed, by project, oldest first',
    description:
      'Billable time and expenses, fees of approved deliverables and completed milestones, and what is left of ' +
      'fixed fees, which no filter by day leaves out. Bill it with `bill` in `POST /api/invoices`.',
    query: WorkFilter,
    response: Unbilled,
  },
  unbilledSums: {
    method: 'GET',
    path: '/api/unbilled/sums',
    access: 'account',
    summary: 'What all work that can be billed adds up to',
    query: WorkFilter,
    response: UnbilledSums,
  },
})
