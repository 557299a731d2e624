import { addDays, type DateOnly } from '#core/calendar.ts'
import type { MinorUnits } from '#core/money.ts'
import { foldCase } from '#core/text.ts'
import type { Hundredths } from '#core/units.ts'
import { invoiceNumber } from '#features/billing/invoices/rules/status.ts'
import type { ApprovalStatus, Verdict } from '#features/engagement/approvals/contract/decisions.ts'
import type { RecordedEvent } from '#features/foundation/activity/rules/events.ts'
import type { AuthorType } from '#features/work/comments/contract.ts'
import type { DeliverableStatus } from '#features/work/deliverables/contract.ts'
import type { MilestoneStatus } from '#features/work/milestones/contract.ts'
import { type DemoActivity, type DemoBooks, at as itemAt } from './books.ts'
import { PORTAL_CLIENT, REVIEWER } from './clients.ts'
import type { DemoInvoice } from './invoices.ts'
import type { DemoFile } from './pdf.ts'
import { STORIES, type Story } from './stories.ts'
import { type At, byInstant, clockUntil, priceIn } from './units.ts'
import { demoWireframe } from './wireframe.ts'

/**
 * The clients' side of a demo year, the same for the same books. One client decides, through links of its own
 * and of its contacts. Rows refer to each other, and to those of the books, by their index.
 */
export interface DemoPortal {
  milestones: DemoMilestone[]
  deliverables: DemoDeliverable[]
  versions: DemoVersion[]
  comments: DemoComment[]
  approvals: DemoApproval[]
  decisions: DemoDecision[]
  lineRequests: DemoLineRequest[]
  paidNotices: DemoPaidNotice[]
  unread: DemoUnread[]
  activities: DemoActivity[]
}

interface DemoMilestone {
  project: number
  title: string
  description: string
  due_date: DateOnly
  status: MilestoneStatus
  fee: MinorUnits | null
  position: number
  created_at: string
}

interface Content {
  title: string
  description: string
  link_url: string | null
}

interface DemoDeliverable extends Content {
  project: number
  status: DeliverableStatus
  version: number
  fee: MinorUnits | null
  position: number
  created_at: string
}

interface DemoVersion extends Content {
  deliverable: number
  client: number
  version: number
  /** The file of the newest version, also that of the deliverable. */
  file: DemoFile | null
  submitted_at: string
}

interface DemoComment {
  project: number
  client: number
  author_type: AuthorType
  author_name: string
  content: string
  search: string
  is_internal: boolean
  created_at: string
}

interface DemoApproval {
  invoice: number
  approval_status: ApprovalStatus | null
  client_notes: string
  approved_at: string | null
  rejected_at: string | null
  sent_at: string
}

export interface DemoDecision {
  on: { version: number } | { invoice: number }
  /** The contact who decided for the client; null for the client itself. */
  contact: number | null
  decision: Verdict
  feedback: string
  decided_at: string
}

interface DemoLineRequest {
  invoice: number
  item: number
  note: string
  client_name: string
  requested_at: string
}

interface DemoPaidNotice {
  invoice: number
  paid_on: DateOnly
  note: string
  created_at: string
}

interface DemoUnread {
  client: number
  project: number | null
  comment: number | null
  invoice: number | null
  created_at: string
}

