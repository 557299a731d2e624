import type { z } from 'zod'
import { formatCount, formatDecimalHours, formatMoney } from '#core/format.ts'
import { truncate } from '#core/text.ts'
import type { Activity, ActivityType } from '../contract.ts'
import type { EventType, RecordedEvent, SpentAmount } from './events.ts'

export interface StoredActivity {
  type: EventType
  /** The event without its type; null once the client that it named was removed. */
  data: object | null
  /** The current text of the comment that it is about, if any. */
  comment: string | null
}

export const REMOVED_CLIENT = 'A removed client'

/** An activity as the freelancer reads it. */
export function describeActivity(
  { type, data, comment }: StoredActivity,
  locale?: string,
): Pick<Activity, 'type' | 'title' | 'description'> {
  const event = { ...data, type } as RecordedEvent
  return {
    type: categoryOf(event.type),
    title: TITLES[event.type],
    description: data ? describeEvent(event, comment, locale) : REMOVED_CLIENT,
  }
}

/** The time that was logged, if the activity is about that. */
export function loggedTime({ type, data }: Pick<StoredActivity, 'type' | 'data'>): Pick<Activity, 'logged'> {
  const event = { ...data, type } as RecordedEvent
  if (!data || event.type !== 'time_entry.created') return {}
  const { project, time_entry } = event
  return { logged: { project_id: project.id ?? null, project_name: project.name, hours: time_entry.hours } }
}

type Noun = EventType extends `${infer Prefix}.${string}` ? Prefix : never

const CATEGORIES: Record<Noun, ActivityType> = {
  account: 'other',
  client: 'client',
  comment: 'project',
  contact: 'client',
  deliverable: 'project',
  expense: 'expense',
  invoice: 'invoice',
  milestone: 'project',
  portal_link: 'client',
  project: 'project',
  import: 'other',
  recurring_expense: 'expense',
  reminders: 'other',
  recurring_invoice: 'invoice',
  subscription: 'other',
  time_entry: 'time',
  time_entries: 'time',
}

const categoryOf = (type: EventType): ActivityType => CATEGORIES[type.split('.')[0] as Noun]

const TITLES: Record<EventType, string> = {
  'account.updated': 'Account updated',
  'client.created': 'Client added',
  'client.updated': 'Client updated',
  'client.archived': 'Client archived',
  'client.restored': 'Client restored',
  'client.unsubscribed': 'Client unsubscribed from emails',
  'client.resubscribed': 'Client wants emails again',
  'client.removed': 'Client removed',
  'contact.created': 'Contact added',
  'contact.updated': 'Contact updated',
  'contact.removed': 'Contact removed',
  'contact.restored': 'Contact restored',
  'contact.address_requested': 'New email address requested by client',
  'contact.details_changed': 'Contact details changed by client',
  'comment.added': 'Comment added',
  'comment.received': 'Client commented',
  'deliverable.created': 'Deliverable added',
  'deliverable.updated': 'Deliverable updated',
  'deliverable.deleted': 'Deliverable deleted',
  'deliverable.restored': 'Deliverable restored',
  'deliverable.submitted': 'Deliverable submitted',
  'deliverable.approved': 'Deliverable approved',
  'deliverable.changes_requested': 'Changes requested',
  'expense.created': 'Expense added',
  'expense.updated': 'Expense updated',
  'expense.deleted': 'Expense deleted',
  'expense.restored': 'Expense restored',
  'invoice.created': 'Invoice created',
  'invoice.updated': 'Invoice updated',
  'invoice.deleted': 'Invoice deleted',
  'invoice.restored': 'Invoice restored',
  'invoice.sent': 'Invoice sent',
  'invoice.scheduled': 'Invoice scheduled',
  'invoice.schedule_cancelled': 'Scheduled sending cancelled',
  'invoice.not_sent': 'Scheduled invoice not sent',
  'invoice.reminded': 'Reminder sent',
  'invoice.paid_notice_received': 'Client says invoice is paid',
  'invoice.approved': 'Invoice approved',
  'invoice.changes_requested': 'Invoice changes requested',
  'invoice.line_explained': 'Invoice line explained',
  'invoice.requests_answered': 'Client asked about answered lines',
  'invoice.marked_draft': 'Invoice marked as draft',
  'invoice.marked_sent': 'Invoice marked as sent',
  'invoice.marked_paid': 'Invoice marked as paid',
  'invoice.marked_overdue': 'Invoice marked as overdue',
  'invoice.marked_cancelled': 'Invoice marked as cancelled',
  'invoice.item_added': 'Invoice item added',
  'invoice.item_updated': 'Invoice item updated',
  'invoice.item_deleted': 'Invoice item deleted',
  'invoice.item_restored': 'Invoice item restored',
  'invoice.payment_recorded': 'Payment recorded',
  'invoice.payment_removed': 'Payment removed',
  'invoice.payment_restored': 'Payment restored',
  'invoice.payment_received': 'Payment received',
  'invoice.payment_refunded': 'Payment refunded',
  'invoice.payment_disputed': 'Payment disputed',
  'invoice.payment_failed': 'Payment failed',
  'invoice.dispute_won': 'Dispute won',
  'invoice.written_off': 'Written off',
  'invoice.credit_used': 'Paid with credit',
  'invoice.entry_removed': 'Entry of the ledger removed',
  'invoice.credit_drafted': 'Credit note drafted',
  'invoice.credit_deleted': 'Credit note deleted',
  'invoice.credit_restored': 'Credit note restored',
  'invoice.credited': 'Credit note sent',
  'invoice.corrected': 'Invoice corrected',
  'milestone.created': 'Milestone added',
  'milestone.updated': 'Milestone updated',
  'milestone.completed': 'Milestone completed',
  'milestone.deleted': 'Milestone deleted',
  'milestone.restored': 'Milestone restored',
  'portal_link.created': 'Portal link created',
  'portal_link.renewed': 'Portal link renewed',
  'portal_link.revoked': 'Portal link revoked',
  'portal_link.mailed': 'Portal link mailed',
  'project.created': 'Project created',
  'project.updated': 'Project updated',
  'project.cancelled': 'Project cancelled',
  'project.removed': 'Project removed',
  'project.restored': 'Project restored',
  'import.finished': 'Import finished',
  'import.undone': 'Import undone',
  'recurring_expense.created': 'Recurring expense added',
  'recurring_expense.updated': 'Recurring expense updated',
  'recurring_expense.paused': 'Recurring expense paused',
  'recurring_expense.resumed': 'Recurring expense resumed',
  'recurring_expense.deleted': 'Recurring expense deleted',
  'recurring_expense.restored': 'Recurring expense restored',
  'reminders.updated': 'Reminders updated',
  'recurring_invoice.created': 'Recurring invoice added',
  'recurring_invoice.updated': 'Recurring invoice updated',
  'recurring_invoice.paused': 'Recurring invoice paused',
  'recurring_invoice.resumed': 'Recurring invoice resumed',
  'recurring_invoice.deleted': 'Recurring invoice deleted',
  'recurring_invoice.restored': 'Recurring invoice restored',
  'subscription.changed': 'Subscription changed',
  'subscription.scheduled': 'Subscription changed',
  'subscription.canceled': 'Subscription changed',
  'subscription.payment_failed': 'Subscription changed',
  'time_entry.created': 'Time logged',
  'time_entry.updated': 'Time entry updated',
  'time_entry.deleted': 'Time entry deleted',
  'time_entry.restored': 'Time entry restored',
  'time_entries.updated': 'Time entries updated',
  'time_entries.deleted': 'Time entries deleted',
  'time_entries.restored': 'Time entries restored',
}

