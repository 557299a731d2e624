import { routes } from '#server/http/routes.ts'
import { secretAddress } from '#server/http/secret-address.ts'
import * as unsubscription from './actions.ts'
import { unsubscriptionApi } from './contract.ts'

export const unsubscriptionRoutes = routes(unsubscriptionApi, {
  get: (ctx, { params }) => unsubscription.getSubscription(ctx, params.code),
  unsubscribe: (ctx, { params }) => unsubscription.unsubscribe(ctx, params.code),
  resubscribe: (ctx, { params }) => unsubscription.resubscribe(ctx, params.code),
  unsubscribeByMailProgram: (ctx, { params }) => unsubscription.unsubscribe(ctx, params.code),
})

export const unsubscribeAddress = secretAddress('unsubscribe')
