import { z } from 'zod'

/** A record's number in an address or a body. */
export const Id = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER)
export const ById = z.object({ id: Id })
export const OptionalId = z
  .int()
  .min(1)
  .max(Number.MAX_SAFE_INTEGER)
  .nullish()
  .transform((id) => id ?? null)

export const Done = z.object({ success: z.literal(true) })
