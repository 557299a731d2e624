import { z } from 'zod'
import { Instant } from '#core/calendar.ts'
import { endpoints } from '#core/endpoint.ts'

export const MailSubscription = z.object({
  sender: z.string().meta({ description: 'In whose name the emails are sent.' }),
  unsubscribed_at: Instant.nullable(),
})
export type MailSubscription = z.output<typeof MailSubscription>

const ByCode = z.object({ code: z.string() })

/** `{code}` is from the link below an email. It opens nothing else. */
export const unsubscriptionApi = endpoints({
  get: {
    method: 'GET',
    path: '/api/unsubscribe/{code}',
    access: 'public',
    summary: 'Whether this address gets emails about deliverables and comments',
    params: ByCode,
    response: MailSubscription,
  },
  unsubscribe: {
    method: 'POST',
    path: '/api/unsubscribe/{code}',
    access: 'public',
    summary: 'Send this address no more emails about deliverables and comments',
    params: ByCode,
    response: MailSubscription,
  },
  resubscribe: {
    method: 'DELETE',
    path: '/api/unsubscribe/{code}',
    access: 'public',
    summary: 'Send them again',
    params: ByCode,
    response: MailSubscription,
  },
  unsubscribeByMailProgram: {
    method: 'POST',
    path: '/unsubscribe/{code}',
    access: 'public',
    summary: 'Unsubscribe with one click in a mail program (RFC 8058)',
    description: 'The address of `List-Unsubscribe`. Takes any body.',
    params: ByCode,
    raw: true,
    response: MailSubscription,
  },
})
