import { defineScheduledJob } from '#server/jobs/job.ts'
import * as actions from './actions/sign-in.ts'

/** Called as the server starts. */
export const offerSetup = actions.offerSetup

export const deleteOldChallenges = defineScheduledJob({
  name: 'forget-passkey-challenges',
  schedule: '23 * * * *',
  run: actions.deleteOldChallenges,
})
