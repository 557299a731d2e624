import { routes } from '#server/http/routes.ts'
import { listAudit } from './actions.ts'
import { auditApi } from './contract.ts'

export const auditRoutes = routes(auditApi, { list: (ctx, { query }) => listAudit(ctx, query) })
