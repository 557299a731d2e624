import { routes } from '#server/http/routes.ts'
import { secretAddress } from '#server/http/secret-address.ts'
import * as unread from './actions/unread.ts'
import * as unsubscription from './actions/unsubscription.ts'
import { unreadApi } from './contract/unread.ts'
import { unsubscriptionApi } from './contract/unsubscription.ts'

export const unreadRoutes = routes(unreadApi, {
  list: (ctx) => unread.listUnread(ctx),
  markSeen: (ctx, { body }) => unread.markSeen(ctx, body.unread_ids),
})

export const unsubscriptionRoutes = routes(unsubscriptionApi, {
  get: (ctx, { params }) => unsubscription.getSubscription(ctx, params.code),
  unsubscribe: (ctx, { params }) => unsubscription.unsubscribe(ctx, params.code),
  resubscribe: (ctx, { params }) => unsubscription.resubscribe(ctx, params.code),
  unsubscribeByMailProgram: (ctx, { params }) => unsubscription.unsubscribe(ctx, params.code),
})

export const unsubscribeAddress = secretAddress('unsubscribe')
