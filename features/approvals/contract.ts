import { z } from 'zod'
import { Instant } from '#core/calendar.ts'

export const Verdict = z.enum(['approved', 'rejected'])
export type Verdict = z.output<typeof Verdict>

/** What a client decided, once and for good: it is never changed, only followed by another. */
export const Decision = z.object({
  decision: Verdict,
  feedback: z.string().meta({ description: "The client's words; empty if there were none." }),
  decided_at: Instant,
  client_name: z.string().meta({ description: 'As it was when the decision was taken.' }),
})
export type Decision = z.output<typeof Decision>

/** The state of an approval. Null until it is requested. */
export const ApprovalStatus = z.enum(['pending', 'approved', 'rejected'])
export type ApprovalStatus = z.output<typeof ApprovalStatus>
