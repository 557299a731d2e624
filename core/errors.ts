import { z } from 'zod'

/** The body of every answer that is not a success. */
export const ErrorBody = z.object({
  error: z.string().meta({ description: 'One sentence a person can read.' }),
  details: z.string().optional(),
  fields: z.record(z.string(), z.string()).optional().meta({ description: 'What is wrong, by field.' }),
  setupRequired: z.boolean().optional(),
})
export type ErrorBody = z.output<typeof ErrorBody>
