import { routes } from '#server/http/routes.ts'
import * as timer from './actions.ts'
import { timerApi } from './contract.ts'

export const timerRoutes = routes(timerApi, {
  get: (ctx) => timer.getTimer(ctx),
  start: (ctx, { body }) => timer.startTimer(ctx, body),
  update: (ctx, { body, ifMatch }) => timer.updateTimer(ctx, body, ifMatch),
  stop: (ctx, { body, ifMatch }) => timer.stopTimer(ctx, body ?? {}, ifMatch),
  resume: (ctx, { body }) => timer.resumeTimer(ctx, body),
  discard: (ctx, { ifMatch }) => timer.discardTimer(ctx, ifMatch),
  events: (ctx) => timer.watchTimer(ctx),
})
