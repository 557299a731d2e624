import { routes } from '#server/http/routes.ts'
import * as page from './actions.ts'
import { clientPageApi } from './contract.ts'

export const clientPageRoutes = routes(clientPageApi, {
  overview: (ctx, { params }) => page.clientOverview(ctx, params.id),
  activity: (ctx, { params, query }) => page.clientActivity(ctx, params.id, query),
  statement: (ctx, { params, query }) => page.clientStatement(ctx, params.id, query),
  statementPdf: (ctx, { params, query }) => page.statementAsPdf(ctx, params.id, query),
  erase: (ctx, { params, ifMatch }) => page.eraseClient(ctx, params.id, ifMatch),
})
