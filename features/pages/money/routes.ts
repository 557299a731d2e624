import { routes } from '#server/http/routes.ts'
import { getMoney } from './actions.ts'
import { moneyApi } from './contract.ts'

export const moneyRoutes = routes(moneyApi, {
  money: (ctx, { query }) => getMoney(ctx, query),
})
