import { routes } from '#server/http/routes.ts'
import * as currencies from './actions.ts'
import { currenciesApi } from './contract.ts'

export const currencyRoutes = routes(currenciesApi, {
  proposedRate: (ctx, { params }) => currencies.proposeRate(ctx, params.currency),
})
