import { routes } from '#server/http/routes.ts'
import { listUnbilled } from './actions.ts'
import { billableWorkApi } from './contract.ts'

export const billableWorkRoutes = routes(billableWorkApi, {
  unbilled: (ctx, { query }) => listUnbilled(ctx, query),
})
