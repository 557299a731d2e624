import { z } from 'zod'
import { enqueueForEach } from '#server/jobs/enqueue.ts'
import { defineJob, defineScheduledJob } from '#server/jobs/job.ts'
import * as deletion from './actions.ts'

export const closeAccounts = defineScheduledJob({
  name: 'close-accounts',
  schedule: '*/10 * * * *',
  run: async (ctx) => enqueueForEach(ctx, closeAccount, deletion.findAccountsToClose(ctx), () => ({})),
})

export const closeAccount = defineJob({
  name: 'close-account',
  data: z.object({}),
  external: true,
  run: deletion.closeAccount,
})
