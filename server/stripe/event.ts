import type Stripe from 'stripe'
import { z } from 'zod'
import { BadInput } from '#server/errors.ts'
import { isSignatureError } from './failures.ts'

/** Verifies the signature of an event over its raw body, and reads it: although signed, its ids are used in queries. */
export function readSigned<Event>(
  stripe: Stripe,
  { payload, signature, secret }: { payload: Uint8Array; signature: string; secret: string },
  read: (event: unknown) => Event,
): Event {
  try {
    return read(stripe.webhooks.constructEvent(Buffer.from(payload), signature, secret))
  } catch (error) {
    if (isSignatureError(error)) throw new BadInput('The signature of this event is not valid')
    // Signed, but not an event: the SDK parses any JSON.
    if (error instanceof SyntaxError || error instanceof z.ZodError) {
      throw new BadInput('This is not an event')
    }
    throw error
  }
}
