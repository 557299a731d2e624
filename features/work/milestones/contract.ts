import { z } from 'zod'
import { DateOnly, OptionalDate } from '#core/calendar.ts'
import { endpoints } from '#core/endpoint.ts'
import { CurrencyCode, EnteredMoney, Money, priced } from '#core/money-schemas.ts'
import { ById, Id } from '#core/schemas.ts'
import { prose, required } from '#core/text.ts'
import { Removed } from '#features/foundation/removals/contract.ts'
import { BillingStatus } from '#features/work/billing-status/contract.ts'

export const MilestoneStatus = z.enum(['pending', 'in_progress', 'completed', 'delayed'])
export type MilestoneStatus = z.output<typeof MilestoneStatus>

export const MAX_MILESTONES = 200

export const MilestoneFields = z.object({
  id: z.int(),
  title: z.string(),
  description: z.string(),
  due_date: DateOnly.nullable(),
  status: MilestoneStatus,
  completed_on: DateOnly.nullable(),
  currency: CurrencyCode,
  fee: Money.nullable().meta({ description: 'What it costs. It can be billed once it is completed.' }),
  ...BillingStatus.shape,
})
export const Milestone = priced(MilestoneFields)
export type Milestone = z.output<typeof Milestone>

export const MilestoneInput = z.object({
  title: required('Title is required'),
  description: prose,
  due_date: OptionalDate,
  status: MilestoneStatus.optional().meta({
    description: 'If left out, a new milestone is pending and a changed one stays as it is.',
  }),
  fee: EnteredMoney.nullish().meta({
    description: "In the project's currency. If left out, a changed milestone keeps its fee.",
  }),
})
export type MilestoneInput = z.output<typeof MilestoneInput>
export type MilestoneForm = z.input<typeof MilestoneInput>

export const MilestoneOrder = z.object({
  ids: z.array(z.int().min(1)).max(MAX_MILESTONES).meta({ description: 'All ids in their new order.' }),
})

const MilestoneParams = z.object({ id: Id, milestoneId: Id })

/** `{id}` is the project's. */
export const milestonesApi = endpoints({
  list: {
    method: 'GET',
    path: '/api/projects/{id}/milestones',
    access: 'account',
    summary: "A project's milestones in their order",
    params: ById,
    response: z.array(Milestone),
  },
  create: {
    method: 'POST',
    path: '/api/projects/{id}/milestones',
    access: 'account',
    summary: 'Add a milestone, as the last one',
    params: ById,
    body: MilestoneInput,
    response: Milestone,
    status: 201,
    creates: true,
  },
  reorder: {
    method: 'PUT',
    path: '/api/projects/{id}/milestones/order',
    access: 'account',
    summary: 'Reorder the milestones',
    params: ById,
    body: MilestoneOrder,
    response: z.array(Milestone),
  },
  update: {
    method: 'PUT',
    path: '/api/projects/{id}/milestones/{milestoneId}',
    access: 'account',
    summary: 'Change a milestone; of one on an invoice, neither title, status nor fee',
    params: MilestoneParams,
    body: MilestoneInput,
    response: Milestone,
  },
  remove: {
    method: 'DELETE',
    path: '/api/projects/{id}/milestones/{milestoneId}',
    access: 'account',
    summary: 'Delete a milestone that is not on an invoice',
    params: MilestoneParams,
    response: Removed,
  },
})
