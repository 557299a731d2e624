import { routes } from '#server/http/routes.ts'
import * as deliverables from './actions/deliverables.ts'
import * as files from './actions/files.ts'
import { deliverablesApi } from './contract.ts'

export const deliverableRemovals = [deliverables.deliverableRemoval, files.fileRemoval]

export const deliverableRoutes = routes(deliverablesApi, {
  list: (ctx, { params }) => deliverables.listDeliverables(ctx, params.id),
  create: (ctx, { params, body }) => deliverables.createDeliverable(ctx, params.id, body),
  reorder: (ctx, { params, body }) => deliverables.reorderDeliverables(ctx, params.id, body.ids),
  update: (ctx, { params, body }) =>
    deliverables.updateDeliverable(ctx, params.id, params.deliverableId, body),
  remove: (ctx, { params }) => deliverables.removeDeliverable(ctx, params.id, params.deliverableId),
  submit: (ctx, { params }) => deliverables.submitDeliverable(ctx, params.id, params.deliverableId),
  uploadFile: (ctx, { params, query, body }) =>
    files.attachFile(ctx, params.id, params.deliverableId, query.name, body),
  downloadFile: (ctx, { params }) => files.openFile(ctx, params.id, params.deliverableId),
  downloadVersion: (ctx, { params }) => files.openFile(ctx, params.id, params.deliverableId, params.version),
  removeFile: (ctx, { params }) => files.removeFile(ctx, params.id, params.deliverableId),
})
