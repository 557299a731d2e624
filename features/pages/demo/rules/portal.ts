import { addDays, type DateOnly } from '#core/calendar.ts'
import type { Hundredths } from '#core/hundredths.ts'
import type { MinorUnits } from '#core/money.ts'
import { foldCase } from '#core/text.ts'
import { invoiceNumber } from '#features/billing/invoices/rules.ts'
import type { ApprovalStatus, Verdict } from '#features/engagement/approvals/contract.ts'
import type { RecordedEvent } from '#features/foundation/activity/rules.ts'
import type { AuthorType } from '#features/work/comments/contract.ts'
import type { DeliverableStatus } from '#features/work/deliverables/contract.ts'
import type { MilestoneStatus } from '#features/work/milestones/contract.ts'
import { at as itemAt, type SampleActivity, type SampleBooks } from './books.ts'
import type { SampleInvoice } from './money.ts'
import type { SampleFile } from './pdf.ts'
import { sampleWireframe } from './wireframe.ts'
import { type At, BILLED_FEES, byInstant, clockUntil, PORTAL_CLIENT, priceIn, REVIEWER } from './work.ts'

/**
 * What the clients of a sample year saw and decided, the same for the same books. One client decides, through links of its own
 * and of its contacts. Rows refer to each other, and to those of the books, by their index.
 */
export interface SamplePortal {
  milestones: SampleMilestone[]
  deliverables: SampleDeliverable[]
  versions: SampleVersion[]
  comments: SampleComment[]
  approvals: SampleApproval[]
  decisions: SampleDecision[]
  lineRequests: SampleLineRequest[]
  paidNotices: SamplePaidNotice[]
  unread: SampleUnread[]
  activities: SampleActivity[]
}

