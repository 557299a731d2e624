import { addDays, type DateOnly, dateIn, daysBetween, monthOf } from '#core/calendar.ts'
import {
  countOf,
  formatDayBefore,
  formatMoney,
  formatMonthBefore,
  formatTime,
  formatWeekday,
} from '#core/format.ts'
import type { ApprovalProblem } from '#features/billing/invoice-on-approval/contract.ts'
import { problemTitle } from '#features/billing/invoice-on-approval/rules.ts'
import type { LateInvoice } from '#features/billing/invoices/contract/list.ts'
import { describeDelay } from '#features/billing/invoices/rules/late.ts'
import { describeReminders } from '#features/billing/sending/rules/late-step.ts'
import { UNNUMBERED } from '#features/foundation/business/rules.ts'
import { billPath, invoicePath } from '#features/work/billing-status/rules.ts'
import { durationText } from '#features/work/timer/rules/clock.ts'
import { LONG_MILLISECONDS } from '#features/work/timer/rules/limits.ts'
import type {
  Attention,
  ChangeRequest,
  UnbilledClient,
  UnreadComments,
  WaitingDraft,
  WaitingForApproval,
} from './contract.ts'

/** Unbilled work of one project, with its client. */
interface ClientSum {
  client_id: number
  client_name: string
  currency: string
  count: number
  oldest: DateOnly
  time_count: number
  expenses_count: number
  time_amount: number
  expenses_amount: number
  fees_amount: number
}

/** Adds up the projects of each client; the client with the oldest work first. */
export const unbilledByClient = (sums: readonly ClientSum[]): UnbilledClient[] =>
  [...Map.groupBy(sums, ({ client_id }) => client_id).values()].map(toUnbilledClient).toSorted(byOldest)

function toUnbilledClient(sums: readonly ClientSum[]): UnbilledClient {
  const add = (value: (sum: ClientSum) => number, of = sums) =>
    of.reduce((total, sum) => total + value(sum), 0)
  const [time_count, expenses_count] = [add((sum) => sum.time_count), add((sum) => sum.expenses_count)]
  return {
    client_id: sums[0]?.client_id ?? 0,
    client_name: sums[0]?.client_name ?? '',
    oldest: sums.map(({ oldest }) => oldest).toSorted()[0] ?? '',
    time_count,
    expenses_count,
    fees_count: add(({ count }) => count) - time_count - expenses_count,
    sums: [...Map.groupBy(sums, ({ currency }) => currency)].map(([currency, of]) => ({
      currency,
      amount: add((sum) => sum.time_amount + sum.expenses_amount + sum.fees_amount, of),
    })),
  }
}

const byOldest = (a: UnbilledClient, b: UnbilledClient): number =>
  a.oldest.localeCompare(b.oldest) || a.client_id - b.client_id

export interface AttentionRow {
  key: string
  /** Red is late, yellow waits for the freelancer, blue is worth a look. */
  tone: 'red' | 'yellow' | 'blue'
  /** The fact. */
  title: string
  detail: string
  amount: string
  action: AttentionAction
}

export type AttentionAction =
  | { kind: 'late'; invoice: LateInvoice }
  | { kind: 'stop_timer' }
  /** `about` completes the label for those who do not see the row. */
  | { kind: 'link'; label: string; about: string; to: string }

interface Present {
  today: DateOnly
  timeZone: string
}

/** All rows, the most urgent first. */
export function attentionRows(attention: Attention, present: Present): AttentionRow[] {
  const changes = new Map(
    attention.changes.filter(({ kind }) => kind === 'invoice').map((change) => [change.id, change]),
  )
  const late = new Set(attention.late.map(({ id }) => id))
  return [
    ...attention.late.map((invoice) => {
      const change = changes.get(invoice.id)
      return change ? lateChangeRow(change, invoice, present) : lateRow(invoice, present)
    }),
    ...attention.changes.filter(({ kind, id }) => kind !== 'invoice' || !late.has(id)).map(changeRow),
    ...attention.said_paid.map((invoice) => saidPaidRow(invoice, present)),
    ...attention.problems.map(problemRow),
    ...attention.comments.map(commentRow),
    ...attention.unbilled.map((client) => unbilledRow(client, present)),
    ...attention.drafts.map((draft) => draftRow(draft, present)),
    ...attention.waiting.map((waiting) => waitingRow(waiting, present)),
  ]
}

const joined = (...parts: (string | false | null)[]): string => parts.filter(Boolean).join(' · ')

const quoted = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim()
  return line && `“${line}”`
}

const sentName = (number: string): string => (number === UNNUMBERED ? 'the proposal' : number)

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
const uncapitalized = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)

