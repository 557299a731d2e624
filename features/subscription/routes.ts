import { routes } from '#server/routes.ts'
import * as subscription from './actions.ts'
import { subscriptionApi } from './contract.ts'
import { plansOnSale } from './rules.ts'

export const subscriptionRoutes = routes(subscriptionApi, {
  current: (ctx) => subscription.currentEntitlement(ctx),
  plans: () => plansOnSale,
  usage: (ctx) => subscription.currentUsage(ctx),
})
