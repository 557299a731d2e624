import { routes } from '#server/http/routes.ts'
import * as clients from './actions.ts'
import { clientsApi } from './contract.ts'

export const clientRemovals = [clients.clientRemoval, clients.clientArchival]

export const clientRoutes = routes(clientsApi, {
  list: (ctx, { query }) => clients.listClients(ctx, query),
  create: (ctx, { body }) => clients.createClient(ctx, body),
  get: (ctx, { params }) => clients.getClient(ctx, params.id),
  update: (ctx, { params, body, ifMatch }) => clients.updateClient(ctx, params.id, body, ifMatch),
  remove: (ctx, { params, ifMatch }) => clients.deleteClient(ctx, params.id, ifMatch),
  restore: (ctx, { params }) => clients.restoreClient(ctx, params.id),
})
