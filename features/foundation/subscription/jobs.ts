import { z } from 'zod'
import { enqueueForEach } from '#server/jobs/enqueue.ts'
import { defineJob, defineScheduledJob } from '#server/jobs/job.ts'
import * as subscription from './actions.ts'

/** Catches up on events that never arrived. */
export const reconcileSubscriptions = defineScheduledJob({
  name: 'reconcile-subscriptions',
  schedule: '17 3 * * *',
  run: async (ctx) => {
    await subscription.deleteOldEvents(ctx)
    await enqueueForEach(ctx, reconcileSubscription, subscription.findPayers(ctx), () => ({}))
  },
})

export const reconcileSubscription = defineJob({
  name: 'reconcile-subscription',
  data: z.object({}),
  external: true,
  run: subscription.reconcile,
})

export const remindOfTrialEnds = defineScheduledJob({
  name: 'remind-of-trial-ends',
  schedule: '5 * * * *',
  run: async (ctx) => enqueueForEach(ctx, remindOfTrialEnd, subscription.findTrialsEnding(ctx), () => ({})),
})

export const remindOfTrialEnd = defineJob({
  name: 'remind-of-trial-end',
  data: z.object({}),
  run: subscription.remindOfTrialEnd,
})
