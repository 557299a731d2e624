import { z } from 'zod'
import { DateOnly, OptionalDate } from '#core/calendar.ts'
import { endpoints } from '#core/endpoint.ts'
import { CurrencyCode, EnteredMoney, HomeMoney, Money, priced } from '#core/money-schemas.ts'
import { Hours, HoursSum } from '#core/number-schemas.ts'
import { ById, Id, OptionalId, Version } from '#core/schemas.ts'
import { prose, required } from '#core/text.ts'
import { RemovalId, Removed } from '#features/foundation/removals/contract.ts'

export const ProjectStatus = z.enum(['active', 'completed', 'on_hold', 'cancelled'])
export type ProjectStatus = z.output<typeof ProjectStatus>

/** The basis of payment: hours, days, the work as a whole, or nothing. */
export const Billing = z.enum(['hourly', 'daily', 'fixed', 'none'])
export type Billing = z.output<typeof Billing>

/** The effect of approving a deliverable with a fee: nothing, a draft, or a sent invoice. */
export const InvoiceOnApproval = z.enum(['off', 'draft', 'sent'])
export type InvoiceOnApproval = z.output<typeof InvoiceOnApproval>

/** The unit that a rate pays for. */
export const RateUnit = z.enum(['hour', 'day'])
export type RateUnit = z.output<typeof RateUnit>

/** The rate and worth of time, next to the `currency` of the amount. */
export const RateFields = z.object({
  rate: Money.nullable(),
  rate_unit: RateUnit,
  rate_hours: Hours(0).meta({ description: 'How many hours the rate pays for: one, or those of a day.' }),
})
export type Rate = z.output<typeof RateFields>

const EstimatedHours = Hours(0)
const ProjectFields = z.object({
  id: z.int(),
  name: z.string(),
  client_id: z.int().nullable(),
  client_name: z.string().nullable(),
  description: z.string(),
  currency: CurrencyCode,
  billing: Billing,
  hourly_rate: Money.nullable(),
  daily_rate: Money.nullable(),
  fixed_fee: Money.nullable(),
  ...RateFields.shape,
  rate: Money.nullable().meta({
    description: "What new time is worth: the project's own rate, else the client's, else the account's.",
  }),
  estimated_hours: EstimatedHours.nullable(),
  budget_hours: EstimatedHours.nullable(),
  budget_hours_used: HoursSum.nullable().meta({
    description: 'All logged hours; null without such a budget.',
  }),
  budget_amount: Money.nullable(),
  budget_amount_used: Money.nullable().meta({
    description: 'What the billable time is worth; null without such a budget.',
  }),
  invoice_on_approval: InvoiceOnApproval.meta({
    description: 'Whether the approval of a deliverable with a fee also makes the invoice, and sends it.',
  }),
  status: ProjectStatus,
  start_date: DateOnly.nullable(),
  end_date: DateOnly.nullable(),
  has_history: z.boolean().meta({
    description: 'Has time entries, expenses, invoices or decisions of the client: deleting cancels it.',
  }),
  version: Version,
})
export const Project = priced(ProjectFields)
export type Project = z.output<typeof Project>

/** A project with its totals. */
export const ProjectDetail = priced(
  ProjectFields.extend({
    home_currency: CurrencyCode,
    hours_total: HoursSum,
    hours_billable: HoursSum,
    earned_total: Money.meta({
      description: 'What the billable time is worth, at the rates it was logged at.',
    }),
    unbilled_entries_count: z.int(),
    expenses_total: HomeMoney,
    expenses_billable: HomeMoney,
    invoiced_total: HomeMoney.meta({ description: 'Of sent, overdue and paid invoices.' }),
    paid_total: HomeMoney,
    draft_total: HomeMoney,
    time_entries_count: z.int(),
    expenses_count: z.int(),
    invoices_count: z.int(),
    milestones_total: z.int(),
    milestones_completed: z.int(),
    deliverables_total: z.int(),
    deliverables_submitted: z.int().meta({ description: 'Waiting for the client.' }),
    deliverables_approved: z.int(),
    deliverables_rejected: z.int(),
    comments_total: z.int(),
  }),
)
export type ProjectDetail = z.output<typeof ProjectDetail>

