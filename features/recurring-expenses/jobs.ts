import { z } from 'zod'
import { enqueueForEach } from '#server/jobs/enqueue.ts'
import { defineJob, defineScheduledJob } from '#server/jobs/job.ts'
import * as recurring from './actions.ts'

/** A day begins somewhere at every hour. */
export const addAllRecurringExpenses = defineScheduledJob({
  name: 'add-all-recurring-expenses',
  schedule: '7 * * * *',
  run: async (ctx) =>
    enqueueForEach(ctx, addRecurringExpenses, recurring.findAccountsWithDue(ctx), () => ({})),
})

export const addRecurringExpenses = defineJob({
  name: 'add-recurring-expenses',
  data: z.object({}),
  run: recurring.addDueExpenses,
})
