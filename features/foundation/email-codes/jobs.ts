import { defineScheduledJob } from '#server/jobs/job.ts'
import { deleteOldAttempts, MAIL_CODES, mailCodes } from './actions.ts'

/** Queued whenever a code is asked for. */
export const mailSignInCodes = defineScheduledJob({
  name: MAIL_CODES,
  schedule: '29 * * * *',
  retry: { limit: 8, delaySeconds: 5, longestDelaySeconds: 120 },
  external: true,
  run: async (ctx) => {
    await deleteOldAttempts(ctx)
    await mailCodes(ctx)
  },
})