const dayOf = (instant: Date, { today, timeZone }: Present): string =>
  formatDayBefore(dateIn(timeZone, instant), today)

const lateRow = (invoice: LateInvoice, present: Present): AttentionRow => ({
  key: `late ${invoice.id}`,
  tone: 'red',
  title: `${capitalized(sentName(invoice.invoice_number))} is ${uncapitalized(describeDelay(invoice.due_date, present.today))}`,
  detail: joined(
    invoice.client_name,
    invoice.said_paid_on
      ? `paid on ${formatDayBefore(invoice.said_paid_on, present.today)}, says the client`
      : uncapitalized(describeReminders(invoice, (instant) => dayOf(instant, present))),
    invoice.seen_at && `opened on ${dayOf(invoice.seen_at, present)}`,
  ),
  amount: formatMoney(invoice.balance, invoice.currency),
  action: { kind: 'late', invoice },
})

const changeRow = (change: ChangeRequest): AttentionRow => {
  const { kind, id, name, version, project_id, client_name, note, lines, amount, currency } = change
  const isInvoice = kind === 'invoice'
  const subject = isInvoice ? sentName(name) : `${name}, version ${version}`
  return {
    key: `change ${kind} ${id}`,
    tone: 'yellow',
    title: isInvoice
      ? `${client_name} wants a change on ${subject}`
      : `${client_name} wants changes to ${subject}`,
    detail: joined(quoted(note), lines > 1 && `and on ${countOf(lines - 1, 'more line')}`),
    amount: amount === null ? '' : formatMoney(amount, currency),
    action: {
      kind: 'link',
      label: isInvoice ? 'Answer' : 'Open',
      about: isInvoice ? `${client_name} about ${subject}` : subject,
      to: isInvoice ? invoicePath({ id }) : `/projects/${project_id}?tab=deliverables`,
    },
  }
}

const lateChangeRow = (change: ChangeRequest, invoice: LateInvoice, { today }: Present): AttentionRow => {
  const row = changeRow(change)
  const delay = uncapitalized(describeDelay(invoice.due_date, today))
  return { ...row, tone: 'red', detail: joined(row.detail, delay) }
}

const saidPaidRow = (invoice: LateInvoice, { today }: Present): AttentionRow => {
  const { id, client_name, said_paid_on, balance, currency } = invoice
  const name = sentName(invoice.invoice_number)
  return {
    key: `paid ${id}`,
    tone: 'yellow',
    title: `${client_name} says ${name} is paid`,
    detail: said_paid_on ? `paid on ${formatDayBefore(said_paid_on, today)}, not recorded yet` : '',
    amount: formatMoney(balance, currency),
    action: {
      kind: 'link',
      label: 'Record payment',
      about: `from ${client_name}`,
      to: `${invoicePath({ id })}&step=pay`,
    },
  }
}

const problemRow = (problem: ApprovalProblem): AttentionRow => {
  const { deliverable_id, title, reason, fee, currency, invoice, client_id, project_id } = problem
  return {
    key: `problem ${deliverable_id}`,
    tone: 'yellow',
    title: problemTitle(problem),
    detail: reason,
    amount: fee === null ? '' : formatMoney(fee, currency),
    action: invoice
      ? { kind: 'link', label: 'Open', about: `the invoice for ${title}`, to: invoicePath(invoice) }
      : {
          kind: 'link',
          label: 'Bill',
          about: title,
          to: billPath({ client: client_id, project: project_id }),
        },
  }
}

const commentRow = (comments: UnreadComments): AttentionRow => {
  const { project_id, project_name, author_name, content, on_deliverable, count } = comments
  return {
    key: `comments ${project_id}`,
    tone: 'yellow',
    title: `${author_name} commented on ${project_name}`,
    detail: joined(quoted(content), count > 1 && `and ${countOf(count - 1, 'more comment')}`),
    amount: '',
    action: {
      kind: 'link',
      label: 'Reply',
      about: `to ${author_name} on ${project_name}`,
      to: `/projects/${project_id}?tab=${on_deliverable ? 'deliverables' : 'comments'}`,
    },
  }
}

