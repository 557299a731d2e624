import { z } from 'zod'
import { Instant } from '#core/calendar.ts'

export const Verdict = z.enum(['approved', 'rejected'])
export type Verdict = z.output<typeof Verdict>

/** What a client decided. Never changed, only followed by another. */
export const Decision = z.object({
  decision: Verdict,
  feedback: z.string().meta({ description: "The client's comment; may be empty." }),
  decided_at: Instant,
  client_name: z.string().meta({ description: "The client's name when the decision was made." }),
})
export type Decision = z.output<typeof Decision>

/** The state of an approval. Null until it is requested. */
export const ApprovalStatus = z.enum(['pending', 'approved', 'rejected'])
export type ApprovalStatus = z.output<typeof ApprovalStatus>
