import { defineScheduledJob } from '#server/jobs/job.ts'
import * as currencies from './actions.ts'

/** The European Central Bank publishes its rates at about 16:00 in Frankfurt on every working day. */
export const updateReferenceRates = defineScheduledJob({
  name: 'update-reference-rates',
  schedule: '20 16 * * *',
  external: true,
  run: currencies.updateReferenceRates,
})
