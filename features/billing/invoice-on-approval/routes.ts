import { routes } from '#server/http/routes.ts'
import { listProblems } from './actions.ts'
import { invoiceOnApprovalApi } from './contract.ts'

export const invoiceOnApprovalRoutes = routes(invoiceOnApprovalApi, {
  problems: (ctx, { query }) => listProblems(ctx, query),
})
