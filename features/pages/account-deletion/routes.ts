import { routes } from '#server/http/routes.ts'
import * as deletion from './actions.ts'
import { deletionApi } from './contract.ts'

export const deletionRoutes = routes(deletionApi, {
  request: (ctx, { body }) => deletion.requestDeletion(ctx, body),
  cancel: (ctx) => deletion.cancelDeletion(ctx),
})
