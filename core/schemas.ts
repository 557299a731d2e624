import { z } from 'zod'
import { DateOnly } from '#core/calendar.ts'

/** A record's number in an address or a body. */
export const Id = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER)
export const ById = z.object({ id: Id })
export const OptionalId = z
  .int()
  .min(1)
  .max(Number.MAX_SAFE_INTEGER)
  .nullish()
  .transform((id) => id ?? null)

/** Filters a list by project. */
export const OfProject = z.object({ project_id: Id.optional() })
export type OfProject = z.output<typeof OfProject>

/** Filters a list by client, project and days. */
export const WorkFilter = OfProject.extend({
  client_id: Id.optional(),
  from: DateOnly.optional().meta({ description: 'The first day of the list.' }),
  to: DateOnly.optional().meta({ description: 'The last day of the list.' }),
})
export type WorkFilter = z.output<typeof WorkFilter>

/** A filter by yes or no, as a query has it. */
export const YesOrNo = z.enum(['true', 'false'])

export const Version = z.int().meta({ description: 'Counts the changes of this record; its `ETag`.' })

export const Done = z.object({ success: z.literal(true) })

/** An address that mail can be sent to. */
export const MailAddress = z.email().max(254)

const MAX_COPIES = 10

/** Addresses that get a copy of an email. */
export const CopyAddresses = z
  .array(z.string().trim())
  .max(MAX_COPIES, `At most ${MAX_COPIES} addresses get a copy`)
  .refine(
    (addresses) => addresses.every((address) => MailAddress.safeParse(address).success),
    'Please enter valid email addresses',
  )

/** A key that opens something, or an address with one, in a response. */
export const Secret = z.string().meta({ format: 'password' })
export const isSecret = (schema: z.core.$ZodType): boolean =>
  z.globalRegistry.get(schema)?.format === Secret.meta()?.format
