import { sql } from 'kysely'
import { defineScheduledJob } from '#server/jobs/job.ts'

/** For which a mail that failed can be sent once more. */
const KEPT_MILLISECONDS = 30 * 86_400_000
const BATCH = 1000

/** Erases the content of mails that failed long ago, in batches, so that no statement takes long. */
export const forgetFailedMails = defineScheduledJob({
  name: 'forget-failed-mails',
  schedule: '17 4 * * *',
  run: async ({ db, now }) => {
    const oldest = new Date(now.getTime() - KEPT_MILLISECONDS)
    for (let erased = BATCH; erased === BATCH; ) {
      const { numAffectedRows = 0n } = await sql`
        update mails set content = null where (account_id, id) in (
          select account_id, id from mails
          where status in ('failed', 'uncertain') and changed_at < ${oldest} and content is not null limit ${BATCH})`.execute(
        db,
      )
      erased = Number(numAffectedRows)
    }
  },
})
