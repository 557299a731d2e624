import { routes } from '#server/routes.ts'
import * as exports from './actions.ts'
import { exportApi } from './contract.ts'

export const exportRoutes = routes(exportApi, { account: (ctx) => exports.exportAccount(ctx) })
