import { routes } from '#server/http/routes.ts'
import * as checklist from './actions.ts'
import { checklistApi } from './contract.ts'

export const checklistRoutes = routes(checklistApi, {
  get: (ctx) => checklist.getChecklist(ctx),
  dismiss: (ctx) => checklist.dismissChecklist(ctx),
})
