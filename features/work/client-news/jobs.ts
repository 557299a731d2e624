import type { Job } from '#server/jobs/job.ts'
import { mailClientNews } from './actions.ts'

export const clientNewsJobs: readonly Job[] = [mailClientNews]
