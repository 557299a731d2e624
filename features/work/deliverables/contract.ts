import { z } from 'zod'
import { Instant } from '#core/calendar.ts'
import { endpoints, FileContent } from '#core/endpoint.ts'
import { CurrencyCode, EnteredMoney, Money, priced } from '#core/money-schemas.ts'
import { ById, Id } from '#core/schemas.ts'
import { maxLength, prose, required } from '#core/text.ts'
import { FileInfo, MAX_FILE_BYTES } from '#core/uploaded-file.ts'
import { Decision } from '#features/engagement/approvals/contract/decisions.ts'
import { RemovalId, Removed } from '#features/foundation/removals/contract.ts'
import { BillingStatus } from '#features/work/billing-status/contract.ts'

export const DeliverableStatus = z.enum(['draft', 'submitted', 'approved', 'rejected'])
export type DeliverableStatus = z.output<typeof DeliverableStatus>

export const MAX_DELIVERABLES = 200

/** The content of a deliverable: a file, a link, or only a description. */
const Content = z.object({
  title: z.string(),
  description: z.string(),
  file: FileInfo.nullable(),
  link_url: z.string().nullable(),
  file_url: z
    .string()
    .nullable()
    .meta({ description: 'The address of the file, or the link. Null if there is neither.' }),
})

/** A submitted version. Later changes of the deliverable do not affect it. */
export const DeliverableVersion = Content.extend({
  version: z.int(),
  submitted_at: Instant,
  decision: Decision.nullable(),
})
export type DeliverableVersion = z.output<typeof DeliverableVersion>

const DeliverableFields = Content.extend({
  id: z.int(),
  project_id: z.int(),
  status: DeliverableStatus,
  version: z.int().meta({ description: 'The newest submitted version; 0 before the first.' }),
  has_changes: z.boolean().meta({
    description:
      'Whether it differs from the newest version. The client sees the changes once they are submitted.',
  }),
  submitted_at: Instant.nullable(),
  approved_at: Instant.nullable(),
  rejected_at: Instant.nullable(),
  feedback: z.string().nullable().meta({ description: "The client's comment on the newest version." }),
  versions: z.array(DeliverableVersion).meta({ description: 'The newest first.' }),
  currency: CurrencyCode,
  fee: Money.nullable().meta({
    description: 'What it costs. It can be billed once the client approved it.',
  }),
  ...BillingStatus.shape,
})

export const Deliverable = priced(DeliverableFields)
export type Deliverable = z.output<typeof Deliverable>

/** The deliverable without the file; `removal_id` is null if it had none. */
export const FileRemoval = priced(DeliverableFields.extend({ removal_id: RemovalId.nullable() }))
export type FileRemoval = z.output<typeof FileRemoval>

const isWebAddress = (text: string) => /^https?:$/.test(URL.parse(text)?.protocol ?? '')

export const DeliverableInput = z.object({
  title: required('Title is required'),
  description: prose,
  link_url: maxLength(2000)
    .refine(
      (text) => text === '' || isWebAddress(text),
      'Must be a web address that begins with http:// or https://',
    )
    .nullish()
    .transform((text) => text || null)
    .meta({ description: 'A link replaces an uploaded file. Without one, the file stays.' }),
  fee: EnteredMoney.nullish().meta({
    description:
      "In the project's currency. If left out, a changed deliverable keeps its fee. The fee of one on an invoice does not change.",
  }),
})
export type DeliverableInput = z.output<typeof DeliverableInput>
export type DeliverableForm = z.input<typeof DeliverableInput>

export const DeliverableOrder = z.object({
  ids: z.array(z.int().min(1)).max(MAX_DELIVERABLES).meta({ description: 'All ids in their new order.' }),
})

const DeliverableParams = z.object({ id: Id, deliverableId: Id })

/** `{id}` is the project's. */
export const deliverablesApi = endpoints({
  list: {
    method: 'GET',
    path: '/api/projects/{id}/deliverables',
    access: 'account',
    summary:
      "A project's deliverables in their order, each with its submitted versions and the client's decisions",
    params: ById,
    response: z.array(Deliverable),
  },
  create: {
    method: 'POST',
    path: '/api/projects/{id}/deliverables',
    access: 'account',
    summary: 'Add a deliverable, as a draft that the client does not see',
    params: ById,
    body: DeliverableInput,
    response: Deliverable,
    status: 201,
    creates: true,
  },
  reorder: {
    method: 'PUT',
    path: '/api/projects/{id}/deliverables/order',
    access: 'account',
    summary: 'Reorder the deliverables',
    params: ById,
    body: DeliverableOrder,
    response: z.array(Deliverable),
  },
  update: {
    method: 'PUT',
    path: '/api/projects/{id}/deliverables/{deliverableId}',
    access: 'account',
    summary: 'Change a deliverable; the client sees it once it is submitted',
    params: DeliverableParams,
    body: DeliverableInput,
    response: Deliverable,
  },
  remove: {
    method: 'DELETE',
    path: '/api/projects/{id}/deliverables/{deliverableId}',
    access: 'account',
    summary: 'Delete a deliverable on which the client has not decided',
    params: DeliverableParams,
    response: Removed,
  },
  submit: {
    method: 'POST',
    path: '/api/projects/{id}/deliverables/{deliverableId}/submit',
    access: 'account',
    summary: 'Submit a deliverable for approval, as a new version',
    params: DeliverableParams,
    response: Deliverable,
  },
  uploadFile: {
    method: 'POST',
    path: '/api/projects/{id}/deliverables/{deliverableId}/file',
    access: 'account',
    summary: 'Upload a deliverable’s file, replacing any file or link',
    params: DeliverableParams,
    query: z.object({ name: required('Name is required', 255) }),
    upload: { limitBytes: MAX_FILE_BYTES },
    response: Deliverable,
  },
  downloadFile: {
    method: 'GET',
    path: '/api/projects/{id}/deliverables/{deliverableId}/file',
    access: 'account',
    summary: 'The file as it is now',
    description: 'Takes `Range`, and `If-Range` with its `ETag`.',
    params: DeliverableParams,
    download: 'application/octet-stream',
    response: FileContent,
  },
  downloadVersion: {
    method: 'GET',
    path: '/api/projects/{id}/deliverables/{deliverableId}/versions/{version}/file',
    access: 'account',
    summary: 'The file as it was submitted',
    description: 'Takes `Range`, and `If-Range` with its `ETag`.',
    params: DeliverableParams.extend({ version: Id }),
    download: 'application/octet-stream',
    response: FileContent,
  },
  removeFile: {
    method: 'DELETE',
    path: '/api/projects/{id}/deliverables/{deliverableId}/file',
    access: 'account',
    summary: 'Remove a deliverable’s file; submitted versions keep theirs',
    params: DeliverableParams,
    response: FileRemoval,
  },
})