const DETAILS = { name: 'name', email: 'email', phone: 'phone', locale: 'dates and amounts' } as const

const describeTimeEntries = (count: number, locale?: string): string =>
  count === 1 ? '1 time entry' : `${formatCount(count, locale)} time entries`

function describeEvent(event: RecordedEvent, comment: string | null, locale?: string): string {
  switch (event.type) {
    case 'time_entries.updated':
    case 'time_entries.deleted':
    case 'time_entries.restored':
      return `${describeTimeEntries(event.count, locale)}, ${formatDecimalHours(event.hours, locale)} h`
    case 'account.updated':
      return event.name
    case 'client.removed':
      return 'Name and details deleted'
    case 'contact.address_requested':
      return `${event.client.name}: waits for confirmation`
    case 'contact.details_changed':
      return `${event.client.name}: ${event.fields.map((field) => DETAILS[field]).join(', ')}`
    case 'comment.added':
      return describeComment(truncate(event.project.name, MAX_NAME_LENGTH), comment)
    case 'comment.received':
      return describeComment(
        `${truncate(event.client.name, MAX_NAME_LENGTH)} on ${truncate(event.project.name, MAX_NAME_LENGTH)}`,
        comment,
      )
    case 'deliverable.submitted': {
      const { title, version } = event.deliverable
      return `${version > 1 ? `${title}, version ${version}` : title} – ${event.project.name}`
    }
    case 'deliverable.approved':
    case 'deliverable.changes_requested': {
      const { title, version } = event.deliverable
      return `${event.client.name}: ${title}, version ${version} – ${event.project.name}`
    }
    case 'import.finished':
    case 'import.undone':
      return event.import.file_name
    case 'reminders.updated':
      return 'For unpaid invoices and payments'
    case 'subscription.changed':
      return `The plan is now ${event.plan}`
    case 'subscription.scheduled':
      return `${event.plan} was bought, and begins when the trial ends`
    case 'subscription.canceled':
      return `${event.plan} was canceled, and stays until it ends`
    case 'subscription.payment_failed':
      return `A payment for ${event.plan} failed`
  }
  if ('deliverable' in event) return `${event.deliverable.title} – ${event.project.name}`
  if ('milestone' in event) return `${event.milestone.title} – ${event.project.name}`
  if ('time_entry' in event) {
    return `${formatDecimalHours(event.time_entry.hours, locale)} h on ${event.project.name}`
  }
  if ('expense' in event) return describeSpent(event.expense, locale)
  if ('recurring_expense' in event) return describeSpent(event.recurring_expense, locale)
  if ('invoice' in event) return `${event.invoice.invoice_number} for ${event.invoice.client_name}`
  return 'project' in event ? event.project.name : event.client.name
}

const describeSpent = (
  { description, amount, currency }: Omit<z.output<typeof SpentAmount>, 'id'>,
  locale?: string,
): string => `${description}, ${formatMoney(amount, currency, locale)}`

const MAX_NAME_LENGTH = 40

const MAX_COMMENT_LENGTH = 200

const describeComment = (place: string, comment: string | null): string =>
  truncate((comment === null ? place : `${place}: ${comment}`).replace(/\s+/g, ' '), MAX_COMMENT_LENGTH)
