import { routes } from '#server/routes.ts'
import * as clients from './actions.ts'
import { clientsApi } from './contract.ts'

export const clientRoutes = routes(clientsApi, {
  list: (ctx, { query }) => clients.listClients(ctx, query),
  create: (ctx, { body }) => clients.createClient(ctx, body),
  get: (ctx, { params }) => clients.getClient(ctx, params.id),
  update: (ctx, { params, body }) => clients.updateClient(ctx, params.id, body),
  remove: (ctx, { params }) => clients.deleteClient(ctx, params.id),
})
