import { routes } from '#server/http/routes.ts'
import { signInOptions } from './actions.ts'
import { signInPageApi } from './contract.ts'

export const signInPageRoutes = routes(signInPageApi, {
  options: (ctx) => signInOptions(ctx),
})
