import { defineScheduledJob } from '#server/jobs/job.ts'
import { deleteExpired } from './actions.ts'

export const deleteExpiredRemovals = defineScheduledJob({
  name: 'delete-expired-removals',
  schedule: '23 * * * *',
  run: deleteExpired,
})
