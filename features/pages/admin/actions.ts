import type { Page, PageQuery } from '#core/endpoint.ts'
import { currentUser } from '#features/foundation/account/actions.ts'
import { storedBytesOf } from '#features/foundation/storage/actions.ts'
import { entitlementsOf } from '#features/foundation/subscription/actions/entitlement.ts'
import { backUp as backUpJob } from '#server/backup/job.ts'
import { findLastBackups } from '#server/backup/store.ts'
import { nextTimeOf } from '#server/config/cron.ts'
import { VERSION } from '#server/config/version.ts'
import { type Context, inTransaction } from '#server/context.ts'
import { Conflict, NotFound } from '#server/errors.ts'
import { enqueueScheduled } from '#server/jobs/enqueue.ts'
import { countUnsent, listFailedMails, retryMail } from '#server/mail/failed-mails.ts'
import { sendMail } from '#server/mail/send.ts'
import { sendTestMail } from '#server/mail/test-mail.ts'
import type { AdminAccount, EmailToRetry, FailedEmail, FailedJob, Overview } from './contract.ts'
import { withoutAddresses } from './rules.ts'
import * as store from './store.ts'

const DAY_MILLISECONDS = 86_400_000
const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MILLISECONDS)

export async function describeInstallation(ctx: Context): Promise<Overview> {
  const { db, now, services } = ctx
  const accounts = await store.countAccounts(db, daysBefore(now, 30))
  const mails = await countUnsent(db, daysBefore(now, 7))
  return {
    version: VERSION,
    database: { kind: services.database, version: await store.databaseVersion(db) },
    uptime_seconds: Math.floor(process.uptime()),
    accounts: { total: accounts.total, new_in_30_days: accounts.added },
    mail: {
      kind: services.mail.kind,
      from: services.mail.from.address,
      waiting: mails.waiting,
      failed_this_week: mails.failed,
    },
    backups: await describeBackups(ctx),
  }
}

async function describeBackups({ db, now, services }: Context): Promise<Overview['backups']> {
  const { schedule, keep, directory } = services.backups
  const { complete, failed } = await findLastBackups(db)
  const isNewest = failed && failed.id > (complete?.id ?? 0)
  return {
    directory,
    keep,
    next_at: schedule ? nextTimeOf(schedule, now) : null,
    is_pending: await services.jobs.isPending(db, backUpJob.name),
    last: complete
      ? {
          created_at: complete.created_at,
          file: complete.file ?? '',
          size: complete.size ?? 0,
          missing_files: complete.missing_files,
        }
      : null,
    failure: isNewest ? { created_at: failed.created_at, error: failed.error ?? '' } : null,
  }
}

export async function listAccounts(ctx: Context, query: PageQuery): Promise<Page<AdminAccount>> {
  const { items, next } = await store.listAccounts(ctx.db, query)
  const ids = items.map(({ id }) => id)
  const plans = await entitlementsOf(ctx, ids)
  const bytes = await storedBytesOf(ctx, ids)
  const accounts = items.map((account) => ({
    ...account,
    plan: plans.get(account.id)?.plan.name ?? '',
    storage_bytes: bytes.get(account.id) ?? 0,
  }))
  return { items: accounts, next }
}

export async function listFailedEmails({ db, now }: Context): Promise<FailedEmail[]> {
  const mails = await listFailedMails(db, daysBefore(now, 30))
  return mails.map(({ is_for_client, reason, ...mail }) => ({
    ...mail,
    can_retry: Boolean(mail.can_retry),
    audience: is_for_client ? 'client' : 'freelancer',
    reason: withoutAddresses(reason ?? ''),
  }))
}

export function retryEmail(ctx: Context, email: EmailToRetry): Promise<{ success: true }> {
  return inTransaction(ctx, async (tx) => {
    if (await retryMail(tx, email)) return { success: true }
    throw new Conflict('This email cannot be sent again', {
      details: 'It is on its way, was sent since, or is too old.',
    })
  })
}

export async function sendTestEmail(ctx: Context) {
  const { mail, publicUrl } = ctx.services
  const { email } = await currentUser(ctx)
  const delivery = await sendTestMail(mail, email, publicUrl, ctx.now)
  return { outcome: delivery.outcome, reason: delivery.outcome === 'sent' ? null : delivery.reason }
}

/** Without those that send emails, which the list of emails has. */
export async function listFailedJobs({ db, services }: Context) {
  const { count, jobs } = await services.jobs.failed(db)
  const others = jobs.filter(({ name }) => name !== sendMail.name)
  return {
    count: count - (jobs.length - others.length),
    jobs: others.map(
      ({ id, name, failedAt, reason }): FailedJob => ({
        id,
        name,
        failed_at: failedAt,
        reason: withoutAddresses(reason),
      }),
    ),
  }
}

export function retryJob(ctx: Context, id: string): Promise<{ success: true }> {
  return inTransaction(ctx, async ({ db, services }) => {
    const outcome = await services.jobs.retryFailed(db, id)
    if (outcome === 'unknown') throw new NotFound('This job is no longer among those that failed')
    if (outcome === 'conflict') throw new Conflict('The same job is queued already')
    return { success: true }
  })
}

export async function backUp(ctx: Context): Promise<{ success: true }> {
  if (await enqueueScheduled(ctx, backUpJob)) return { success: true }
  throw new Conflict('A backup is being made already')
}
