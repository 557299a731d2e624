import { z } from 'zod'
import { findAccountsToFollow } from '#features/billing/payment-account/actions/checkouts.ts'
import { enqueueForEach } from '#server/jobs/enqueue.ts'
import { defineJob, defineScheduledJob } from '#server/jobs/job.ts'
import * as payments from './actions/reconciliation.ts'

/** Catches up on events that never arrived. */
export const followAllCheckouts = defineScheduledJob({
  name: 'follow-all-checkouts',
  schedule: '37 * * * *',
  run: async (ctx) => enqueueForEach(ctx, followCheckouts, findAccountsToFollow(ctx), () => ({})),
})

export const followCheckouts = defineJob({
  name: 'follow-checkouts',
  data: z.object({}),
  external: true,
  run: payments.followCheckouts,
})
