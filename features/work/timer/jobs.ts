import { z } from 'zod'
import { enqueueForEach } from '#server/jobs/enqueue.ts'
import { defineJob, defineScheduledJob } from '#server/jobs/job.ts'
import * as timer from './actions.ts'

export const remindOfTimers = defineScheduledJob({
  name: 'remind-of-timers',
  schedule: '*/10 * * * *',
  run: async (ctx) => enqueueForEach(ctx, remindOfTimer, timer.findForgottenTimers(ctx), () => ({})),
})

export const remindOfTimer = defineJob({
  name: 'remind-of-timer',
  data: z.object({}),
  run: timer.remindOfTimer,
})
