import { z } from 'zod'

export interface BillingEvent {
  id: string
  type: string
  /** The customer it is about; undefined if there is none. */
  customerId: string | undefined
}

const Id = z.string().regex(/^\w{1,255}$/)

const Event = z.object({
  id: Id,
  type: z.string().regex(/^[\w.]{1,255}$/),
  data: z.object({
    object: z.object({ customer: z.union([Id, z.object({ id: Id }), z.null()]).optional() }),
  }),
})

/** Validated although it is signed, since its ids are used in queries. */
export function eventFrom(given: unknown): BillingEvent {
  const { id, type, data } = Event.parse(given)
  const { customer } = data.object
  return { id, type, customerId: typeof customer === 'string' ? customer : customer?.id }
}
