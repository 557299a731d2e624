import { z } from 'zod'

/** The body of every answer that is not a success. */
export const ErrorBody = z.object({
  error: z.string().meta({ description: 'One sentence a person can read.' }),
  details: z.string().optional(),
  fields: z.record(z.string(), z.string()).optional().meta({ description: 'What is wrong, by field.' }),
  setupRequired: z.boolean().optional(),
  decision: z
    .object({ status: z.enum(['approved', 'rejected']), decided_at: z.iso.datetime() })
    .optional()
    .meta({ description: 'What was decided already, with a 409.' }),
})
export type ErrorBody = z.output<typeof ErrorBody>

/** Said of every portal link that does not open, whatever the reason. */
export const INVALID_LINK = 'Invalid or expired access token'
