import { z } from 'zod'
import { endpoints } from '#core/endpoint.ts'
import { Done } from '#core/schemas.ts'
import { BrowserTimeZone } from '#features/foundation/account/contract.ts'

export const EmailSignIn = z.object({
  email: z
    .string('Please enter your email address')
    .trim()
    .min(1, 'Please enter your email address')
    .pipe(z.email('Please enter a valid email address').max(254, 'Please enter a valid email address')),
})
export type EmailSignIn = z.output<typeof EmailSignIn>
export type EmailSignInForm = z.input<typeof EmailSignIn>

export const CodeSignIn = z.object({
  code: z
    .string('Please enter the six digits')
    .max(20)
    .transform((written) => written.replace(/\s/g, ''))
    .refine((code) => /^\d{6}$/.test(code), 'Please enter the six digits'),
  time_zone: BrowserTimeZone,
})
export type CodeSignIn = z.output<typeof CodeSignIn>

export const emailCodesApi = endpoints({
  ask: {
    method: 'POST',
    path: '/api/sign-in/email',
    access: 'public',
    summary: 'Mail a code and a link to sign in',
    description:
      'The answer is the same for every address. The code is valid for ten minutes, once, only in the browser that asked. Five wrong attempts invalidate it.',
    body: EmailSignIn,
    response: Done,
    status: 202,
    limit: 'signIn',
  },
  enter: {
    method: 'POST',
    path: '/api/sign-in/email/code',
    access: 'public',
    summary: 'Exchange the code from the mail for a session',
    body: CodeSignIn,
    response: Done,
    status: 201,
    limit: 'signIn',
  },
})
