import { addDays, monthOf } from '#core/calendar.ts'
import { unbilledSumsUntil } from '#features/billing/billable-work/actions.ts'
import { openProblems } from '#features/billing/invoice-on-approval/actions.ts'
import { invoicesToFollowUp } from '#features/billing/invoices/actions/invoice.ts'
import type { LateInvoice } from '#features/billing/invoices/contract/list.ts'
import type { Context } from '#server/context.ts'
import type { AsJson } from '#server/database/json.ts'
import { type Attention, MAX_OF_EACH, WAITING_DAYS } from './contract.ts'
import { unbilledByClient } from './rules.ts'
import * as store from './store.ts'

const DAY_MS = 86_400_000

/** Everything that needs the freelancer, of all kinds. */
export async function getAttention(ctx: Context): Promise<Attention> {
  const { db, accountId, today, now } = ctx
  const endOfLastMonth = addDays(monthOf(today).first, -1)
  const found = await store.findAttention(
    db,
    accountId,
    { today, waitingSince: new Date(now.getTime() - WAITING_DAYS * DAY_MS) },
    {
      ...invoicesToFollowUp(ctx),
      problems: openProblems(ctx, MAX_OF_EACH),
      unbilled: unbilledSumsUntil(ctx, endOfLastMonth),
    },
  )
  return {
    ...found,
    late: found.late.map(toLateInvoice),
    said_paid: found.said_paid.map(toLateInvoice),
    changes: found.changes.map((change) => ({ ...change, requested_at: toInstant(change.requested_at) })),
    problems: found.problems.map((problem) => ({ ...problem, noticed_at: new Date(problem.noticed_at) })),
    waiting: found.waiting.map((waiting) => ({
      ...waiting,
      since: new Date(waiting.since),
      seen_at: toInstant(waiting.seen_at),
    })),
    unbilled: unbilledByClient(found.unbilled).slice(0, MAX_OF_EACH),
  }
}

const toInstant = (text: string | null): Date | null => (text === null ? null : new Date(text))

const toLateInvoice = (invoice: AsJson<LateInvoice>): LateInvoice => ({
  ...invoice,
  reminded_at: toInstant(invoice.reminded_at),
  seen_at: toInstant(invoice.seen_at),
})