const unbilledRow = (client: UnbilledClient, { today }: Present): AttentionRow => {
  const { client_id, client_name, oldest, time_count, expenses_count, fees_count, sums } = client
  const lastDay = addDays(monthOf(today).first, -1)
  const month = oldest.slice(0, 7)
  const counts = [
    time_count > 0 && countOf(time_count, 'entry', 'entries'),
    expenses_count > 0 && countOf(expenses_count, 'expense'),
    fees_count > 0 && countOf(fees_count, 'fee'),
  ].filter((count) => count !== false)
  return {
    key: `unbilled ${client_id}`,
    tone: 'blue',
    title:
      month === lastDay.slice(0, 7)
        ? `${client_name}: ${formatMonthBefore(month, today)} is not billed`
        : `${client_name}: work since ${formatMonthBefore(month, today)} is not billed`,
    detail: `${new Intl.ListFormat('en').format(counts)}, ${time_count + expenses_count + fees_count === 1 ? 'from' : 'oldest'} ${formatDayBefore(oldest, today)}`,
    amount: sums
      .filter(({ amount }) => amount > 0)
      .map(({ amount, currency }) => formatMoney(amount, currency))
      .join(' + '),
    action: {
      kind: 'link',
      label: 'Bill',
      about: client_name,
      to: billPath({ client: client_id, to: lastDay }),
    },
  }
}

const draftRow = (draft: WaitingDraft, { today }: Present): AttentionRow => {
  const { id, client_name, issue_date, currency, total, has_rate, schedule_problem } = draft
  const name = draft.invoice_number === UNNUMBERED ? `The draft for ${client_name}` : draft.invoice_number
  const link = { kind: 'link', to: invoicePath({ id }) } as const
  const row = { key: `draft ${id}`, tone: 'blue', amount: formatMoney(total, currency) } as const
  if (schedule_problem)
    return {
      ...row,
      tone: 'yellow',
      title: `${name} was not sent as scheduled`,
      detail: joined(client_name, schedule_problem),
      action: { ...link, label: 'Review', about: name },
    }
  return has_rate
    ? {
        ...row,
        title: `${name} is ready to send`,
        detail: joined(client_name, `recurring invoice of ${formatDayBefore(issue_date, today)}`),
        action: { ...link, label: 'Review', about: name },
      }
    : {
        ...row,
        title: `${name} has no exchange rate`,
        detail: joined(client_name, `missing from your totals until you add one for ${currency}`),
        action: { ...link, label: 'Add it', about: `to ${name}` },
      }
}

const waitingRow = (waiting: WaitingForApproval, present: Present): AttentionRow => {
  const { kind, id, name, version, project_id, client_name, amount, currency, since, seen_at } = waiting
  const isInvoice = kind === 'invoice'
  const subject = isInvoice ? capitalized(sentName(name)) : `${name}, version ${version}`
  const days = daysBetween(dateIn(present.timeZone, since), present.today)
  const opened = seen_at ? `opened on ${dayOf(seen_at, present)}` : 'not opened'
  const canRemind = isInvoice && waiting.client_has_email
  return {
    key: `waiting ${kind} ${id}`,
    tone: 'blue',
    title: `${subject} waits for approval`,
    detail: joined(client_name, `sent ${countOf(days, 'day')} ago${isInvoice ? `, ${opened}` : ''}`),
    amount: amount === null ? '' : formatMoney(amount, currency),
    action: {
      kind: 'link',
      label: canRemind ? 'Remind' : 'Open',
      about: canRemind ? `${client_name} of ${subject}` : subject,
      to: isInvoice
        ? `${invoicePath({ id })}${canRemind ? '&step=remind' : ''}`
        : `/projects/${project_id}?tab=deliverables`,
    },
  }
}

const HOUR_MS = 3_600_000

/** A timer that was most likely forgotten. */
export function timerRow(
  timer: { started_at: Date; project_name: string | null } | null | undefined,
  now: Date,
  timeZone: string,
): AttentionRow | null {
  if (!timer) return null
  const elapsed = now.getTime() - timer.started_at.getTime()
  if (elapsed <= LONG_MILLISECONDS) return null
  return {
    key: 'timer',
    tone: 'yellow',
    title: `The timer has run for ${durationText(Math.floor(elapsed / HOUR_MS) * HOUR_MS)}`,
    detail: joined(
      timer.project_name,
      `since ${formatTime(timer.started_at, timeZone)} on ${formatWeekday(dateIn(timeZone, timer.started_at))}`,
    ),
    amount: '',
    action: { kind: 'stop_timer' },
  }
}

/** Recurring invoices that the plan has no room for. */
export const limitRow = (count: number): AttentionRow | null =>
  count === 0
    ? null
    : {
        key: 'limit',
        tone: 'yellow',
        title:
          count === 1
            ? 'A recurring invoice was not made: limit reached'
            : `${count} recurring invoices were not made: limit reached`,
        detail: `${count === 1 ? 'It is' : 'They are'} made as soon as your plan has room: next month, or when you upgrade`,
        amount: '',
        action: { kind: 'link', label: 'Show', about: 'recurring invoices', to: '/recurring-invoices' },
      }

/** True if a list may be longer than what was loaded. */
export const isCut = (attention: Attention, most: number): boolean =>
  Object.values(attention).some(({ length }) => length >= most)
