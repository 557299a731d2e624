import type { Job } from '#server/jobs/job.ts'
import { closeSession } from './actions/checkouts.ts'

export const paymentAccountJobs: readonly Job[] = [closeSession]
