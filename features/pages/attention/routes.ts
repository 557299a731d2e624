import { routes } from '#server/http/routes.ts'
import { getAttention } from './actions.ts'
import { attentionApi } from './contract.ts'

export const attentionRoutes = routes(attentionApi, {
  get: (ctx) => getAttention(ctx),
})
