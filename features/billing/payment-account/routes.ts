import { routes } from '#server/http/routes.ts'
import * as connection from './actions/connection.ts'
import { paymentAccountApi } from './contract.ts'

export const paymentAccountRoutes = routes(paymentAccountApi, {
  connection: (ctx) => connection.getConnection(ctx),
  connect: async (ctx, _, http) => ({ url: await connection.connect(ctx, http.origin) }),
  refresh: (ctx) => connection.refreshConnection(ctx),
  disconnect: (ctx) => connection.disconnect(ctx),
})
