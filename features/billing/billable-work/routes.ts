import { routes } from '#server/http/routes.ts'
import { listUnbilled, sumUpUnbilled } from './actions.ts'
import { billableWorkApi } from './contract.ts'

export const billableWorkRoutes = routes(billableWorkApi, {
  unbilled: (ctx, { query }) => listUnbilled(ctx, query),
  unbilledSums: (ctx, { query }) => sumUpUnbilled(ctx, query),
})
