import { z } from 'zod'
import type { DateOnly } from '#core/calendar.ts'
import type { DocumentLine } from '#core/document-lines.ts'
import { nextDate, type Period, periodBefore } from '#core/recurrence.ts'
import { billOf, lockOwnWork } from '#features/billing/billable-work/actions.ts'
import type { UnbilledProject } from '#features/billing/billable-work/contract.ts'
import {
  type CoveredTime,
  createRecurringInvoice as createInvoice,
} from '#features/billing/invoices/actions/creation.ts'
import { findInvoice, tryLockInvoice } from '#features/billing/invoices/actions/invoice.ts'
import { requireRecipient } from '#features/billing/invoices/actions/recipient.ts'
import { sendInvoice } from '#features/billing/sending/actions/sending.ts'
import { SendInput } from '#features/billing/sending/contract/sending.ts'
import { getClient } from '#features/engagement/clients/actions.ts'
import { MailLimitReached, mailFreelancer } from '#features/engagement/notifications/actions/mails.ts'
import { findDue } from '#features/foundation/recurrence/actions.ts'
import { requireWithinLimit } from '#features/foundation/subscription/actions/entitlement.ts'
import { type Context, inTransaction, type PublicContext } from '#server/context.ts'
import { HttpError, reasonOf } from '#server/errors.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { defineJob } from '#server/jobs/job.ts'
import type { RecurringInvoice, RecurringProblem } from '../contract.ts'
import { PROBLEM_FOOTER, problemNotice } from '../document.ts'
import { extraItem, servicePeriod, usageOf } from '../rules.ts'
import * as store from '../store.ts'

export const findDueInvoices = (ctx: PublicContext) => findDue(ctx, 'recurring_invoices')

/** Makes an invoice for each date until today, each in a transaction of its own; after downtime also those that were missed. */
export const makeRecurringInvoice = defineJob({
  name: 'make-recurring-invoice',
  data: z.object({ id: z.int() }),
  external: true,
  run: async (ctx, { id }) => {
    const dueDate = () => store.findDueDate(ctx.db, ctx.accountId, id, ctx.today)
    for (let date = await dueDate(); date !== null; date = await dueDate()) {
      if ((await makeOne(ctx, id, date)) === 'waits') return
    }
  },
})

/** A change of the freelancer may make it due at once. */
export async function makeIfDue(tx: Context, { id, next_date }: Pick<RecurringInvoice, 'id' | 'next_date'>) {
  if (next_date !== null && next_date <= tx.today) await enqueue(tx, makeRecurringInvoice, { id })
}

async function makeOne(ctx: Context, id: number, date: DateOnly): Promise<'done' | 'waits'> {
  try {
    await inTransaction(ctx, (tx) => make(tx, id, date))
    return 'done'
  } catch (error) {
    // Work that was billed at the same moment: the next attempt sees what is left.
    if (!(error instanceof HttpError) || error.extra.code === 'billed') throw error
    const waits = error.extra.code === 'invoice_limit_reached'
    await inTransaction(ctx, (tx) => (waits ? wait(tx, id, date) : leaveOut(tx, id, date, reasonOf(error))))
    return waits ? 'waits' : 'done'
  }
}

/** Locks it, if this date is still the next one. */
async function lockAt({ db, accountId }: Context, id: number, date: DateOnly) {
  const recurring = await store.lockRecurringInvoice(db, accountId, id)
  return recurring && !recurring.is_paused && recurring.next_date === date ? recurring : undefined
}

async function make(tx: Context, id: number, date: DateOnly): Promise<void> {
  const recurring = await lockAt(tx, id, date)
  if (!recurring) return
  const { client_id, project_id, kind } = recurring
  await requireWithinLimit(tx, 'invoices')
  const { name, archived } = await getClient(tx, client_id)
  if (archived) return pause(tx, recurring, date, `${name} is archived.`)
  await requireRecipient(tx, client_id, project_id)
  const content = await contentOf(tx, recurring, periodBefore(recurring, date))
  if (content === null) return setDone(tx, recurring, date, 'nothing_unbilled')
  const period = kind === 'work' ? null : servicePeriod(recurring, date, recurring.covers)
  const invoice = await createInvoice(
    tx,
    {
      client_id,
      project_id,
      issue_date: tx.today,
      due_date: undefined,
      service_from: period?.from,
      service_to: period?.to,
      tax_category: recurring.tax_category,
      tax_rate: recurring.tax_rate ?? undefined,
      currency: recurring.currency,
      notes: recurring.notes ?? undefined,
      bill: content.bill,
    },
    content.items,
    { recurring_invoice_id: id, recurring_date: date },
    content.covered,
  )
  await setDone(tx, recurring, date)
  if (recurring.auto_send) await enqueue(tx, sendRecurringInvoice, { id, invoice_id: invoice.id, date })
}

interface Content {
  items: DocumentLine[]
  bill?: ReturnType<typeof billOf>
  covered: CoveredTime | null
}

/** The content of the invoice; null if there is nothing to bill. */
async function contentOf(
  tx: Context,
  recurring: store.StoredRecurringInvoice,
  period: Period,
): Promise<Content | null> {
  const { client_id, project_id, kind, currency, group_by, included_hours, extra_rate } = recurring
  const items = await store.listItems(tx.db, tx.accountId, recurring.id)
  if (kind === 'fixed') return { items, covered: null }
  const filter = { client_id, ...(project_id !== null && { project_id }), ...period }
  const work = await lockOwnWork(tx, filter, currency)
  if (kind === 'work') {
    if (work.length === 0) return items.length === 0 ? null : { items, covered: null }
    return { items, bill: billOf(work, group_by), covered: null }
  }
  const projects = work.filter((project) => project.time.length > 0)
  const time = projects.flatMap((project) => project.time)
  const included = included_hours ?? 0
  const used = time.reduce((sum, { billed_hours }) => sum + billed_hours, 0)
  const { extra_hours } = usageOf(included, used)
  const extra = extraItem({ included_hours: included, extra_rate }, extra_hours, period, tx.locale)
  return { items: extra ? [...items, extra] : items, covered: coveredBy(projects) }
}

