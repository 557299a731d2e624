import { routes } from '#server/http/routes.ts'
import * as access from './actions.ts'
import { portalAccessApi } from './contract.ts'

export const portalAccessRoutes = routes(portalAccessApi, {
  list: (ctx, { params }) => access.listAccess(ctx, params.id),
  create: (ctx, { params, body }) => access.createAccess(ctx, params.id, body),
  renew: (ctx, { params, body }) => access.renewAccess(ctx, params.id, params.accessId, body),
  mail: (ctx, { params }) => access.mailAccess(ctx, params.id, params.accessId),
  revoke: (ctx, { params }) => access.revokeAccess(ctx, params.id, params.accessId),
})
