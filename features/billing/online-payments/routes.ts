import { routes } from '#server/http/routes.ts'
import { receiveEvent } from './actions/webhook.ts'
import { onlinePaymentsApi } from './contract.ts'

export const onlinePaymentsRoutes = routes(onlinePaymentsApi, {
  webhook: async (ctx, { body }, http) => {
    await receiveEvent(ctx, body, http.header('stripe-signature') ?? '')
    return { received: true } as const
  },
})
