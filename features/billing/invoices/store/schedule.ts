import { type SqlBool, sql } from 'kysely'
import { type Db, nextVersion } from '#server/database/database.ts'
import { inPages } from '#server/database/in-pages.ts'
import type { AccountId } from '#server/identity/account-id.ts'
import type { ScheduledMail } from '../contract/mails.ts'

const update = (db: Db, accountId: AccountId, id: number) =>
  db.updateTable('invoices').where('account_id', '=', accountId).where('id', '=', id)

export interface Schedule {
  at: Date
  mail: ScheduledMail
}

export async function setSchedule(
  db: Db,
  accountId: AccountId,
  id: number,
  schedule: Schedule | null,
): Promise<void> {
  await update(db, accountId, id)
    .set({
      scheduled_for: schedule?.at ?? null,
      scheduled_mail: schedule && JSON.stringify(schedule.mail),
      schedule_problem: '',
      version: nextVersion,
    })
    .execute()
}

/** A mail that waits was written for another client. What is sent follows the new one. */
export async function forgetScheduledMail(db: Db, accountId: AccountId, id: number): Promise<void> {
  await update(db, accountId, id)
    .set({ scheduled_mail: JSON.stringify({ attach_pdf: true }) })
    .where('scheduled_for', 'is not', null)
    .execute()
}

/** By the job, which changes nothing that the freelancer entered, so the version stays. */
export async function postpone(db: Db, accountId: AccountId, id: number, until: Date): Promise<void> {
  await update(db, accountId, id).set({ scheduled_for: until }).execute()
}

/** Keeps it from being tried again. By the job as well. */
export async function setProblem(db: Db, accountId: AccountId, id: number, problem: string): Promise<void> {
  await update(db, accountId, id).set({ schedule_problem: problem }).execute()
}

interface DueInvoice {
  account_id: AccountId
  id: number
  scheduled_for: Date
}

/** Invoices of all accounts whose time has come, those that wait longest first. */
export const findDueInvoices = (db: Db, now: Date) =>
  inPages<DueInvoice>((after, limit) =>
    db
      .selectFrom('invoices')
      .innerJoin('accounts', 'accounts.id', 'invoices.account_id')
      .select(['invoices.account_id', 'invoices.id', 'invoices.scheduled_for'])
      .$narrowType<{ scheduled_for: Date }>()
      .where('invoices.schedule_problem', '=', sql.lit(''))
      .where('invoices.scheduled_for', '<=', now)
      .where('accounts.delete_at', 'is', null)
      .$if(after !== undefined, (query) =>
        query.where(
          sql<SqlBool>`(invoices.scheduled_for, invoices.account_id, invoices.id) > (${after?.scheduled_for}::timestamptz, ${after?.account_id}::bigint, ${after?.id}::bigint)`,
        ),
      )
      .orderBy('invoices.scheduled_for')
      .orderBy('invoices.account_id')
      .orderBy('invoices.id')
      .limit(limit)
      .execute(),
  )
