import { z } from 'zod'
import { Instant } from '#core/calendar.ts'
import { Secret } from '#core/schemas.ts'
import { FileInfo } from '#core/uploaded-file.ts'

export const Verdict = z.enum(['approved', 'rejected'])
export type Verdict = z.output<typeof Verdict>

/** A client's decision. Never changed, only followed by another. */
export const Decision = z.object({
  decision: Verdict,
  feedback: z.string().meta({ description: "The client's comment; may be empty." }),
  decided_at: Instant,
  client_name: z.string().meta({ description: "The client's name when the decision was made." }),
  address: z.string().nullable().meta({ description: 'The IP address, for the two parties only.' }),
  certificate: Secret.meta({ description: 'The code of its certificate, which `/verify/{code}` shows.' }),
  file: FileInfo.nullable().meta({
    description:
      'What was decided on: the file of a version, or the invoice as PDF. Null if no file was kept, or while it is pending.',
  }),
  is_file_pending: z
    .boolean()
    .meta({ description: 'True until the invoice is rendered as PDF, moments after the decision.' }),
})
export type Decision = z.output<typeof Decision>

/** The state of an approval. Null until it is requested. */
export const ApprovalStatus = z.enum(['pending', 'approved', 'rejected'])
export type ApprovalStatus = z.output<typeof ApprovalStatus>
