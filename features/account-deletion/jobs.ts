import { defineScheduledJob } from '#server/jobs/job.ts'
import * as deletion from './actions.ts'

export const closeAccounts = defineScheduledJob({
  name: 'close-accounts',
  schedule: '*/10 * * * *',
  external: true,
  run: deletion.closeAccounts,
})
