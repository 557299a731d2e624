import { routes } from '#server/http/routes.ts'
import * as unread from './actions.ts'
import { unreadApi } from './contract.ts'

export const unreadRoutes = routes(unreadApi, {
  list: (ctx) => unread.listUnread(ctx),
  markSeen: (ctx, { body }) => unread.markSeen(ctx, body.unread_ids),
})
