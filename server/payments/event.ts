import { z } from 'zod'

/** Says what to look at, never what is true. */
export interface PaymentsEvent {
  id: string
  type: string
  /** The connected account it is about; undefined if it is about the platform. */
  accountId: string | undefined
  /** The payment that it is about, if it is about one. */
  paymentId: string | undefined
  /** The checkout that it is about, if it is about one. */
  checkoutId: string | undefined
}

const Id = z.string().regex(/^\w{1,255}$/)
const Reference = z.union([Id, z.object({ id: Id }), z.null()]).optional()

const Event = z.object({
  id: Id,
  type: z.string().regex(/^[\w.]{1,255}$/),
  account: Id.optional(),
  data: z.object({
    object: z.object({ object: z.string(), id: Id.optional(), payment_intent: Reference }),
  }),
})

export function paymentsEventFrom(given: unknown): PaymentsEvent {
  const { id, type, account, data } = Event.parse(given)
  const { object, id: itsId, payment_intent } = data.object
  return {
    id,
    type,
    accountId: account,
    paymentId: object === 'payment_intent' ? itsId : idOf(payment_intent),
    checkoutId: object === 'checkout.session' ? itsId : undefined,
  }
}

const idOf = (reference: z.output<typeof Reference>): string | undefined =>
  typeof reference === 'string' ? reference : reference?.id
