import { z } from 'zod'
import { enqueueForEach } from '#server/jobs/enqueue.ts'
import { defineJob, defineScheduledJob } from '#server/jobs/job.ts'
import * as recurring from './actions.ts'

/** A day begins somewhere at every hour. */
export const addAllRecurringExpenses = defineScheduledJob({
  name: 'add-all-recurring-expenses',
  schedule: '7 * * * *',
  run: async (ctx) =>
    enqueueForEach(ctx, addDueExpenses, recurring.findDueExpenses(ctx), ({ id }) => ({ id })),
})

/** One job for each, so that one that fails keeps no other from being added. */
export const addDueExpenses = defineJob({
  name: 'add-due-expenses',
  data: z.object({ id: z.int() }),
  run: recurring.addDueExpenses,
})
