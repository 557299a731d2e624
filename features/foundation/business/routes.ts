import { routes } from '#server/http/routes.ts'
import * as business from './actions.ts'
import { businessApi } from './contract.ts'

export const businessRemovals = [business.logoRemoval]

export const businessRoutes = routes(businessApi, {
  get: (ctx) => business.getBusiness(ctx),
  update: (ctx, { body, ifMatch }) => business.updateBusiness(ctx, body, ifMatch),
  logo: (ctx, { query }) => business.openLogo(ctx, query.id),
  uploadLogo: (ctx, { body }) => business.uploadLogo(ctx, body),
  removeLogo: (ctx) => business.removeLogo(ctx),
})
