import type { Offer } from '#server/billing/catalogue.ts'
import type { Context } from '#server/context.ts'
import { NotFound } from '#server/errors.ts'
import { routes } from '#server/http/routes.ts'
import * as checkout from './actions/checkout.ts'
import * as entitlement from './actions/entitlement.ts'
import * as products from './actions/products.ts'
import * as purchases from './actions/purchases.ts'
import { stripeApi, subscriptionApi } from './contract.ts'
import { isAdminPlan, offers, plansOnSale } from './rules.ts'

/** A payment sandbox sells these from its start. */
export const subscriptionOffers: readonly Offer[] = offers

/** A freelancer who is no admin is answered as if there were no such call. */
export async function requireAdmin(ctx: Context): Promise<void> {
  const { plan } = await entitlement.currentEntitlement(ctx)
  if (!isAdminPlan(plan)) throw new NotFound()
}

export const subscriptionRoutes = [
  ...routes(subscriptionApi, {
    current: (ctx) => entitlement.currentEntitlement(ctx),
    plans: ({ services }) => (services.sellsPlans ? plansOnSale : []),
    usage: (ctx) => entitlement.currentUsage(ctx),
    checkout: async (ctx, { body }, http) => ({
      url: await checkout.openCheckout(ctx, body, http.origin),
    }),
    billingPortal: async (ctx, _, http) => ({ url: await checkout.openBillingPortal(ctx, http.origin) }),
    refresh: (ctx, { body }) => purchases.refresh(ctx, body.session_id),
  }),
  ...routes(stripeApi, {
    setupCheck: (ctx) => products.findProducts(ctx),
    createProducts: async (ctx) => ({ products: await products.createProducts(ctx) }),
    webhook: async (ctx, { body }, http) => {
      await purchases.receiveEvent(ctx, body, http.header('stripe-signature') ?? '')
      return { received: true } as const
    },
  }),
]
