import { z } from 'zod'
import { Instant } from '#core/calendar.ts'
import { endpoints } from '#core/endpoint.ts'
import { Done } from '#core/schemas.ts'

export const MAX_UNREAD = 500

/** A comment, a deliverable or an invoice, and where it belongs. */
export const UnreadItem = z.object({
  id: z.int(),
  client_id: z.int(),
  project_id: z.int().nullable(),
  deliverable_id: z.int().nullable(),
  comment_id: z.int().nullable(),
  invoice_id: z.int().nullable(),
  created_at: Instant,
})
export type UnreadItem = z.output<typeof UnreadItem>

export const Seen = z.object({
  unread_ids: z
    .array(z.int().min(1).max(Number.MAX_SAFE_INTEGER))
    .max(MAX_UNREAD)
    .meta({ description: 'Of what was shown.' }),
})

export const unreadApi = endpoints({
  list: {
    method: 'GET',
    path: '/api/unread',
    access: 'account',
    summary: `What clients did since you last looked: the newest ${MAX_UNREAD}, the newest first`,
    response: z.array(UnreadItem),
  },
  markSeen: {
    method: 'POST',
    path: '/api/unread/seen',
    access: 'account',
    summary: 'Mark what was shown as seen; what is seen already stays so',
    body: Seen,
    response: Done,
  },
})
