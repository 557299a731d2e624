import { routes } from '#server/http/routes.ts'
import * as bulk from './actions/bulk.ts'
import * as time from './actions/time-entries.ts'
import { timeEntriesApi } from './contract.ts'

export const timeEntryRemovals = [time.timeEntryRemoval]

export const timeEntryRoutes = routes(timeEntriesApi, {
  list: (ctx, { query }) => time.listTimeEntries(ctx, query),
  totals: (ctx, { query }) => time.sumTimeEntries(ctx, query),
  summary: (ctx) => time.summariseTime(ctx),
  week: (ctx, { query }) => time.timeOfWeek(ctx, query.date),
  create: (ctx, { body }) => time.logTime(ctx, body),
  changeMany: (ctx, { body }) => bulk.changeTimeEntries(ctx, body),
  removeMany: (ctx, { body }) => bulk.deleteTimeEntries(ctx, body.ids),
  get: (ctx, { params }) => time.getTimeEntry(ctx, params.id),
  history: (ctx, { params, query }) => time.timeEntryHistory(ctx, params.id, query),
  update: (ctx, { params, body, ifMatch }) => time.updateTimeEntry(ctx, params.id, body, ifMatch),
  remove: (ctx, { params, ifMatch }) => time.deleteTimeEntry(ctx, params.id, ifMatch),
})