/** `person` is who writes to clients; `now` the instant, `today` the day on the account's calendar. */
export function demoPortal(books: DemoBooks, today: DateOnly, now: Date, person: string): DemoPortal {
  const at = clockUntil(now)
  const portal: DemoPortal = {
    milestones: [],
    deliverables: [],
    versions: [],
    comments: [],
    approvals: [],
    decisions: [],
    lineRequests: [],
    paidNotices: [],
    unread: [],
    activities: [],
  }
  for (const story of STORIES) addStory(story, portal, { books, today, at, person })
  addApprovals(portal, books, at)
  addPaidNotice(portal, books, today, at)
  const comments = portal.comments.toSorted(byInstant)
  return {
    ...portal,
    comments,
    unread: unreadOf(comments, portal.paidNotices, books),
    decisions: portal.decisions.toSorted((a, b) => compare(a.decided_at, b.decided_at)),
  }
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

interface Surroundings {
  books: DemoBooks
  today: DateOnly
  at: At
  person: string
}

function addStory(story: Story, portal: DemoPortal, { books, today, at, person }: Surroundings): void {
  const project = books.projects.findIndex(({ name }) => name === story.project)
  const client = books.projects[project]?.client ?? -1
  const clientName = books.clients[client]?.name
  if (clientName === undefined) throw new Error(`${story.project} has no client`)
  const on = (day: number, hour: number) => at(addDays(today, -day), hour)
  const log = (actor: DemoActivity['actor'], event: RecordedEvent, created_at: string) =>
    portal.activities.push({ actor, event, created_at })
  const named = { project: { name: story.project }, client: { name: clientName } }

  const reviewer = books.contacts.findIndex(({ name }) => name === REVIEWER)
  const currency = books.projects[project]?.currency ?? ''
  const priced = (fee: Hundredths | undefined) => (fee === undefined ? null : priceIn(fee, currency))

  for (const [index, [title, description, due, status, fee]] of story.milestones.entries()) {
    portal.milestones.push({
      project,
      title,
      description,
      due_date: addDays(today, -due),
      status,
      fee: priced(fee),
      position: index + 1,
      created_at: books.projects[project]?.created_at ?? on(0, 0),
    })
    if (status === 'completed') {
      log('user', { type: 'milestone.completed', milestone: { title }, project: named.project }, on(due, 17))
    }
  }

  for (const [index, delivery] of story.deliverables.entries()) {
    const { title, description, drawing, link, fee, created, versions } = delivery
    const deliverable = portal.deliverables.length
    const contentOf = (version: number): Content => ({
      title,
      description,
      link_url: link ? `https://example.com/${link}${version > 1 ? `-v${version}` : ''}` : null,
    })
    for (const [place, [submitted, outcome]] of versions.entries()) {
      const version = place + 1
      const submission = { deliverable: { title, version }, project: named.project }
      const submitted_at = on(submitted, 14)
      log('user', { type: 'deliverable.submitted', ...submission }, submitted_at)
      if (outcome) {
        const [day, decision, feedback, by] = outcome
        const decided_at = on(day, 9)
        const contact = by ? reviewer : null
        const version = portal.versions.length
        portal.decisions.push({ on: { version }, contact, decision, feedback, decided_at })
        const type = decision === 'approved' ? 'deliverable.approved' : 'deliverable.changes_requested'
        log('client', { type, ...submission, client: by ? { name: REVIEWER } : named.client }, decided_at)
      }
      const file = drawing ? demoWireframe(drawing, version) : null
      portal.versions.push({ deliverable, client, version, ...contentOf(version), file, submitted_at })
    }
    const [, outcome] = versions.at(-1) ?? []
    portal.deliverables.push({
      project,
      ...contentOf(versions.length),
      status: versions.length === 0 ? 'draft' : (outcome?.[1] ?? 'submitted'),
      version: versions.length,
      fee: priced(fee),
      position: index + 1,
      created_at: on(created, 11),
    })
  }

  for (const [day, hour, author, content] of story.comments) {
    const author_type = author === 'client' || author === 'reviewer' ? 'client' : 'freelancer'
    const author_name = author === 'reviewer' ? REVIEWER : author === 'client' ? clientName : person
    const created_at = on(day, hour)
    portal.comments.push({
      project,
      client,
      author_type,
      author_name,
      content,
      search: foldCase(content),
      is_internal: author === 'internal',
      created_at,
    })
    if (author_type === 'client') {
      const event = {
        type: 'comment.received' as const,
        comment: {},
        ...named,
        client: { name: author_name },
      }
      log('client', event, created_at)
    }
  }
}

// ── Invoices: the client with the link approved what is paid, requested a change of one line, and is yet to look at the rest

const NOTES = ['', '', 'Thank you, goes out this week.']
const REQUEST = 'Two of these hours were spent on the trail guide, as far as we can see. Could you check?'

function addApprovals(portal: DemoPortal, { invoices, clients }: DemoBooks, at: At): void {
  const disputed = invoices.findIndex((invoice) => invoice.client === PORTAL_CLIENT && isOpen(invoice))
  for (const [place, invoice] of invoices.entries()) {
    if (invoice.status === 'draft') continue
    const decided = decisionOn(invoice, place, place === disputed, at)
    portal.approvals.push({
      invoice: place,
      approval_status:
        decided?.decision ??
        (isOpen(invoice) && clients[invoice.client]?.approval_required ? 'pending' : null),
      client_notes: decided?.feedback ?? '',
      approved_at: decided?.decision === 'approved' ? decided.decided_at : null,
      rejected_at: decided?.decision === 'rejected' ? decided.decided_at : null,
      sent_at: at(invoice.issue_date, 9, 59),
    })
    if (!decided) continue
    portal.decisions.push(decided)
    if (place === disputed) {
      const { client_name } = invoice
      const request = { note: REQUEST, client_name, requested_at: decided.decided_at }
      portal.lineRequests.push({ invoice: place, item: 0, ...request })
    }
    portal.activities.push({
      actor: 'client',
      event: {
        type: decided.decision === 'approved' ? 'invoice.approved' : 'invoice.changes_requested',
        invoice: { invoice_number: invoiceNumber(invoice.number), client_name: invoice.client_name },
      },
      created_at: decided.decided_at,
    })
  }
}

const isOpen = ({ status }: DemoInvoice): boolean => status === 'sent' || status === 'overdue'

function decisionOn(
  { client, issue_date, paid_on }: DemoInvoice,
  place: number,
  disputed: boolean,
  at: At,
): DemoDecision | undefined {
  const by = { on: { invoice: place }, contact: null }
  if (disputed) {
    return { ...by, decision: 'rejected', feedback: '', decided_at: at(addDays(issue_date, 1), 10) }
  }
  if (client !== PORTAL_CLIENT || paid_on === null) return undefined
  const feedback = NOTES[place % NOTES.length] ?? ''
  return { ...by, decision: 'approved', feedback, decided_at: at(paid_on, 9) }
}

/** A client says that what is overdue was paid; the freelancer has yet to look. */
function addPaidNotice(portal: DemoPortal, { invoices }: DemoBooks, today: DateOnly, at: At): void {
  const rejected = new Set(
    portal.approvals.flatMap(({ invoice, approval_status }) =>
      approval_status === 'rejected' ? [invoice] : [],
    ),
  )
  const place = invoices.findLastIndex(
    ({ status, payments }, index) => status === 'overdue' && payments.length === 0 && !rejected.has(index),
  )
  const invoice = invoices[place]
  if (!invoice) return
  const created_at = at(addDays(today, -1), 16)
  portal.paidNotices.push({
    invoice: place,
    paid_on: addDays(today, -2),
    note: 'Sorry for the delay. It should be with you tomorrow.',
    created_at,
  })
  const { number, client_name } = invoice
  portal.activities.push({
    actor: 'client',
    event: {
      type: 'invoice.paid_notice_received',
      invoice: { invoice_number: invoiceNumber(number), client_name },
    },
    created_at,
  })
}

/** The client's newest comment and the paid notice: the freelancer has yet to look at them. */
function unreadOf(
  comments: DemoComment[],
  paidNotices: DemoPaidNotice[],
  { invoices }: DemoBooks,
): DemoUnread[] {
  const comment = comments.findLastIndex(({ author_type }) => author_type === 'client')
  const { client, project, created_at } = itemAt(comments, comment)
  return [
    { client, project, comment, invoice: null, created_at },
    ...paidNotices.map(({ invoice, created_at }) => {
      const { client, project } = itemAt(invoices, invoice)
      return { client, project, comment: null, invoice, created_at }
    }),
  ]
}
