import { routes } from '#server/http/routes.ts'
import * as connection from './actions/connection.ts'
import { entryReversal } from './actions/entries.ts'
import { receiveEvent } from './actions/webhook.ts'
import { paymentsApi } from './contract.ts'

export const paymentRemovals = [entryReversal]

export const paymentRoutes = routes(paymentsApi, {
  connection: (ctx) => connection.getConnection(ctx),
  connect: async (ctx, _, http) => ({ url: await connection.connect(ctx, http.origin) }),
  refresh: (ctx) => connection.refreshConnection(ctx),
  disconnect: (ctx) => connection.disconnect(ctx),
  webhook: async (ctx, { body }, http) => {
    await receiveEvent(ctx, body, http.header('stripe-signature') ?? '')
    return { received: true } as const
  },
})
