import { z } from 'zod'
import { Instant, TimeZone } from '#core/calendar.ts'
import { endpoints } from '#core/endpoint.ts'

export const User = z.object({
  id: z.int(),
  email: z.string(),
  google_user_data: z.object({ name: z.string().nullable(), picture: z.string().nullable() }),
  time_zone: z.string(),
  created_at: Instant,
})
export type User = z.output<typeof User>

export const SignInReturn = z.object({
  code: z.string('No sign-in code was given').min(1, 'No sign-in code was given').max(4096),
  state: z.string().max(1024).optional(),
  time_zone: TimeZone.optional().meta({ description: "The browser's, kept at the first sign-in." }),
})
export type SignInReturn = z.output<typeof SignInReturn>

const Done = z.object({ success: z.literal(true) })

export const accountApi = endpoints({
  redirectUrl: {
    method: 'GET',
    path: '/api/oauth/{provider}/redirect_url',
    access: 'public',
    summary: 'Where to send the browser to sign in',
    params: z.object({ provider: z.literal('google') }),
    response: z.object({ redirectUrl: z.string() }),
    limit: 'signIn',
  },
  signIn: {
    method: 'POST',
    path: '/api/sessions',
    access: 'public',
    summary: 'Exchange the code from the identity provider for a session',
    body: SignInReturn,
    response: Done,
    status: 201,
    limit: 'signIn',
  },
  me: {
    method: 'GET',
    path: '/api/users/me',
    access: 'account',
    summary: 'The current user',
    response: User,
  },
  signOut: {
    method: 'GET',
    path: '/api/logout',
    access: 'public',
    summary: 'End the session',
    response: Done,
    changesState: true,
  },
})
