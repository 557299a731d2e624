import { z } from 'zod'
import { Instant } from '#core/calendar.ts'
import { endpoints, FileContent } from '#core/endpoint.ts'
import { priced } from '#core/money-schemas.ts'
import { Done, Id } from '#core/schemas.ts'
import { PaidNoticeInput } from '#features/billing/invoices/contract/payments.ts'
import { PaymentState } from '#features/billing/payments/contract.ts'
import { OwnDetails, OwnDetailsInput } from '#features/engagement/contacts/contract/own-details.ts'
import { Seen } from '#features/engagement/notifications/contract/unread.ts'
import { LogoQuery } from '#features/foundation/business/contract.ts'
import { CommentFilter } from '#features/work/comments/contract.ts'
import { Decide, InvoiceDecision } from './decisions.ts'
import { Account, Waiting } from './home.ts'
import { PortalInvoice, PortalInvoiceDetail } from './invoices.ts'
import {
  Business,
  Locale,
  PortalComment,
  PortalCommentInput,
  PortalDeliverable,
  PortalProject,
  PortalProjectDetail,
  PortalUnread,
} from './projects.ts'

export const PortalOverview = priced(
  z.object({
    client: z.object({ name: z.string() }),
    visitor: z
      .object({ name: z.string() })
      .meta({ description: 'Who the link is for: the client or a contact.' }),
    is_demo: z.boolean().meta({ description: 'True if all of it is made up.' }),
    is_preview: z.boolean().meta({ description: 'Whether the freelancer looks at what the client sees.' }),
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
    waiting: Waiting,
    accounts: z
      .array(Account)
      .meta({ description: 'By currency. Currencies in which nothing is owed or was paid are left out.' }),
  }),
)

export type PortalOverview = z.output<typeof PortalOverview>

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
    summary: 'Whose portal this is, when access expires, and what is waiting for the client',
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
    summary: "The client's projects, newest first, completed ones last",
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
  creditNotePdf: {
    method: 'GET',
    path: '/api/client-portal/{token}/credit-notes/{creditNoteId}/pdf',
    access: 'link',
    summary: 'A credit note as a PDF',
    params: Token.extend({ creditNoteId: AnyId }),
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
