import { z } from 'zod'
import { DateOnly, Instant } from '#core/calendar.ts'
import { TaxCategory } from '#core/document-lines.ts'
import { endpoints, FileContent } from '#core/endpoint.ts'
import { CurrencyCode, EnteredMoney, Money, priced } from '#core/money-schemas.ts'
import { Hours, Percent } from '#core/number-schemas.ts'
import { Done, Id } from '#core/schemas.ts'
import { prose } from '#core/text.ts'
import {
  ApprovedFile,
  DocumentDetails,
  InvoiceDifference,
  InvoiceStatus,
} from '#features/billing/invoices/contract/invoice.ts'
import { InvoiceItem } from '#features/billing/invoices/contract/items.ts'
import { LineRequest, LineRequestInputs } from '#features/billing/invoices/contract/line-requests.ts'
import { PaidNotice, PaidNoticeInput } from '#features/billing/invoices/contract/payments.ts'
import { Payment } from '#features/billing/ledger/contract.ts'
import { PaymentState } from '#features/billing/online-payments/contract.ts'
import { ApprovalStatus, Decision, Verdict } from '#features/engagement/approvals/contract.ts'
import { OwnDetails, OwnDetailsInput } from '#features/engagement/contacts/contract/own-details.ts'
import { ProjectStatus } from '#features/engagement/projects/contract.ts'
import { Seen, UnreadItem } from '#features/engagement/unread/contract.ts'
import { LogoQuery } from '#features/foundation/business/contract.ts'
import {
  AuthorType,
  CommentContent,
  CommentedDeliverable,
  CommentedVersion,
  CommentFilter,
} from '#features/work/comments/contract.ts'
import { MilestoneFields } from '#features/work/milestones/contract.ts'

const Locale = z
  .string()
  .meta({ description: 'The locale in which dates and amounts are formatted.', example: 'en-US' })

/** What a client may see: separate schemas, so that a new field is never shown by default. */

const Business = z.object({
  name: z.string(),
  address: z.string(),
  logo_id: z.int().nullable().meta({ description: 'Changes with the logo; null if there is none.' }),
})

const PortalUnread = UnreadItem.omit({ client_id: true })
export type PortalUnread = z.output<typeof PortalUnread>

export const PortalOverview = z.object({
  client: z.object({ name: z.string() }),
  visitor: z
    .object({ name: z.string() })
    .meta({ description: 'Who the link is for: the client or a contact.' }),
  is_preview: z.boolean().meta({ description: 'Whether the freelancer looks at what the client sees.' }),
  is_demo: z.boolean().meta({ description: 'Whether all of it is made up.' }),
  access: z.object({ expires_at: Instant }),
  locale: Locale,
  business: Business,
  projects_count: z.int(),
  invoices_count: z.int(),
  unread: z.array(PortalUnread).meta({ description: 'What is new since the last visit by this link.' }),
  invoices_being_revised: z.array(z.object({ id: z.int(), invoice_number: z.string() })).meta({
    description:
      'Invoices that were sent and are drafts again. They are not listed with the others until they are sent again.',
  }),
})
export type PortalOverview = z.output<typeof PortalOverview>

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
const FileUrl = z
  .string()
  .nullable()
  .meta({ description: 'The address of the file, or a link elsewhere. Null if there is neither.' })

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

const InvoiceFields = z.object({
  id: z.int(),
  invoice_number: z.string(),
  status: InvoiceStatus.exclude(['draft']),
  approval_status: ApprovalStatus.nullable(),
  issue_date: DateOnly,
  due_date: DateOnly.nullable(),
  service_from: DateOnly.nullable(),
  service_to: DateOnly.nullable(),
  currency: CurrencyCode,
  subtotal: Money,
  discount_percent: Percent.nullable(),
  discount_amount: Money,
  tax_category: TaxCategory,
  tax_rate: Percent,
  tax_amount: Money,
  total: Money,
  amount_paid: Money,
  balance: Money.meta({ description: 'What is left to pay.' }),
  notes: z.string(),
  client_notes: z.string(),
  approved_at: Instant.nullable(),
  rejected_at: Instant.nullable(),
})
export const PortalInvoice = priced(InvoiceFields)
export type PortalInvoice = z.output<typeof PortalInvoice>

