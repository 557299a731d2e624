import { z } from 'zod'
import { endpoints } from '#core/endpoint.ts'

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

export const signInPageApi = endpoints({
  options: {
    method: 'GET',
    path: '/api/sign-in',
    access: 'public',
    summary: 'The ways to sign in here',
    response: SignInOptions,
  },
})
