import { routes } from '#server/routes.ts'
import * as dashboard from './actions.ts'
import { dashboardApi } from './contract.ts'

export const dashboardRoutes = routes(dashboardApi, {
  stats: (ctx) => dashboard.dashboardStats(ctx),
  recentActivity: (ctx) => dashboard.recentActivity(ctx),
})
