import type { Context } from '#server/context.ts'
import { Forbidden } from '#server/errors.ts'
import { type Product, SoldPlanId } from '../contract.ts'
import * as rules from '../rules.ts'
import { currentEntitlement } from './entitlement.ts'

export async function findProducts(ctx: Context) {
  const { billing } = ctx.services
  const prices = billing.configured ? await billing.findPrices(SoldPlanId.options) : []
  return {
    products: prices.map(asProduct),
    keys_configured: billing.configured,
    may_create: await maySetUp(ctx),
  }
}

export async function createProducts(ctx: Context): Promise<Product[]> {
  if (!(await maySetUp(ctx))) {
    throw new Forbidden('Only an admin can create the products', {
      details: 'Add your email address to ADMIN_EMAILS and restart Daybook.',
    })
  }
  const prices = await ctx.services.billing.createPrices(rules.offers)
  return prices.map(asProduct)
}

const maySetUp = async (ctx: Context): Promise<boolean> =>
  ctx.services.billing.anyoneMaySetUp || (await currentEntitlement(ctx)).plan.id === 'admin'

const asProduct = (price: { planId: string; name: string; cents: number; priceId: string }): Product => ({
  plan_id: SoldPlanId.parse(price.planId),
  name: price.name,
  price: price.cents,
  stripe_price_id: price.priceId,
})
