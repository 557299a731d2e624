import type Stripe from 'stripe'
import { alreadyExists } from '#server/stripe/failures.ts'

/** A plan that is sold by the month. */
export interface Offer {
  planId: string
  name: string
  description: string
  cents: number
}

export interface PlanPrice {
  planId: string
  priceId: string
  name: string
  cents: number
}

const OURS = { app: 'daybook' }
const CURRENCY = 'usd'
const lookupKey = (planId: string) => `daybook_${planId}_monthly`
const productId = (planId: string) => `daybook_${planId}`

/** From the metadata: a replaced price has no lookup key, but customers who bought it keep their plan. */
export const planIn = ({ metadata }: Stripe.Price): string | undefined => metadata.daybook_plan

export async function findPrices(stripe: Stripe, planIds: readonly string[]): Promise<PlanPrice[]> {
  const { data } = await stripe.prices.list({
    lookup_keys: planIds.map(lookupKey),
    active: true,
    expand: ['data.product'],
  })
  return planIds.flatMap((planId) => {
    const price = data.find(({ lookup_key }) => lookup_key === lookupKey(planId))
    if (!price || typeof price.product === 'string' || price.product.deleted || !price.product.active)
      return []
    return [{ planId, priceId: price.id, name: price.product.name, cents: price.unit_amount ?? 0 }]
  })
}

/**
 * Creates what is missing. Products have fixed ids and prices have lookup keys, which are unique at the provider, so
 * running this twice, even concurrently, creates nothing twice.
 */
export async function createPrices(stripe: Stripe, offers: readonly Offer[]): Promise<PlanPrice[]> {
  const planIds = offers.map(({ planId }) => planId)
  const known = await findPrices(stripe, planIds)
  for (const offer of offers) {
    const price = known.find(({ planId }) => planId === offer.planId)
    if (price?.cents !== offer.cents) await createPrice(stripe, offer)
  }
  const prices = await findPrices(stripe, planIds)
  await configurePortal(stripe, prices)
  return prices
}

async function createPrice(stripe: Stripe, { planId, name, description, cents }: Offer): Promise<void> {
  const product = productId(planId)
  await stripe.products
    .create({ id: product, name, description, metadata: { ...OURS, daybook_plan: planId } })
    .catch(async (error: unknown) => {
      if (!alreadyExists(error)) throw error
      await stripe.products.update(product, { active: true })
    })
  const lookup_key = lookupKey(planId)
  const { data } = await stripe.prices.list({ lookup_keys: [lookup_key], limit: 1 })
  const [holder] = data
  if (holder?.active && holder.unit_amount === cents) return
  await stripe.prices
    .create(
      {
        product,
        currency: CURRENCY,
        unit_amount: cents,
        recurring: { interval: 'month' },
        lookup_key,
        metadata: { ...OURS, daybook_plan: planId },
        ...(holder && { transfer_lookup_key: true }),
      },
      { ...(holder && { idempotencyKey: `daybook-instead-of-${holder.id}` }) },
    )
    .catch((error: unknown) => {
      if (!alreadyExists(error)) throw error
    })
}

/** Lets customers see invoices, update the card, change the plan immediately, and cancel at the end of the period. */
async function configurePortal(stripe: Stripe, prices: readonly PlanPrice[]): Promise<void> {
  const features = {
    invoice_history: { enabled: true },
    payment_method_update: { enabled: true },
    subscription_cancel: { enabled: true, mode: 'at_period_end' as const },
    subscription_update: {
      enabled: true,
      default_allowed_updates: ['price' as const],
      proration_behavior: 'always_invoice' as const,
      products: prices.map(({ planId, priceId }) => ({ product: productId(planId), prices: [priceId] })),
    },
  }
  const { configuration } = await portalConfiguration(stripe)
  if (configuration) {
    await stripe.billingPortal.configurations.update(configuration, { features })
  } else {
    const sold = prices.map(({ priceId }) => priceId).join('-')
    await stripe.billingPortal.configurations.create(
      { features, metadata: OURS },
      { idempotencyKey: `daybook-portal-for-${sold}` },
    )
  }
}

/** Our configuration, or the provider's default if ours was not created. */
export async function portalConfiguration(stripe: Stripe): Promise<{ configuration?: string }> {
  const { data } = await stripe.billingPortal.configurations.list({ active: true, limit: 100 })
  const ours = data.find(({ metadata }) => metadata?.app === OURS.app)
  return ours ? { configuration: ours.id } : {}
}