const orNull = <Value>(value: Value | null | undefined): Value | null => value ?? null

export const PRICE_MISSING = { daily_rate: 'Please enter the day rate', fixed_fee: 'Please enter the fee' }

export const ProjectInput = z
  .object({
    name: required('Project name is required'),
    client_id: OptionalId,
    description: prose,
    currency: CurrencyCode.optional().meta({
      description: "If left out, the client's currency for a new project; a changed one keeps its own.",
    }),
    billing: Billing.optional().meta({
      description:
        'If left out, a new project is billed by the hour and a changed one stays as it is. A project keeps only the price that belongs to it.',
    }),
    hourly_rate: EnteredMoney.nullish().transform(orNull),
    daily_rate: EnteredMoney.nullish().meta({ description: 'If left out, it stays as it is.' }),
    fixed_fee: EnteredMoney.nullish().meta({ description: 'If left out, it stays as it is.' }),
    apply_rate: z.enum(['unbilled']).optional().meta({
      description: 'Also applies the rate to unbilled time. Otherwise logged time keeps its rate.',
    }),
    estimated_hours: EstimatedHours.nullish().transform(orNull),
    budget_hours: EstimatedHours.nullish().meta({ description: 'If left out, it stays as it is.' }),
    budget_amount: EnteredMoney.nullish().meta({ description: 'If left out, it stays as it is.' }),
    invoice_on_approval: InvoiceOnApproval.optional().meta({
      description: 'If left out, it is off for a new project and a changed one stays as it is.',
    }),
    status: ProjectStatus.optional().meta({
      description: 'If left out, a new project is active and a changed one stays as it is.',
    }),
    start_date: OptionalDate,
    end_date: OptionalDate,
  })
  .refine(({ start_date, end_date }) => !start_date || !end_date || start_date <= end_date, {
    path: ['end_date'],
    error: 'The end date must not be before the start date',
  })
  .refine(({ billing, daily_rate }) => billing !== 'daily' || daily_rate !== null, {
    path: ['daily_rate'],
    error: PRICE_MISSING.daily_rate,
  })
  .refine(({ billing, fixed_fee }) => billing !== 'fixed' || fixed_fee !== null, {
    path: ['fixed_fee'],
    error: PRICE_MISSING.fixed_fee,
  })
export type ProjectInput = z.output<typeof ProjectInput>
export type ProjectForm = z.input<typeof ProjectInput>

export const ProjectFilter = z.object({
  status: z.enum([...ProjectStatus.options, 'not_cancelled']).optional(),
  client_id: Id.optional(),
})
export type ProjectFilter = z.output<typeof ProjectFilter>

export const ProjectDeletion = Removed.extend({
  outcome: z.enum(['removed', 'cancelled']),
  removal_id: RemovalId.nullable(),
})
export type ProjectDeletion = z.output<typeof ProjectDeletion>

export const projectsApi = endpoints({
  list: {
    method: 'GET',
    path: '/api/projects',
    access: 'account',
    summary: "Projects by name; `q` searches name, client's name and description",
    query: ProjectFilter,
    response: z.array(Project),
    paged: true,
  },
  create: {
    method: 'POST',
    path: '/api/projects',
    access: 'account',
    summary: 'Create a project',
    body: ProjectInput,
    response: Project,
    status: 201,
    creates: true,
    versioned: 'shown',
  },
  get: {
    method: 'GET',
    path: '/api/projects/{id}',
    access: 'account',
    summary: 'One project with its totals',
    params: ById,
    response: ProjectDetail,
    versioned: 'shown',
  },
  update: {
    method: 'PUT',
    path: '/api/projects/{id}',
    access: 'account',
    summary: 'Change a project',
    params: ById,
    body: ProjectInput,
    response: Project,
    versioned: 'changed',
  },
  remove: {
    method: 'DELETE',
    path: '/api/projects/{id}',
    access: 'account',
    summary: 'Remove a project, or cancel one that has time entries, expenses or invoices',
    params: ById,
    response: ProjectDeletion,
    versioned: 'changed',
  },
})
