import type { Job } from '#server/jobs/job.ts'
import { mailWaitingNotices } from './actions/mails.ts'

export const notificationJobs: readonly Job[] = [mailWaitingNotices]
