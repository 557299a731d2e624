import { z } from 'zod'
import { Instant } from '#core/calendar.ts'
import { endpoints } from '#core/endpoint.ts'

export const PlanId = z.enum(['free', 'starter', 'professional', 'admin'])
export type PlanId = z.output<typeof PlanId>

/** The plans for sale. */
export const SoldPlanId = PlanId.extract(['starter', 'professional'], { error: 'This plan is not for sale' })
export type SoldPlanId = z.output<typeof SoldPlanId>

export const Plan = z.object({
  id: z.string().meta({ description: `One of ${PlanId.options.join(', ')}; any other has every feature.` }),
  name: z.string(),
  description: z.string(),
  price_monthly: z.int().meta({ description: 'In cents; 0 is free.' }),
  features: z.string().meta({ description: 'A JSON-encoded list of strings.' }),
  max_clients: z.int().meta({ description: '-1 is unlimited.' }),
  max_projects: z.int(),
  max_invoices_per_month: z.int(),
  advanced_reports: z.boolean(),
})
export type Plan = z.output<typeof Plan>

export const SubscriptionStatus = z.enum(['trial', 'active', 'canceled', 'past_due'])
export type SubscriptionStatus = z.output<typeof SubscriptionStatus>

export const Subscription = z.object({
  status: z.string().meta({
    description: `One of ${SubscriptionStatus.options.join(', ')}; anything else is shown as unknown.`,
  }),
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

export const Entitlement = z.object({
  subscription: Subscription,
  plan: Plan,
  isTrialExpiring: z.boolean().meta({ description: 'Less than three days of the trial are left.' }),
  daysLeftInTrial: z.int().meta({ description: 'Rounded up; 0 outside a trial.' }),
  next_plan: Plan.nullable().meta({
    description: 'The smaller plan that was bought during a trial, which starts when the trial ends.',
  }),
  billing_starts_at: Instant.nullable().meta({
    description: 'When the first payment for a plan bought during a trial is due.',
  }),
})
export type Entitlement = z.output<typeof Entitlement>

/** An entitlement as a page reads it: without a known plan, the rest is still shown. */
const ShownEntitlement = Entitlement.extend({ plan: Plan.nullable() })
export type ShownEntitlement = z.output<typeof ShownEntitlement>

/** The result of a checkout. */
export const Purchase = z.enum(['activated', 'processing', 'none'])
export type Purchase = z.output<typeof Purchase>

const OwnAddress = z
  .url({ protocol: /^https?$/, error: 'Must be a URL' })
  .max(2000, 'Must be a URL')
  .meta({ description: "Must be on this Daybook's own origin." })

export const CheckoutInput = z.object({
  plan_id: SoldPlanId,
  success_url: OwnAddress,
  cancel_url: OwnAddress,
})
export type CheckoutInput = z.output<typeof CheckoutInput>

export const Product = z.object({
  plan_id: SoldPlanId,
  name: z.string(),
  price: z.int().meta({ description: 'In cents a month.' }),
  stripe_price_id: z.string(),
})
export type Product = z.output<typeof Product>

const SetupState = z.object({
  products: z.array(Product),
  keys_configured: z.boolean(),
  may_create: z.boolean().meta({ description: 'Whether you may create the products.' }),
})

export const subscriptionApi = endpoints({
  current: {
    method: 'GET',
    path: '/api/subscription',
    access: 'account',
    summary: 'The current subscription and plan',
    response: ShownEntitlement,
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
    summary: 'Usage against the plan’s limits',
    response: Usage,
  },
  checkout: {
    method: 'POST',
    path: '/api/subscription/create-checkout-session',
    access: 'account',
    summary: "Where to buy a plan: the payment provider's page",
    description:
      'An account that already has a subscription gets the page that changes it immediately, prorated. During a trial the first payment is due when the trial ends. An account has one open checkout at a time: opening one for another plan closes the earlier one.',
    body: CheckoutInput,
    response: z.object({ url: z.string().nullable() }),
  },
  billingPortal: {
    method: 'POST',
    path: '/api/subscription/billing-portal',
    access: 'account',
    summary: 'Where to see invoices, change the card, change or cancel the plan',
    description: 'An account that has never paid becomes a customer of the payment provider.',
    response: z.object({ url: z.string() }),
  },
  refresh: {
    method: 'POST',
    path: '/api/subscription/refresh',
    access: 'account',
    summary: 'Read the subscription from the payment provider, without waiting for its event',
    body: z.object({
      session_id: z
        .string()
        .regex(/^cs_\w{1,250}$/, 'Must be the ID of a checkout')
        .optional()
        .meta({ description: 'The checkout that was just paid.' }),
    }),
    response: ShownEntitlement.extend({
      purchase: Purchase.meta({ description: 'Whether the purchase is active.' }),
    }),
  },
})

/** The events that the payment provider's webhook has to send. */
export const HANDLED_EVENTS: readonly string[] = [
  'checkout.session.completed',
  'invoice.payment_succeeded',
  'invoice.payment_failed',
  'customer.subscription.updated',
  'customer.subscription.deleted',
]

export const stripeApi = endpoints({
  setupCheck: {
    method: 'GET',
    path: '/api/stripe/setup-check',
    access: 'account',
    summary: 'Which products and prices are set up',
    response: SetupState,
  },
  createProducts: {
    method: 'POST',
    path: '/api/stripe/create-products',
    access: 'account',
    summary: 'Create the products and prices that are missing',
    response: z.object({ products: z.array(Product) }),
  },
  webhook: {
    method: 'POST',
    path: '/api/webhooks/stripe',
    access: 'public',
    summary: 'Receive signed events from the payment provider',
    raw: true,
    response: z.object({ received: z.literal(true) }),
  },
})
