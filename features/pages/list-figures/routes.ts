import { routes } from '#server/http/routes.ts'
import { listClientFigures, listProjectFigures } from './actions.ts'
import { listFiguresApi } from './contract.ts'

export const listFiguresRoutes = routes(listFiguresApi, {
  clients: (ctx) => listClientFigures(ctx),
  projects: (ctx) => listProjectFigures(ctx),
})
