import { z } from 'zod'
import { enqueueForEach } from '#server/jobs/enqueue.ts'
import { defineJob, defineScheduledJob } from '#server/jobs/job.ts'
import * as entitlement from './actions/entitlement.ts'
import * as purchases from './actions/purchases.ts'

/** Catches up on events that never arrived. */
export const reconcileSubscriptions = defineScheduledJob({
  name: 'reconcile-subscriptions',
  schedule: '17 3 * * *',
  run: async (ctx) => {
    await purchases.deleteOldEvents(ctx)
    await enqueueForEach(ctx, reconcileSubscription, purchases.findPayers(ctx), () => ({}))
  },
})

export const reconcileSubscription = defineJob({
  name: 'reconcile-subscription',
  data: z.object({}),
  external: true,
  run: purchases.reconcile,
})

export const remindOfTrialEnds = defineScheduledJob({
  name: 'remind-of-trial-ends',
  schedule: '5 * * * *',
  run: async (ctx) => enqueueForEach(ctx, remindOfTrialEnd, entitlement.findTrialsEnding(ctx), () => ({})),
})

export const remindOfTrialEnd = defineJob({
  name: 'remind-of-trial-end',
  data: z.object({}),
  run: entitlement.remindOfTrialEnd,
})
