import { routes } from '#server/http/routes.ts'
import * as sampleData from './actions.ts'
import { sampleDataApi } from './contract.ts'

export const sampleDataRoutes = routes(sampleDataApi, {
  status: (ctx) => sampleData.sampleDataStatus(ctx),
  add: (ctx, _, { once }) => sampleData.addSampleData(ctx, once),
  remove: (ctx) => sampleData.removeSampleData(ctx),
})
