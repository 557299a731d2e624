import { routes } from '#server/http/routes.ts'
import * as reports from './actions.ts'
import { reportsApi } from './contract.ts'

export const reportRoutes = routes(reportsApi, {
  get: (ctx, { query }) => reports.report(ctx, query),
  thisMonth: (ctx) => reports.monthTotals(ctx),
  csv: (ctx, { query }) => reports.reportAsCsv(ctx, query),
  pdf: (ctx, { query }) => reports.reportAsPdf(ctx, query),
})
