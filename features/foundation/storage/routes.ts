import { routes } from '#server/http/routes.ts'
import { storageUsage } from './actions.ts'
import { storageApi } from './contract.ts'

export const storageRoutes = routes(storageApi, { usage: (ctx) => storageUsage(ctx) })
