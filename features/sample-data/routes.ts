import { routes } from '#server/http/routes.ts'
import * as sampleData from './actions.ts'
import { sampleDataApi } from './contract.ts'

export const sampleDataRoutes = routes(sampleDataApi, {
  status: (ctx) => sampleData.sampleDataStatus(ctx),
  add: (ctx) => sampleData.addSampleData(ctx),
  remove: (ctx) => sampleData.removeSampleData(ctx),
})
