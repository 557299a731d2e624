import { creditNoteAttachments, creditNoteJobs } from '#features/billing/credit-notes/jobs.ts'
import { documentAttachments, documentJobs } from '#features/billing/documents/jobs.ts'
import { paymentJobs } from '#features/billing/payments/jobs.ts'
import { recurringInvoiceJobs } from '#features/billing/recurring-invoices/jobs.ts'
import { sendingJobs } from '#features/billing/sending/jobs.ts'
import { notificationJobs } from '#features/engagement/notifications/jobs.ts'
import { findCaller } from '#features/foundation/account/jobs.ts'
import { businessAttachments } from '#features/foundation/business/jobs.ts'
import { updateReferenceRates } from '#features/foundation/currencies/jobs.ts'
import { mailSignInCodes } from '#features/foundation/email-codes/jobs.ts'
import { deleteOldChallenges, offerSetup } from '#features/foundation/passkeys/jobs.ts'
import { deleteExpiredRemovals } from '#features/foundation/removals/jobs.ts'
import {
  reconcileSubscription,
  reconcileSubscriptions,
  remindOfTrialEnd,
  remindOfTrialEnds,
} from '#features/foundation/subscription/jobs.ts'
import { closeAccount, closeAccounts } from '#features/pages/account-deletion/jobs.ts'
import { importJobs } from '#features/pages/import/jobs.ts'
import { clientNewsJobs } from '#features/work/client-news/jobs.ts'
import { addAllRecurringExpenses, addDueExpenses } from '#features/work/recurring-expenses/jobs.ts'
import { remindOfTimer, remindOfTimers } from '#features/work/timer/jobs.ts'
import { backUp } from '#server/backup/job.ts'
import { sweepFiles } from '#server/files/sweep.ts'
import { deleteOldKeys } from '#server/http/idempotency.ts'
import { deleteOldCounts } from '#server/http/request-counts.ts'
import { enqueueScheduled } from '#server/jobs/enqueue.ts'
import { type Job, scheduleOf } from '#server/jobs/job.ts'
import type { OpenQueue } from '#server/jobs/queue.ts'
import { type RunDependencies, runJob } from '#server/jobs/run.ts'
import { startWorkers } from '#server/jobs/workers.ts'
import type { Attachment } from '#server/mail/attachment.ts'
import { forgetFailedMails } from '#server/mail/forget.ts'
import { sendMail } from '#server/mail/send.ts'

/** The jobs of all features. */
export const ALL_JOBS: readonly Job[] = [
  sendMail,
  forgetFailedMails,
  mailSignInCodes,
  reconcileSubscriptions,
  reconcileSubscription,
  remindOfTrialEnds,
  remindOfTrialEnd,
  closeAccounts,
  closeAccount,
  updateReferenceRates,
  ...importJobs,
  ...clientNewsJobs,
  ...notificationJobs,
  remindOfTimers,
  remindOfTimer,
  addAllRecurringExpenses,
  addDueExpenses,
  ...documentJobs,
  ...sendingJobs,
  ...creditNoteJobs,
  ...recurringInvoiceJobs,
  ...paymentJobs,
  backUp,
  sweepFiles,
  deleteOldKeys,
  deleteOldCounts,
  deleteExpiredRemovals,
  deleteOldChallenges,
]

/** Attachments of emails, made by the job that sends them. */
export const ALL_ATTACHMENTS: readonly Attachment[] = [
  ...businessAttachments,
  ...documentAttachments,
  ...creditNoteAttachments,
]

/** Runs jobs, outside requests. */
export interface Background {
  start(): Promise<void>
  /** The address that creates the first account, if nobody could sign in otherwise. */
  offerSetup(): Promise<URL | undefined>
  /** Runs the next due job, of these names if any are given. For tests. */
  runNext(names?: readonly string[]): Promise<boolean>
  /** After the app's clock was moved: makes jobs available that are due by it, of these names if any are given. */
  releaseDueJobs(names?: readonly string[]): Promise<void>
  /** After the clock was moved far ahead: also runs every scheduled job once. */
  catchUp(): Promise<void>
}

type Parts = Omit<RunDependencies, 'findCaller'>

export function createBackground(queue: OpenQueue, jobs: readonly Job[], parts: Parts): Background {
  const all = { ...parts, findCaller }
  const allNames = jobs.map(({ name }) => name)
  const releaseDueJobs = (names: readonly string[] = allNames) =>
    queue.releaseDueJobs(names, parts.clock.now())
  return {
    start: () => startWorkers(queue, jobs, all),

    offerSetup: () =>
      offerSetup({
        db: parts.db,
        services: parts.services,
        log: parts.log,
        now: parts.clock.now(),
        address: null,
      }),

    runNext: async (names: readonly string[] = allNames) => {
      for (const job of jobs) {
        if (!names.includes(job.name)) continue
        const taken = await queue.take(job.name)
        if (!taken) continue
        await runJob(queue, job, taken, all).catch((error) => queue.fail(taken, error))
        return true
      }
      return false
    },

    releaseDueJobs,

    catchUp: async () => {
      await releaseDueJobs()
      for (const job of jobs) {
        if ('schedule' in job && scheduleOf(job, parts.services)) await enqueueScheduled(parts, job)
      }
    },
  }
}