interface SampleMilestone {
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

interface SampleDeliverable extends Content {
  project: number
  status: DeliverableStatus
  version: number
  fee: MinorUnits | null
  position: number
  created_at: string
}

interface SampleVersion extends Content {
  deliverable: number
  client: number
  version: number
  /** Of the newest version, also that of the deliverable. */
  file: SampleFile | null
  submitted_at: string
}

interface SampleComment {
  project: number
  client: number
  author_type: AuthorType
  author_name: string
  content: string
  search: string
  is_internal: boolean
  created_at: string
}

interface SampleApproval {
  invoice: number
  approval_status: ApprovalStatus | null
  client_notes: string
  approved_at: string | null
  rejected_at: string | null
  sent_at: string
}

export interface SampleDecision {
  on: { version: number } | { invoice: number }
  /** Who decided for the client; null for the client itself. */
  contact: number | null
  decision: Verdict
  feedback: string
  decided_at: string
}

interface SampleLineRequest {
  invoice: number
  item: number
  note: string
  client_name: string
  requested_at: string
}

interface SamplePaidNotice {
  invoice: number
  paid_on: DateOnly
  note: string
  created_at: string
}

interface SampleUnread {
  client: number
  project: number | null
  comment: number | null
  invoice: number | null
  created_at: string
}

/** `person` is who writes to clients; `now` the instant, `today` the day on the account's calendar. */
export function samplePortal(books: SampleBooks, today: DateOnly, now: Date, person: string): SamplePortal {
  const at = clockUntil(now)
  const portal: SamplePortal = {
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

// ── Projects: days are counted back from today, those to come are below zero

interface Story {
  project: string
  milestones: [title: string, description: string, due: number, status: MilestoneStatus, fee?: Hundredths][]
  deliverables: Delivery[]
  comments: [day: number, hour: number, author: AuthorType | 'internal' | 'reviewer', content: string][]
}

interface Delivery {
  title: string
  description: string
  /** A drawing that is delivered as a file, or else the address of what is delivered. */
  drawing?: Parameters<typeof sampleWireframe>[0]
  link?: string
  fee?: Hundredths
  created: number
  /** Each with the day it was submitted, and the client's decision. */
  versions: [
    submitted: number,
    outcome?: [day: number, verdict: Verdict, feedback: string, by?: 'reviewer'],
  ][]
}

const STORIES: Story[] = [
  {
    project: 'Northwind online shop',
    milestones: [
      ['Discovery workshop', 'Goals, audiences and the inventory of pages.', 215, 'completed'],
      ['Wireframes', 'All templates, from home to checkout.', 160, 'completed'],
      ['Visual design', 'Desktop and mobile, light and dark.', 74, 'completed'],
      ['Component library', 'Documented and handed over in two phases.', -16, 'in_progress'],
      ['Photography', 'Waits for the autumn collection.', 9, 'delayed'],
      ['Launch', '', -45, 'pending'],
    ],
    deliverables: [
      {
        title: 'Sitemap and wireframes',
        description: 'Every template with notes on behaviour.',
        link: 'northwind/wireframes',
        created: 190,
        versions: [
          [172, [170, 'rejected', 'The search should be on every page, please. The rest reads very well.']],
          [163, [161, 'approved', 'Exactly what we had in mind.']],
        ],
      },
      {
        title: BILLED_FEES.homepage.title,
        description: 'Three screen sizes, with the seasonal teaser.',
        drawing: 'homepage',
        fee: BILLED_FEES.homepage.fee,
        created: 120,
        versions: [[96, [BILLED_FEES.homepage.approved, 'approved', '']]],
      },
      {
        title: 'Checkout flow',
        description: 'Basket, address, payment and thanks as a clickable prototype.',
        drawing: 'checkout',
        fee: 120_000,
        created: 52,
        versions: [
          [30, [27, 'rejected', 'Could guests check out without an account? We lose many people there.']],
          [6],
        ],
      },
      {
        title: 'Product page templates',
        description: 'Clothing, boots and tents.',
        link: 'northwind/product-pages',
        created: 40,
        versions: [[13, [10, 'rejected', 'The size table is hard to read on a phone.']]],
      },
      {
        title: 'Icon set',
        description: 'Sixty icons for tents, boots and weather.',
        link: 'northwind/icons',
        fee: 85_000,
        created: 20,
        versions: [[8, [5, 'approved', 'These are lovely.', 'reviewer']]],
      },
      {
        title: 'Component library, second phase',
        description: 'Forms, tables and notices.',
        link: 'northwind/components',
        created: 8,
        versions: [],
      },
    ],
    comments: [
      [172, 15, 'freelancer', 'The wireframes are up. I am curious what you think of the shorter menu.'],
      [170, 9, 'client', 'Looks great! We have one wish about the search, see there.'],
      [
        28,
        16,
        'internal',
        'Guest checkout was not in the offer: about eight hours more. Mention it on the next call.',
      ],
      [27, 11, 'client', 'Would guest checkout still be possible before the launch?'],
      [26, 10, 'freelancer', 'Yes, it fits in. You will find it in the second version of the checkout.'],
      [2, 14, 'reviewer', 'Thank you, we will look at it with the team on Thursday.'],
    ],
  },
  {
    project: 'Trail guide illustrations',
    milestones: [
      ['Sketches', 'All twelve maps in pencil.', 312, 'completed'],
      ['Final art', '', 270, 'completed'],
      ['Print files', 'Checked with the printer.', 257, 'completed'],
    ],
    deliverables: [
      {
        title: 'Twelve trail maps',
        description: 'Vector files and a printable overview.',
        link: 'northwind/trail-maps',
        created: 300,
        versions: [[274, [271, 'approved', 'Beautiful. Our rangers want them as posters.']]],
      },
      {
        title: BILLED_FEES.spots.title,
        description: 'Forty, sorted by chapter.',
        link: 'northwind/spots',
        fee: BILLED_FEES.spots.fee,
        created: 290,
        versions: [[266, [BILLED_FEES.spots.approved, 'approved', '']]],
      },
    ],
    comments: [[256, 15, 'client', 'The guide is at the printer. It was a pleasure!']],
  },
  {
    project: 'Seasonal packaging',
    milestones: [
      ['Spring edition', 'Box, bag and label.', 98, 'completed'],
      ['Summer edition', 'Box, bag and label.', 21, 'completed', 60_000],
      ['Autumn edition', 'Box, bag and label.', -24, 'in_progress', 60_000],
    ],
    deliverables: [
      {
        title: 'Autumn label',
        description: 'Two directions, both with the new roast names.',
        link: 'harbor-and-pine/autumn-label',
        created: 15,
        versions: [[4]],
      },
      {
        title: 'Gift box',
        description: 'First sketches.',
        link: 'harbor-and-pine/gift-box',
        created: 5,
        versions: [],
      },
    ],
    comments: [
      [22, 13, 'client', 'The summer bags arrived, everybody here loves the green.'],
      [4, 17, 'freelancer', 'Two directions for the autumn label wait for you. I would go with the second.'],
    ],
  },
  {
    project: 'Atelier Moreau website',
    milestones: [
      ['Concept', 'Structure in both languages.', 84, 'completed'],
      ['Design', 'Portfolio, press and contact.', 12, 'delayed'],
      ['Handover', '', -30, 'pending'],
    ],
    deliverables: [],
    comments: [
      [11, 10, 'freelancer', 'I still need the photographs of the last collection to finish the portfolio.'],
    ],
  },
  {
    project: 'Juniper design system',
    milestones: [
      ['Tokens', 'Colours, type and spacing.', 150, 'completed'],
      ['Core components', '', 60, 'completed'],
      ['Documentation', 'With examples for each component.', -20, 'in_progress'],
      ['Training', 'Two afternoons with the product team.', -50, 'pending'],
    ],
    deliverables: [],
    comments: [],
  },
  {
    project: 'Festival identity',
    milestones: [
      ['Poster series', 'Five motifs.', 25, 'completed'],
      ['Programme', '48 pages.', -10, 'in_progress'],
      ['Social media kit', '', -28, 'pending'],
    ],
    deliverables: [
      {
        title: 'Poster series',
        description: 'Five motifs at two sizes.',
        link: 'reading-room/posters',
        created: 40,
        versions: [[3]],
      },
    ],
    comments: [],
  },
]

interface Surroundings {
  books: SampleBooks
  today: DateOnly
  at: At
  person: string
}

function addStory(story: Story, portal: SamplePortal, { books, today, at, person }: Surroundings): void {
  const project = books.projects.findIndex(({ name }) => name === story.project)
  const client = books.projects[project]?.client ?? -1
  const clientName = books.clients[client]?.name
  if (clientName === undefined) throw new Error(`${story.project} has no client`)
  const on = (day: number, hour: number) => at(addDays(today, -day), hour)
  const log = (actor: SampleActivity['actor'], event: RecordedEvent, created_at: string) =>
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
      const file = drawing ? sampleWireframe(drawing, version) : null
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

function addApprovals(portal: SamplePortal, { invoices, clients }: SampleBooks, at: At): void {
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

const isOpen = ({ status }: SampleInvoice): boolean => status === 'sent' || status === 'overdue'

function decisionOn(
  { client, issue_date, paid_on }: SampleInvoice,
  place: number,
  disputed: boolean,
  at: At,
): SampleDecision | undefined {
  const by = { on: { invoice: place }, contact: null }
  if (disputed) {
    return { ...by, decision: 'rejected', feedback: '', decided_at: at(addDays(issue_date, 1), 10) }
  }
  if (client !== PORTAL_CLIENT || paid_on === null) return undefined
  const feedback = NOTES[place % NOTES.length] ?? ''
  return { ...by, decision: 'approved', feedback, decided_at: at(paid_on, 9) }
}

/** A client says that what is overdue was paid; the freelancer has yet to look. */
function addPaidNotice(portal: SamplePortal, { invoices }: SampleBooks, today: DateOnly, at: At): void {
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
  comments: SampleComment[],
  paidNotices: SamplePaidNotice[],
  { invoices }: SampleBooks,
): SampleUnread[] {
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
