import { routes } from '#server/http/routes.ts'
import * as tour from './actions.ts'
import { tourApi } from './contract.ts'

export const tourRoutes = routes(tourApi, {
  get: (ctx) => tour.getTour(ctx),
  goTo: (ctx, { body }) => tour.goToStep(ctx, body.step),
  finish: (ctx) => tour.finishTour(ctx),
})