function coveredBy([first, ...others]: UnbilledProject[]): CoveredTime | null {
  if (!first) return null
  const time = [first, ...others].flatMap((project) => project.time)
  return {
    ids: time.map(({ id }) => id),
    project_id: others.length === 0 ? first.project_id : null,
    logged_hours: time.reduce((sum, { hours }) => sum + hours, 0),
  }
}

const NO_PROBLEM = { problem: null, problem_date: null, problem_reason: '' } as const

const setDone = (
  { db, accountId }: Context,
  recurring: store.StoredRecurringInvoice,
  date: DateOnly,
  problem?: RecurringProblem,
  reason = '',
): Promise<void> =>
  store.setProgress(db, accountId, recurring.id, {
    handled_until: date,
    next_date: nextDate(recurring, date),
    ...(problem ? { problem, problem_date: date, problem_reason: reason } : NO_PROBLEM),
  })

/** The date stays, until the plan has room for its invoice. The freelancer is told once. */
async function wait(tx: Context, id: number, date: DateOnly): Promise<void> {
  const recurring = await lockAt(tx, id, date)
  if (!recurring || (recurring.problem === 'limit_reached' && recurring.problem_date === date)) return
  const problem = { problem: 'limit_reached', problem_date: date, problem_reason: '' } as const
  await store.setProgress(tx.db, tx.accountId, id, problem)
  await tell(tx, recurring, { kind: 'limit_reached', date, reason: '' })
}

async function leaveOut(tx: Context, id: number, date: DateOnly, reason: string): Promise<void> {
  const recurring = await lockAt(tx, id, date)
  if (!recurring) return
  await setDone(tx, recurring, date, 'not_made', reason)
  await tell(tx, recurring, { kind: 'not_made', date, reason })
}

/** Until the freelancer resumes it. */
async function pause(
  tx: Context,
  recurring: store.StoredRecurringInvoice,
  date: DateOnly,
  reason: string,
): Promise<void> {
  await setDone(tx, recurring, date, 'not_made', reason)
  await store.updateRecurringInvoice(tx.db, tx.accountId, recurring.id, { is_paused: true })
  await tell(tx, recurring, { kind: 'not_made', date, reason: `${reason} The recurring invoice is paused.` })
}

async function tell(
  tx: Context,
  { client_id }: Pick<store.StoredRecurringInvoice, 'client_id'>,
  problem: NonNullable<RecurringInvoice['problem']>,
  invoiceNumber?: string,
): Promise<void> {
  const { name } = await getClient(tx, client_id)
  await mailFreelancer(tx, problemNotice(name, problem, invoiceNumber), {
    footer: PROBLEM_FOOTER,
    clientId: client_id,
  })
}

/**
 * Sends an invoice that was made, unless the freelancer was faster. One that cannot be sent stays a draft; at the limit of
 * mails, until there is room.
 */
export const sendRecurringInvoice = defineJob({
  name: 'send-recurring-invoice',
  data: z.object({ id: z.int(), invoice_id: z.int(), date: z.string() }),
  external: true,
  run: async (ctx, made) => {
    try {
      await inTransaction(ctx, async (tx) => {
        await sendDraft(tx, made.invoice_id)
        await clearNotSent(tx, made)
      })
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      await inTransaction(ctx, (tx) =>
        error instanceof MailLimitReached ? sendLater(tx, made, error) : leaveDraft(tx, made, error),
      )
    }
  },
})

interface MadeInvoice {
  /** Id of the recurring invoice. */
  id: number
  invoice_id: number
  date: DateOnly
}

async function sendDraft(tx: Context, invoiceId: number): Promise<void> {
  const invoice = await tryLockInvoice(tx, invoiceId)
  if (invoice?.status === 'draft' && invoice.sent_at === null)
    await sendInvoice(tx, invoiceId, SendInput.parse({}))
}

async function clearNotSent(tx: Context, { id, date }: MadeInvoice): Promise<void> {
  const recurring = await store.lockRecurringInvoice(tx.db, tx.accountId, id)
  if (recurring?.problem === 'not_sent' && recurring.problem_date === date)
    await store.setProgress(tx.db, tx.accountId, id, NO_PROBLEM)
}

async function sendLater(tx: Context, made: MadeInvoice, { limit, endsAt }: MailLimitReached): Promise<void> {
  await noteNotSent(tx, made, `${limit} Daybook sends it as soon as there is room.`)
  await enqueue(tx, sendRecurringInvoice, made, { startAfter: endsAt })
}

async function leaveDraft(tx: Context, made: MadeInvoice, error: HttpError): Promise<void> {
  const reason = reasonOf(error)
  const invoice = await findInvoice(tx, made.invoice_id)
  const recurring = invoice && (await noteNotSent(tx, made, reason))
  if (recurring)
    await tell(tx, recurring, { kind: 'not_sent', date: made.date, reason }, invoice.invoice_number)
}

/** Returns the recurring invoice, if it is still there. */
async function noteNotSent(tx: Context, { id, date }: MadeInvoice, reason: string) {
  const recurring = await store.lockRecurringInvoice(tx.db, tx.accountId, id)
  const problem = { problem: 'not_sent', problem_date: date, problem_reason: reason } as const
  // The limit is more important, and stays what the dashboard shows.
  if (recurring && recurring.problem !== 'limit_reached')
    await store.setProgress(tx.db, tx.accountId, id, problem)
  return recurring
}
