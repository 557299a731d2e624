import { defineScheduledJob } from '#server/jobs/job.ts'
import { insertBackup } from './store.ts'

/** Backs up as `BACKUP_SCHEDULE` says, or when an admin asks for it. Records how it went. */
export const backUp = defineScheduledJob({
  name: 'back-up',
  schedule: ({ backups }) => backups.schedule,
  isExclusive: true,
  external: true,
  retry: { limit: 2, delaySeconds: 60, longestDelaySeconds: 300 },
  timeoutSeconds: 6 * 3600,
  run: async ({ db, now, services }) => {
    try {
      await insertBackup(db, { created_at: now, ...(await services.backups.write(now)) })
    } catch (error) {
      await insertBackup(db, { created_at: now, error: services.backups.describeFailure(error) })
      throw error
    }
  },
})
