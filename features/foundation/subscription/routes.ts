import type { Offer } from '#server/billing/catalogue.ts'
import { routes } from '#server/http/routes.ts'
import * as subscription from './actions.ts'
import { stripeApi, subscriptionApi } from './contract.ts'
import { offers, plansOnSale } from './rules.ts'

/** A payment sandbox sells these from its start. */
export const subscriptionOffers: readonly Offer[] = offers

export const subscriptionRoutes = [
  ...routes(subscriptionApi, {
    current: (ctx) => subscription.currentEntitlement(ctx),
    plans: () => plansOnSale,
    usage: (ctx) => subscription.currentUsage(ctx),
    checkout: async (ctx, { body }, http) => ({
      url: await subscription.openCheckout(ctx, body, http.origin),
    }),
    billingPortal: async (ctx, _, http) => ({ url: await subscription.openBillingPortal(ctx, http.origin) }),
    refresh: (ctx, { body }) => subscription.refresh(ctx, body.session_id),
  }),
  ...routes(stripeApi, {
    setupCheck: (ctx) => subscription.findProducts(ctx),
    createProducts: async (ctx) => ({ products: await subscription.createProducts(ctx) }),
    webhook: async (ctx, { body }, http) => {
      await subscription.receiveEvent(ctx, body, http.header('stripe-signature') ?? '')
      return { received: true } as const
    },
  }),
]
