import { z } from 'zod'
import { Instant, isTimeZone } from '#core/calendar.ts'
import { endpoints } from '#core/endpoint.ts'
import { Done } from '#core/schemas.ts'

export const DemoInput = z.object({
  time_zone: z
    .string()
    .max(64)
    .transform((name) => (isTimeZone(name) ? name : undefined))
    .optional()
    .meta({ description: "The browser's time zone, for a visitor. An unknown one is ignored." }),
})
export type DemoInput = z.output<typeof DemoInput>

export const demoApi = endpoints({
  open: {
    method: 'POST',
    path: '/api/demo',
    access: 'public',
    summary: 'Open a demo: a design studio with a year of work in it',
    description:
      'The session is one of the demo from now on. It needs no account, and expires after a day. In a demo, this starts over with another one. With an account, a demo that you left is opened again.',
    body: DemoInput,
    response: z.object({ expires_at: Instant }),
    status: 201,
    limit: 'demo',
  },
  leave: {
    method: 'DELETE',
    path: '/api/demo',
    access: 'public',
    summary: 'Leave the demo, and return to your own account',
    description: 'Without an account, the demo is deleted.',
    response: Done,
  },
})
