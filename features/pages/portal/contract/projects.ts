import { z } from 'zod'
import { DateOnly, Instant } from '#core/calendar.ts'
import { CurrencyCode, Money, priced } from '#core/money-schemas.ts'
import { Hours } from '#core/number-schemas.ts'
import { Secret } from '#core/schemas.ts'
import { InvoiceStatus } from '#features/billing/invoices/contract/invoice.ts'
import { Decision } from '#features/engagement/approvals/contract/decisions.ts'
import { UnreadItem } from '#features/engagement/notifications/contract/unread.ts'
import { ProjectStatus } from '#features/engagement/projects/contract.ts'
import {
  AuthorType,
  CommentContent,
  CommentedDeliverable,
  CommentedVersion,
} from '#features/work/comments/contract.ts'
import { MilestoneFields } from '#features/work/milestones/contract.ts'

export const Locale = z
  .string()
  .meta({ description: 'The locale in which dates and amounts are formatted.', example: 'en-US' })

/** Separate schemas for clients, so that a new field is never shown by default. */

export const Business = z.object({
  name: z.string(),
  address: z.string(),
  logo_id: z.int().nullable().meta({ description: 'Changes with the logo; null if there is none.' }),
})

export const PortalUnread = UnreadItem.omit({ client_id: true })

export type PortalUnread = z.output<typeof PortalUnread>

const ProjectFields = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  status: ProjectStatus.exclude(['cancelled']),
  start_date: DateOnly.nullable(),
  end_date: DateOnly.nullable(),
  currency: CurrencyCode,
  hourly_rate: Money.nullable(),
  daily_rate: Money.nullable(),
  fixed_fee: Money.nullable(),
  estimated_hours: Hours(0).nullable(),
  milestones_total: z.int(),
  milestones_completed: z.int(),
  deliverables_total: z.int(),
  deliverables_approved: z.int(),
  deliverables_submitted: z.int().meta({ description: 'Waiting for a decision.' }),
})

export const PortalProject = priced(ProjectFields)

export type PortalProject = z.output<typeof PortalProject>

export const PortalMilestone = MilestoneFields.pick({
  id: true,
  title: true,
  description: true,
  due_date: true,
  status: true,
})

export type PortalMilestone = z.output<typeof PortalMilestone>

const PortalFile = z.object({ name: z.string(), size: z.int(), type: z.string() })

const FileUrl = Secret.nullable().meta({
  description: 'The address of the file, or a link elsewhere. Null if there is neither.',
})

export const PortalDeliverableVersion = z.object({
  version: z.int(),
  title: z.string(),
  description: z.string(),
  submitted_at: Instant,
  file: PortalFile.nullable(),
  file_url: FileUrl,
  decision: Decision.nullable(),
  comments_count: z.int(),
})

export type PortalDeliverableVersion = z.output<typeof PortalDeliverableVersion>

/** The invoice that bills the fee of a deliverable, once it was sent. */
const FeeInvoice = z.object({
  id: z.int(),
  invoice_number: z.string(),
  status: InvoiceStatus.exclude(['draft']),
  currency: CurrencyCode,
  total: Money,
  balance: Money,
  can_pay_online: z.boolean(),
})

export type FeeInvoice = z.output<typeof FeeInvoice>

const DeliverableFields = z.object({
  id: z.int(),
  title: z.string(),
  description: z.string(),
  status: z.enum(['submitted', 'approved', 'rejected']),
  submitted_at: Instant,
  approved_at: Instant.nullable(),
  rejected_at: Instant.nullable(),
  feedback: z.string().nullable().meta({ description: "The client's comment on this version." }),
  file: PortalFile.nullable(),
  file_url: FileUrl,
  version: z.int(),
  versions: z.array(PortalDeliverableVersion).meta({ description: 'Newest first, starting with this one.' }),
  currency: CurrencyCode,
  fee: Money.nullable().meta({ description: 'What it costs, once it is approved.' }),
  invoice: FeeInvoice.nullable().meta({
    description: 'The invoice that bills the fee; null while there is none, or only a draft.',
  }),
})

export const PortalDeliverable = priced(DeliverableFields)

export type PortalDeliverable = z.output<typeof PortalDeliverable>

export const PortalComment = z.object({
  id: z.int(),
  author_type: AuthorType,
  author_name: z.string(),
  content: z.string(),
  deliverable: CommentedVersion.nullable().meta({
    description: 'The version of a deliverable that it is on; null if it is on the project.',
  }),
  created_at: Instant,
})

export type PortalComment = z.output<typeof PortalComment>

export const PortalProjectDetail = priced(
  ProjectFields.extend({
    locale: Locale,
    milestones: z.array(PortalMilestone),
    deliverables: z.array(DeliverableFields),
    comments: z.array(PortalComment).meta({ description: 'The newest 100, the newest first.' }),
    comments_total: z.int(),
  }),
)

export type PortalProjectDetail = z.output<typeof PortalProjectDetail>

export const PortalCommentInput = z.object({
  project_id: z.int().max(Number.MAX_SAFE_INTEGER),
  content: CommentContent,
  deliverable: CommentedDeliverable,
  is_internal: z
    .unknown()
    .optional()
    .meta({ description: 'Has no effect: both sides see what a client writes.' }),
})

export type PortalCommentInput = z.output<typeof PortalCommentInput>
