import { z } from 'zod'
import { formatCount, formatHundredths, formatMoney } from '#core/format.ts'
import { truncate } from '#core/text.ts'
import type { Activity, ActivitySubject, ActivityType } from './contract.ts'

const Named = z.object({ id: z.int(), name: z.string() })
const Titled = z.object({ id: z.int(), title: z.string() })
const OneVersion = Titled.extend({ version: z.int() })

const SpentAmount = z.object({
  id: z.int(),
  description: z.string(),
  amount: z.int(),
  currency: z.string(),
})

/** Every type of event, with names and amounts as they were then. A comment's text is read from the comment itself. */
export const ActivityEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('account.updated'), name: z.string() }),
  z.object({
    type: z.literal([
      'client.created',
      'client.updated',
      'client.archived',
      'client.restored',
      'client.unsubscribed',
      'client.resubscribed',
    ]),
    client: Named,
  }),
  z.object({ type: z.literal('client.removed') }),
  z.object({
    type: z.literal(['contact.created', 'contact.updated', 'contact.removed', 'contact.restored']),
    client: Named,
  }),
  /** Under the name of the person whose address it is. */
  z.object({ type: z.literal('contact.address_requested'), client: Named }),
  z.object({
    type: z.literal('contact.details_changed'),
    /** Under the name of the person who changed them. */
    client: Named,
    fields: z.array(z.enum(['name', 'email', 'phone', 'locale'])),
  }),
  z.object({
    type: z.literal('comment.added'),
    comment: z.object({ id: z.int() }),
    project: Named,
  }),
  z.object({
    type: z.literal('comment.received'),
    comment: z.object({ id: z.int() }),
    project: Named,
    client: Named,
  }),
  z.object({
    type: z.literal([
      'deliverable.created',
      'deliverable.updated',
      'deliverable.deleted',
      'deliverable.restored',
    ]),
    deliverable: Titled,
    project: Named,
  }),
  z.object({ type: z.literal('deliverable.submitted'), deliverable: OneVersion, project: Named }),
  z.object({
    type: z.literal(['deliverable.approved', 'deliverable.changes_requested']),
    deliverable: OneVersion,
    project: Named,
    client: Named,
  }),
  z.object({
    type: z.literal(['expense.created', 'expense.updated', 'expense.deleted', 'expense.restored']),
    expense: SpentAmount,
  }),
  z.object({
    type: z.literal(['import.finished', 'import.undone']),
    import: z.object({ id: z.int(), file_name: z.string() }),
  }),
  z.object({
    type: z.literal([
      'invoice.created',
      'invoice.updated',
      'invoice.deleted',
      'invoice.restored',
      'invoice.sent',
      'invoice.reminded',
      'invoice.paid_notice_received',
      'invoice.approved',
      'invoice.changes_requested',
      'invoice.line_explained',
      'invoice.requests_answered',
      'invoice.marked_draft',
      'invoice.marked_sent',
      'invoice.marked_paid',
      'invoice.marked_overdue',
      'invoice.marked_cancelled',
      'invoice.item_added',
      'invoice.item_updated',
      'invoice.item_deleted',
      'invoice.item_restored',
      'invoice.payment_recorded',
      'invoice.payment_removed',
      'invoice.payment_restored',
      'invoice.payment_received',
      'invoice.payment_refunded',
      'invoice.payment_disputed',
      'invoice.payment_failed',
      'invoice.dispute_won',
    ]),
    invoice: z.object({ id: z.int(), invoice_number: z.string(), client_name: z.string() }),
  }),
  z.object({
    type: z.literal([
      'milestone.created',
      'milestone.updated',
      'milestone.completed',
      'milestone.deleted',
      'milestone.restored',
    ]),
    milestone: Titled,
    project: Named,
  }),
  z.object({
    type: z.literal([
      'portal_link.created',
      'portal_link.renewed',
      'portal_link.revoked',
      'portal_link.mailed',
    ]),
    client: Named,
  }),
  z.object({
    type: z.literal([
      'project.created',
      'project.updated',
      'project.cancelled',
      'project.removed',
      'project.restored',
    ]),
    project: Named,
  }),
  z.object({
    type: z.literal([
      'recurring_expense.created',
      'recurring_expense.updated',
      'recurring_expense.paused',
      'recurring_expense.resumed',
      'recurring_expense.deleted',
      'recurring_expense.restored',
    ]),
    recurring_expense: SpentAmount,
  }),
  z.object({ type: z.literal('reminders.updated') }),
  z.object({
    type: z.literal([
      'recurring_invoice.created',
      'recurring_invoice.updated',
      'recurring_invoice.paused',
      'recurring_invoice.resumed',
      'recurring_invoice.deleted',
      'recurring_invoice.restored',
    ]),
    client: Named,
  }),
  z.object({
    type: z.literal([
      'subscription.changed',
      'subscription.scheduled',
      'subscription.canceled',
      'subscription.payment_failed',
    ]),
    plan: z.string(),
  }),
  z.object({
    type: z.literal([
      'time_entry.created',
      'time_entry.updated',
      'time_entry.deleted',
      'time_entry.restored',
    ]),
    time_entry: z.object({ id: z.int(), hours: z.int() }),
    project: Named,
  }),
  z.object({
    type: z.literal(['time_entries.updated', 'time_entries.deleted', 'time_entries.restored']),
    count: z.int(),
    hours: z.int(),
  }),
])
export type ActivityEvent = z.output<typeof ActivityEvent>

type EventType = ActivityEvent['type']

type WithoutRequiredId<Value> = Value extends { id: number }
  ? Omit<Value, 'id'> & { id?: number | undefined }
  : Value

type Recorded<Event> = Event extends { type: EventType }
  ? { [Key in keyof Event]: WithoutRequiredId<Event[Key]> }
  : never

/** A stored event. Those written before events had ids lack them. */
export type RecordedEvent = Recorded<ActivityEvent>

/** A row from before events had types that the migration did not recognize. */
interface LegacyEvent {
  type: 'legacy'
  category: ActivityType
  title: string
  description: string
}

export type StoredEventType = EventType | LegacyEvent['type']

export interface StoredActivity {
  type: StoredEventType
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
  const event = { ...data, type } as RecordedEvent | LegacyEvent
  if (event.type === 'legacy') {
    return { type: event.category, title: event.title, description: event.description }
  }
  return {
    type: categoryOf(event.type),
    title: TITLES[event.type],
    description: data ? describeEvent(event, comment, locale) : REMOVED_CLIENT,
  }
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
      return `${describeTimeEntries(event.count, locale)}, ${formatHundredths(event.hours, locale)} h`
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
    return `${formatHundredths(event.time_entry.hours, locale)} h on ${event.project.name}`
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

/** What an event is about, if that has a page. */
export function subjectOf(event: ActivityEvent): ActivitySubject | null {
  if ('comment' in event) return { type: 'project_comments', id: event.project.id }
  if ('deliverable' in event) return { type: 'project_deliverables', id: event.project.id }
  if ('milestone' in event) return { type: 'project_milestones', id: event.project.id }
  if ('time_entry' in event) return { type: 'time_entry', id: event.time_entry.id }
  if ('expense' in event) return { type: 'expense', id: event.expense.id }
  if ('invoice' in event) return { type: 'invoice', id: event.invoice.id }
  if ('project' in event) return { type: 'project', id: event.project.id }
  return 'client' in event ? { type: 'client', id: event.client.id } : null
}