const ExpenseReceipt = z.object({
  id: z.int(),
  expense: z.string().meta({ description: 'What was bought.' }),
  name: z.string(),
  size: z.int().meta({ description: 'Bytes.' }),
})

export const PortalInvoiceDetail = priced(
  InvoiceFields.extend({
    locale: Locale,
    time_zone: z
      .string()
      .meta({ description: 'In which the days of the document are counted.', example: 'Europe/Lisbon' }),
    project_name: z.string().nullable(),
    client_name: z.string().meta({ description: 'As it was when the invoice was written.' }),
    business: Business,
    approval_required: z
      .boolean()
      .meta({ description: 'Whether the freelancer asks this client to approve invoices.' }),
    approved_files: z.array(ApprovedFile),
    details: DocumentDetails,
    paid_on: DateOnly.nullable(),
    can_pay_online: z
      .boolean()
      .meta({ description: 'Whether it can be paid online, once it is approved where that is asked.' }),
    payment_processing: z
      .boolean()
      .meta({ description: 'Whether it was paid by a slow method, and the payment has not arrived yet.' }),
    paid_notice: PaidNotice.nullable().meta({
      description: 'What the client said about paying it, unless a payment was entered since.',
    }),
    items: z.array(
      InvoiceItem.pick({
        id: true,
        description: true,
        quantity: true,
        unit: true,
        rate: true,
        amount: true,
      }),
    ),
    payments: z
      .array(Payment.pick({ id: true, kind: true, amount: true, surplus: true, paid_on: true }))
      .meta({ description: 'In the order in which they were entered.' }),
    expense_receipts: z
      .array(ExpenseReceipt)
      .meta({ description: 'The receipts of the expenses that it bills, if they are shared.' }),
    revision: z
      .string()
      .meta({ description: 'Changes whenever its items, discount, tax, dates or notes do.' }),
    payable: Money.meta({
      description:
        'What can be paid now: the balance without lines that changes were requested on; zero if they were requested on ' +
        'the whole invoice.',
    }),
    line_requests: z
      .array(LineRequest)
      .meta({ description: 'What was requested on single lines, the earliest first.' }),
    decisions: z.array(Decision).meta({ description: 'The newest first.' }),
    changes_since_decision: z.array(InvoiceDifference).meta({
      description:
        "What has changed since the client's last decision, besides lines with a request that is not closed.",
    }),
  }),
)
export type PortalInvoiceDetail = z.output<typeof PortalInvoiceDetail>

/** A client who saw version 3 does not decide on version 4 by accident. */
const SeenVersion = z.int().min(1).optional()

const Decide = z
  .object({
    feedback: prose,
    version: SeenVersion.meta({
      description: 'The version that the client saw; 409 if there is a newer one.',
    }),
    fee: EnteredMoney.nullish().meta({
      description: 'The fee that the client saw; 409 if it has changed since.',
    }),
  })
  .nullish()
  .transform((body) => ({ feedback: body?.feedback ?? '', version: body?.version, fee: body?.fee }))
export type DeliverableDecision = z.output<typeof Decide>

export const FEEDBACK_REQUIRED = 'Please say what should be changed'

export const InvoiceDecision = z
  .object({
    status: Verdict,
    client_notes: prose,
    lines: LineRequestInputs.default([]).meta({
      description:
        'What should be changed on single lines. The client agrees to the others, which can be paid at once.',
    }),
    revision: z
      .string()
      .max(100)
      .optional()
      .meta({ description: 'The revision that the client saw; 409 if it has changed since.' }),
  })
  .refine(
    ({ status, client_notes, lines }) => status === 'approved' || client_notes !== '' || lines.length > 0,
    {
      path: ['client_notes'],
      error: FEEDBACK_REQUIRED,
    },
  )
  .refine(({ status, lines }) => status === 'rejected' || lines.length === 0, {
    path: ['lines'],
    error: 'Only with requested changes',
  })
