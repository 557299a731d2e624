import { z } from 'zod'
import type { ActivitySubject } from '../contract.ts'

const Named = z.object({ id: z.int(), name: z.string() })

const Titled = z.object({ id: z.int(), title: z.string() })

const OneVersion = Titled.extend({ version: z.int() })

export const SpentAmount = z.object({
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
      'invoice.scheduled',
      'invoice.schedule_cancelled',
      'invoice.not_sent',
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
      'invoice.written_off',
      'invoice.credit_used',
      'invoice.entry_removed',
      'invoice.credit_drafted',
      'invoice.credit_deleted',
      'invoice.credit_restored',
      'invoice.credited',
      'invoice.corrected',
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

export type EventType = ActivityEvent['type']

type WithoutRequiredId<Value> = Value extends { id: number }
  ? Omit<Value, 'id'> & { id?: number | undefined }
  : Value

type Recorded<Event> = Event extends { type: EventType }
  ? { [Key in keyof Event]: WithoutRequiredId<Event[Key]> }
  : never

/** A stored event. Those of the demo lack ids. */
export type RecordedEvent = Recorded<ActivityEvent>

/** The subject of an event, if it has a page. */
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
