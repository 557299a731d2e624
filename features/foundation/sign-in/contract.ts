import { z } from 'zod'
import { isTimeZone } from '#core/calendar.ts'
import { endpoints } from '#core/endpoint.ts'
import { Done } from '#core/schemas.ts'

const NewTimeZone = z
  .string()
  .max(64)
  .transform((name) => (isTimeZone(name) ? name : undefined))
  .optional()
  .meta({
    description: "The browser's time zone, stored at the first sign-in. An unknown one is ignored.",
  })

export const SignInReturn = z.object({
  code: z.string('No sign-in code was given').min(1, 'No sign-in code was given').max(4096),
  state: z.string().max(1024).optional(),
  time_zone: NewTimeZone,
})
export type SignInReturn = z.output<typeof SignInReturn>

export const SignInOptions = z.object({
  methods: z
    .array(z.enum(['oidc', 'email', 'passkey']))
    .meta({ description: 'The ways to sign in: an identity provider, a code by email, a passkey.' }),
  provider_name: z.string().meta({ description: 'The name of the identity provider.', example: 'Google' }),
  sign_up: z.enum(['open', 'closed']).meta({ description: 'Whether new accounts can be created.' }),
  outbox_path: z
    .string()
    .nullable()
    .meta({ description: 'Where mails can be read, if a sandbox keeps them instead of sending them.' }),
})
export type SignInOptions = z.output<typeof SignInOptions>

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
  time_zone: NewTimeZone,
})
export type CodeSignIn = z.output<typeof CodeSignIn>

export const signInApi = endpoints({
  options: {
    method: 'GET',
    path: '/api/sign-in',
    access: 'public',
    summary: 'The ways to sign in here',
    response: SignInOptions,
  },
  askForCode: {
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
  enterCode: {
    method: 'POST',
    path: '/api/sign-in/email/code',
    access: 'public',
    summary: 'Exchange the code from the mail for a session',
    body: CodeSignIn,
    response: Done,
    status: 201,
    limit: 'signIn',
  },
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
