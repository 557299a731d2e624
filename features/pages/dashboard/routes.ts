import { routes } from '#server/http/routes.ts'
import * as dashboard from './actions.ts'
import { dashboardApi } from './contract.ts'

export const dashboardRoutes = routes(dashboardApi, {
  stats: (ctx) => dashboard.dashboardStats(ctx),
  recentActivity: (ctx) => dashboard.recentActivity(ctx),
})
