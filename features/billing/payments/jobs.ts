import { z } from 'zod'
import { enqueueForEach } from '#server/jobs/enqueue.ts'
import { defineJob, defineScheduledJob, type Job } from '#server/jobs/job.ts'
import { closeSession, findAccountsToFollow } from './actions/checkouts.ts'
import * as payments from './actions/reconciliation.ts'

/** Catches up on events that never arrived. */
const followAllCheckouts = defineScheduledJob({
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

export const paymentJobs: readonly Job[] = [closeSession, followAllCheckouts, followCheckouts]