export type InvoiceDecision = z.output<typeof InvoiceDecision>

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

const Token = z.object({ token: z.string() })
/** Anything that is not an id gets the same response as an unknown id. */
const AnyId = Id.catch(0)
const ProjectParams = Token.extend({ projectId: AnyId })
const InvoiceParams = Token.extend({ invoiceId: AnyId })
const DeliverableParams = Token.extend({ deliverableId: AnyId })

export const portalApi = endpoints({
  overview: {
    method: 'GET',
    path: '/api/client-portal/{token}',
    access: 'link',
    summary: 'Whose portal this is, and when access expires',
    params: Token,
    response: PortalOverview,
  },
  me: {
    method: 'GET',
    path: '/api/client-portal/{token}/me',
    access: 'link',
    summary: "The visitor's own contact details, and how dates and amounts are written",
    params: Token,
    response: OwnDetails,
    versioned: 'shown',
  },
  changeMe: {
    method: 'PUT',
    path: '/api/client-portal/{token}/me',
    access: 'link',
    summary: 'Change them',
    description:
      'The freelancer is told. A new email address has to be confirmed; 429 after three within a day.',
    params: Token,
    body: OwnDetailsInput,
    response: OwnDetails,
    versioned: 'changed',
  },
  markSeen: {
    method: 'POST',
    path: '/api/client-portal/{token}/seen',
    access: 'link',
    summary: 'Mark what was shown as seen',
    params: Token,
    body: Seen,
    response: Done,
  },
  logo: {
    method: 'GET',
    path: '/api/client-portal/{token}/logo',
    access: 'link',
    summary: "The business's logo",
    params: Token,
    query: LogoQuery,
    download: 'application/octet-stream',
    response: FileContent,
  },
  projects: {
    method: 'GET',
    path: '/api/client-portal/{token}/projects',
    access: 'link',
    summary: "The client's projects, newest first",
    params: Token,
    response: z.array(PortalProject),
    paged: true,
  },
  project: {
    method: 'GET',
    path: '/api/client-portal/{token}/projects/{projectId}',
    access: 'link',
    summary: 'One project with its milestones, deliverables and comments',
    params: ProjectParams,
    response: PortalProjectDetail,
  },
  comments: {
    method: 'GET',
    path: '/api/client-portal/{token}/projects/{projectId}/comments',
    access: 'link',
    summary: "A project's comments, newest first; `q` searches their text",
    params: ProjectParams,
    query: CommentFilter,
    response: z.array(PortalComment),
    paged: true,
  },
  comment: {
    method: 'POST',
    path: '/api/client-portal/{token}/comments',
    access: 'link',
    summary: 'Comment on a project or on a version of a deliverable',
    params: Token,
    body: PortalCommentInput,
    response: PortalComment,
    status: 201,
    creates: true,
  },
  approveDeliverable: {
    method: 'POST',
    path: '/api/client-portal/{token}/deliverables/{deliverableId}/approve',
    access: 'link',
    summary: 'Approve what was submitted; 409 with the decision if there is one',
    params: DeliverableParams,
    body: Decide,
    response: PortalDeliverable,
  },
  rejectDeliverable: {
    method: 'POST',
    path: '/api/client-portal/{token}/deliverables/{deliverableId}/reject',
    access: 'link',
    summary: 'Request changes to what was submitted; 409 with the decision if there is one',
    params: DeliverableParams,
    body: Decide,
    response: PortalDeliverable,
  },
  downloadFile: {
    method: 'GET',
    path: '/api/client-portal/{token}/deliverables/{deliverableId}/versions/{version}/file',
    access: 'link',
    summary: 'The file of a version that was submitted to the client',
    description: 'Takes `Range`, and `If-Range` with its `ETag`.',
    params: DeliverableParams.extend({ version: AnyId }),
    download: 'application/octet-stream',
    response: FileContent,
  },
  invoices: {
    method: 'GET',
    path: '/api/client-portal/{token}/invoices',
    access: 'link',
    summary: "The client's invoices, newest first",
    params: Token,
    response: z.array(PortalInvoice),
    paged: true,
  },
  invoice: {
    method: 'GET',
    path: '/api/client-portal/{token}/invoices/{invoiceId}',
    access: 'link',
    summary: 'One invoice with its items',
    description: '409 `invoice_being_revised` while one that was sent is a draft again.',
    params: InvoiceParams,
    response: PortalInvoiceDetail,
  },
  invoicePdf: {
    method: 'GET',
    path: '/api/client-portal/{token}/invoices/{invoiceId}/pdf',
    access: 'link',
    summary: 'One invoice as a PDF',
    description: '409 `invoice_being_revised` while one that was sent is a draft again.',
    params: InvoiceParams,
    download: 'application/pdf',
    response: FileContent,
  },
  receipt: {
    method: 'GET',
    path: '/api/client-portal/{token}/invoices/{invoiceId}/payments/{paymentId}/receipt.pdf',
    access: 'link',
    summary: 'The receipt for a payment',
    params: InvoiceParams.extend({ paymentId: AnyId }),
    download: 'application/pdf',
    response: FileContent,
  },
  expenseReceipt: {
    method: 'GET',
    path: '/api/client-portal/{token}/invoices/{invoiceId}/expense-receipts/{receiptId}',
    access: 'link',
    summary: 'A receipt of an expense that the invoice bills',
    description: 'Takes `Range`, and `If-Range` with its `ETag`.',
    params: InvoiceParams.extend({ receiptId: AnyId }),
    download: 'application/octet-stream',
    response: FileContent,
  },
  decidedFile: {
    method: 'GET',
    path: '/api/client-portal/{token}/certificates/{code}/file',
    access: 'link',
    summary: 'The file that the client decided on, byte for byte',
    description: 'Takes `Range`, and `If-Range` with its `ETag`.',
    params: Token.extend({ code: z.string() }),
    download: 'application/octet-stream',
    response: FileContent,
  },
  pay: {
    method: 'POST',
    path: '/api/client-portal/{token}/invoices/{invoiceId}/pay',
    access: 'link',
    summary: "Where to pay an invoice online: the payment provider's page for what is payable",
    description:
      'An invoice has one open page: repeated calls get the same one. 409 while a payment is being processed, if an ' +
      'approval is missing, or if it cannot be paid online.',
    params: InvoiceParams,
    response: z.object({ url: z.string() }),
  },
  payment: {
    method: 'GET',
    path: '/api/client-portal/{token}/invoices/{invoiceId}/payment',
    access: 'link',
    summary: 'Where the online payment of an invoice stands, as the payment provider says',
    params: InvoiceParams,
    response: z.object({ state: PaymentState }),
  },
  givePaidNotice: {
    method: 'POST',
    path: '/api/client-portal/{token}/invoices/{invoiceId}/paid-notice',
    access: 'link',
    summary: 'Say that an invoice was paid, for the freelancer to check',
    description:
      'It is no payment. 409 if nothing is left to pay, or if the last notice is still to be answered.',
    params: InvoiceParams,
    body: PaidNoticeInput,
    response: PortalInvoiceDetail,
  },
  decideInvoice: {
    method: 'POST',
    path: '/api/client-portal/{token}/invoices/{invoiceId}/approve',
    access: 'link',
    summary: 'Approve an invoice or request changes to it; 409 with the decision if there is one',
    description:
      'Only while it is sent or overdue: 409 `decision_closed` once it is paid or cancelled, `invoice_being_revised` ' +
      'while it is a draft again.',
    params: InvoiceParams,
    body: InvoiceDecision,
    response: PortalInvoiceDetail,
  },
})
