import { z } from 'zod'
import { instantIn } from '#core/calendar.ts'
import type { IfMatch } from '#core/endpoint.ts'
import {
  getInvoice,
  type LockedInvoice,
  lockInvoice,
  record,
  refuse,
  tryLockInvoice,
} from '#features/billing/invoices/actions/invoice.ts'
import { findRecipient } from '#features/billing/invoices/actions/recipient.ts'
import {
  postponeSchedule,
  setSchedule,
  setScheduleProblem,
} from '#features/billing/invoices/actions/schedule.ts'
import { requireValued } from '#features/billing/invoices/actions/totals.ts'
import type { Invoice } from '#features/billing/invoices/contract/invoice.ts'
import { isDueToSend, scheduleProblem } from '#features/billing/invoices/rules/schedule.ts'
import {
  MailLimitReached,
  mailFreelancer,
  requireMailable,
} from '#features/engagement/notifications/actions/mails.ts'
import { type Context, inTransaction } from '#server/context.ts'
import { Conflict, HttpError, reasonOf } from '#server/errors.ts'
import { defineJob } from '#server/jobs/job.ts'
import { type ScheduleInput, SendInput } from '../contract/sending.ts'
import { NOT_SENT_FOOTER, notSentNotice } from '../document.ts'
import { EMPTY_SUBJECT, hasSubject } from '../rules/mails.ts'
import { sendInvoice } from './sending.ts'

/** Sends a draft later, as it is then. What would keep it from being sent now is refused now. */
export function scheduleInvoice(
  ctx: Context,
  id: number,
  { date, time, ...mail }: ScheduleInput,
  ifMatch: IfMatch = null,
): Promise<Invoice> {
  return inTransaction(ctx, async (tx) => {
    const draft = await lockInvoice(tx, id, ifMatch)
    if (draft.status !== 'draft') throw new Conflict('Only a draft can be scheduled')
    const at = instantIn(tx.timeZone, date, time)
    const problem = scheduleProblem(at, tx.now)
    if (problem) refuse('date', problem)
    requireValued(tx, draft)
    requireItems(await getInvoice(tx, id))
    const client = await findRecipient(tx, draft.client_id)
    requireMailable(tx, { ...client, email: mail.to ?? client.email }, 'send it yourself')
    if (mail.subject !== undefined && !hasSubject(mail.subject)) refuse('subject', EMPTY_SUBJECT)
    await setSchedule(tx, id, { at, mail })
    await record(tx, 'invoice.scheduled', draft)
    return getInvoice(tx, id)
  })
}

/** Sent without a look at it, it would ask for nothing. */
function requireItems({ items }: Pick<Invoice, 'items'>): void {
  if (items.length === 0) throw new Conflict('This invoice has no items yet. Add some before it is sent.')
}

export function cancelSchedule(ctx: Context, id: number, ifMatch: IfMatch = null): Promise<Invoice> {
  return inTransaction(ctx, async (tx) => {
    const draft = await lockInvoice(tx, id, ifMatch)
    if (draft.scheduled_for === null) return getInvoice(tx, id)
    await setSchedule(tx, id, null)
    await record(tx, 'invoice.schedule_cancelled', draft)
    return getInvoice(tx, id)
  })
}

/**
 * Sends a draft whose time has come. That and the end of its schedule are one transaction, so it goes once, however many
 * servers try.
 */
export const sendScheduledInvoice = defineJob({
  name: 'send-scheduled-invoice',
  data: z.object({ invoiceId: z.int() }),
  external: true,
  run: async (ctx, { invoiceId }) => {
    try {
      await inTransaction(ctx, (tx) => sendIfDue(tx, invoiceId))
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      await inTransaction(ctx, (tx) => leaveDraft(tx, invoiceId, error))
    }
  },
})

/** Undefined if it was deleted, sent, cancelled or put off meanwhile. */
async function lockDue(tx: Context, id: number): Promise<LockedInvoice | undefined> {
  const draft = await tryLockInvoice(tx, id)
  return draft && isDueToSend(draft, tx.now) ? draft : undefined
}

async function sendIfDue(tx: Context, id: number): Promise<void> {
  if (!(await lockDue(tx, id))) return
  const { items, scheduled_mail } = await getInvoice(tx, id)
  requireItems({ items })
  await sendInvoice(tx, id, SendInput.parse(scheduled_mail ?? {}))
}

/** At a limit of mails it goes as soon as that allows it. With any other problem it waits for the freelancer. */
async function leaveDraft(tx: Context, id: number, error: HttpError): Promise<void> {
  const draft = await lockDue(tx, id)
  if (!draft) return
  if (error instanceof MailLimitReached) return postponeSchedule(tx, id, error.endsAt)
  const reason = reasonOf(error)
  await setScheduleProblem(tx, id, reason)
  await record(tx, 'invoice.not_sent', draft)
  await mailFreelancer(tx, notSentNotice(draft, reason), {
    footer: NOT_SENT_FOOTER,
    clientId: draft.client_id,
  })
}
