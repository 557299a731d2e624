import { z } from 'zod'
import { Instant } from '#core/calendar.ts'
import { endpoints, FileContent } from '#core/endpoint.ts'
import { CurrencyCode, Money, priced } from '#core/money-schemas.ts'
import { Secret } from '#core/schemas.ts'
import { FileInfo } from '#core/uploaded-file.ts'
import { Verdict } from './decisions.ts'

const DecidedDeliverable = z.object({
  title: z.string(),
  version: z.int(),
  description: z.string(),
  link_url: z.string().nullable(),
  project_name: z.string().nullable().meta({ description: 'Null for decisions from before it was kept.' }),
})

const DecidedInvoice = z.object({
  invoice_number: z.string(),
  total: Money,
  currency: CurrencyCode,
})

export const Certificate = priced(
  z.object({
    code: Secret,
    decision: Verdict,
    feedback: z.string(),
    requested_lines: z
      .array(z.object({ description: z.string(), note: z.string() }))
      .meta({ description: 'The lines of an invoice on which changes were requested, as they were then.' }),
    decided_at: Instant,
    client_name: z.string().meta({ description: 'Who decided.' }),
    on_behalf_of: z
      .string()
      .nullable()
      .meta({ description: 'The client for whom a contact decided; null if the client did.' }),
    business_name: z.string().meta({ description: "The freelancer's business, as it was called then." }),
    link: z
      .object({ id: z.int(), created_at: Instant.nullable() })
      .meta({ description: 'The portal link by which the decision was made.' }),
    deliverable: DecidedDeliverable.nullable().meta({ description: 'What was decided on, as it was then.' }),
    invoice: DecidedInvoice.nullable().meta({ description: 'What was decided on, as it was then.' }),
    file: FileInfo.nullable().meta({
      description:
        'The file of the version, or the invoice as PDF. Null if no file was kept, or while it is pending.',
    }),
    is_file_pending: z
      .boolean()
      .meta({ description: 'True until the invoice is rendered as PDF, moments after the decision.' }),
    locale: z.string(),
    time_zone: z.string(),
  }),
)
export type Certificate = z.output<typeof Certificate>

const ByCode = z.object({ code: z.string() })

/** `{code}` opens the certificate of one decision, and nothing else. */
export const certificatesApi = endpoints({
  get: {
    method: 'GET',
    path: '/api/certificates/{code}',
    access: 'public',
    summary: "The certificate of a client's decision",
    params: ByCode,
    response: Certificate,
  },
  pdf: {
    method: 'GET',
    path: '/api/certificates/{code}/pdf',
    access: 'public',
    summary: 'The certificate as a PDF',
    description: '503 while the file that it names is pending.',
    params: ByCode,
    download: 'application/pdf',
    response: FileContent,
  },
  file: {
    method: 'GET',
    path: '/api/certificates/{code}/file',
    access: 'account',
    summary: 'The file that was decided on, byte for byte',
    description: 'Takes `Range`, and `If-Range` with its `ETag`. 503 while the file is pending.',
    params: ByCode,
    download: 'application/octet-stream',
    response: FileContent,
  },
})
