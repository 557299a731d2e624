import { formatInstantDate } from '#core/format.ts'
import type { LateInvoice } from '#features/billing/invoices/contract/list.ts'
import { QUIET_DAYS } from './reminders.ts'

/** Next steps for a late invoice. `answer`: the client has requested changes. */
export type LateStep = 'remind' | 'call' | 'record_payment' | 'answer'

type Late = Pick<
  LateInvoice,
  'client_phone' | 'client_has_email' | 'approval_status' | 'reminders_count' | 'reminded_at' | 'said_paid_on'
>

/** After so many reminders, a call is more likely to help than another one. */
const REMINDERS_BEFORE_CALL = 2

/** Decides on the next step. */
export function lateStep(late: Late, now: Date): LateStep {
  if (late.said_paid_on) return 'record_payment'
  if (late.approval_status === 'rejected') return 'answer'
  if (late.reminded_at && now.getTime() - late.reminded_at.getTime() < QUIET_DAYS * 86_400_000)
    return 'record_payment'
  if (late.client_phone && (!late.client_has_email || late.reminders_count >= REMINDERS_BEFORE_CALL))
    return 'call'
  return late.client_has_email ? 'remind' : 'record_payment'
}

/** Describes the reminders so far: "Reminded twice, last on Nov 12, 2026" */
export function describeReminders(
  { reminders_count: count, reminded_at }: Pick<LateInvoice, 'reminders_count' | 'reminded_at'>,
  dayOf: (instant: Date) => string = formatInstantDate,
): string {
  if (!reminded_at) return 'Not reminded yet'
  const times = count === 1 ? '' : count === 2 ? ' twice, last' : ` ${count} times, last`
  return `Reminded${times} on ${dayOf(reminded_at)}`
}
