import { routes } from '#server/http/routes.ts'
import { downloadFaults } from './actions/files.ts'
import * as preparing from './actions/preparing.ts'
import { previewImport } from './actions/previewing.ts'
import { cancelImport, startImport } from './actions/running.ts'
import { listKept, undoImport } from './actions/undoing.ts'
import { importsApi } from './contract.ts'

export const importRoutes = routes(importsApi, {
  list: (ctx, { query }) => preparing.listImports(ctx, query),
  upload: (ctx, { query, body }) => preparing.uploadImport(ctx, query.name, body),
  get: (ctx, { params }) => preparing.getImport(ctx, params.id),
  update: (ctx, { params, body }) => preparing.updateImport(ctx, params.id, body),
  preview: (ctx, { params }) => previewImport(ctx, params.id),
  start: (ctx, { params }) => startImport(ctx, params.id),
  cancel: (ctx, { params }) => cancelImport(ctx, params.id),
  undo: (ctx, { params }) => undoImport(ctx, params.id),
  kept: (ctx, { params }) => listKept(ctx, params.id),
  faults: (ctx, { params }) => downloadFaults(ctx, params.id),
  remove: (ctx, { params }) => preparing.discardImport(ctx, params.id),
})
