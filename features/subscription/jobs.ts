import { defineScheduledJob } from '#server/jobs/job.ts'
import * as subscription from './actions.ts'

/** Repairs what events that never arrived left behind. */
export const reconcileSubscriptions = defineScheduledJob({
  name: 'reconcile-subscriptions',
  schedule: '17 3 * * *',
  external: true,
  run: subscription.reconcile,
})

export const remindOfTrialEnds = defineScheduledJob({
  name: 'remind-of-trial-ends',
  schedule: '5 * * * *',
  run: subscription.remindOfTrialEnds,
})
