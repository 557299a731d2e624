import { routes } from '#server/http/routes.ts'
import { search } from './actions.ts'
import { searchApi } from './contract.ts'

export const searchRoutes = routes(searchApi, {
  search: (ctx, { query }) => search(ctx, query.q),
})
