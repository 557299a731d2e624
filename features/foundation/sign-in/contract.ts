import { z } from 'zod'
import { endpoints } from '#core/endpoint.ts'
import { Done } from '#core/schemas.ts'
import { BrowserTimeZone } from '#features/foundation/account/contract.ts'

export const SignInReturn = z.object({
  code: z.string('No sign-in code was given').min(1, 'No sign-in code was given').max(4096),
  state: z.string().max(1024).optional(),
  time_zone: BrowserTimeZone,
})
export type SignInReturn = z.output<typeof SignInReturn>

export const signInApi = endpoints({
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
  signOut: {
    method: 'GET',
    path: '/api/logout',
    access: 'public',
    summary: 'End the session',
    response: Done,
    changesState: true,
  },
})
