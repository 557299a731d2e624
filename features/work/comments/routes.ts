import { routes } from '#server/http/routes.ts'
import * as comments from './actions.ts'
import { commentsApi } from './contract.ts'

export const commentRemovals = [comments.commentRemoval]

export const commentRoutes = routes(commentsApi, {
  list: (ctx, { params, query }) => comments.listComments(ctx, params.id, query),
  countByVersion: (ctx, { params }) => comments.countByVersion(ctx, params.id),
  create: (ctx, { params, body }) => comments.createComment(ctx, params.id, body),
  update: (ctx, { params, body }) => comments.updateComment(ctx, params.id, params.commentId, body),
  remove: (ctx, { params }) => comments.removeComment(ctx, params.id, params.commentId),
})
