import { routes } from '#server/http/routes.ts'
import * as exports from './actions.ts'
import { exportApi } from './contract.ts'

export const exportRoutes = routes(exportApi, { account: (ctx) => exports.exportAccount(ctx) })
