import { z } from 'zod'
import { Instant } from '#core/calendar.ts'
import { endpoints } from '#core/endpoint.ts'

export const PlanId = z.enum(['free', 'starter', 'professional', 'admin'])
export type PlanId = z.output<typeof PlanId>

export const Plan = z.object({
  id: PlanId,
  name: z.string(),
  description: z.string(),
  price_monthly: z.int().meta({ description: 'In cents; 0 is free.' }),
  features: z.string().meta({ description: 'A JSON-encoded list of texts.' }),
  max_clients: z.int().meta({ description: '-1 is unlimited.' }),
  max_projects: z.int(),
  max_invoices_per_month: z.int(),
  advanced_reports: z.boolean(),
})
export type Plan = z.output<typeof Plan>

export const SubscriptionStatus = z.enum(['trial', 'active', 'canceled', 'past_due'])
export type SubscriptionStatus = z.output<typeof SubscriptionStatus>

export const Subscription = z.object({
  status: SubscriptionStatus,
  trial_ends_at: Instant.nullable(),
  current_period_end: Instant.nullable(),
})
export type Subscription = z.output<typeof Subscription>

export const Usage = z.object({
  clientsCount: z.int(),
  projectsCount: z.int(),
  invoicesThisMonth: z.int(),
})
export type Usage = z.output<typeof Usage>

export const subscriptionApi = endpoints({
  current: {
    method: 'GET',
    path: '/api/subscription',
    access: 'account',
    summary: 'The plan that the account has now',
    response: z.object({ subscription: Subscription, plan: Plan }),
  },
  plans: {
    method: 'GET',
    path: '/api/subscription/plans',
    access: 'public',
    summary: 'The plans on sale',
    response: z.array(Plan),
  },
  usage: {
    method: 'GET',
    path: '/api/subscription/usage',
    access: 'account',
    summary: 'What of the limits is used',
    response: Usage,
  },
})
