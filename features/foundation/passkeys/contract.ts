import { z } from 'zod'
import { Instant, isTimeZone } from '#core/calendar.ts'
import { endpoints } from '#core/endpoint.ts'
import { ById, Done } from '#core/schemas.ts'
import { required } from '#core/text.ts'

const MAX_NAME = 60

export const Passkey = z.object({
  id: z.int(),
  name: z.string().meta({ example: 'iCloud Keychain' }),
  is_backed_up: z.boolean().meta({ description: 'Whether it is synced to other devices of its owner.' }),
  created_at: Instant,
  last_used_at: Instant.nullable(),
})
export type Passkey = z.output<typeof Passkey>

export const PasskeyInput = z.object({ name: required('Please enter a name', MAX_NAME) })
export type PasskeyInput = z.output<typeof PasskeyInput>

/** Ten codes, shown once. */
const RecoveryCodes = z
  .array(z.string())
  .meta({ description: 'Each signs in once. They are never shown again.', example: ['7KQ2-M9TD-4XWA-0HZR'] })

/** A way to sign in that is no passkey. */
export const LinkedIdentity = z.object({
  id: z.int(),
  kind: z.enum(['provider', 'email']),
  name: z.string().meta({ description: 'The provider, or the email address.', example: 'Google' }),
  created_at: Instant.nullable().meta({ description: 'Null if it was not recorded yet then.' }),
  last_used_at: Instant.nullable(),
})
export type LinkedIdentity = z.output<typeof LinkedIdentity>

export const SignInMethods = z.object({
  identities: z.array(LinkedIdentity),
  passkeys: z.array(Passkey),
  recovery_codes_left: z.int(),
  offers_passkeys: z.boolean().meta({ description: 'Whether passkeys can be added and used here.' }),
})
export type SignInMethods = z.output<typeof SignInMethods>

const base64url = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .regex(/^[\w-]+$/, 'Must be base64url')

const PublicKey = z.literal('public-key')
const Transports = z
  .array(
    z
      .string()
      .max(30)
      .regex(/^[\w-]+$/),
  )
  .max(10)

/** Options of `navigator.credentials.create`, as JSON. */
const CreationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: PublicKey })),
  timeout: z.int(),
  excludeCredentials: z.array(z.object({ id: z.string(), type: PublicKey, transports: z.array(z.string()) })),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
})

/** Options of `navigator.credentials.get`, as JSON. */
const RequestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
})

const MAX_ID = 1400

const CreatedCredential = z.object({
  id: base64url(MAX_ID),
  response: z.object({
    attestationObject: base64url(60_000),
    clientDataJSON: base64url(10_000),
    transports: Transports.optional(),
  }),
})

const UsedCredential = z.object({
  id: base64url(MAX_ID),
  response: z.object({
    authenticatorData: base64url(10_000),
    clientDataJSON: base64url(10_000),
    signature: base64url(10_000),
    userHandle: base64url(200).optional(),
  }),
})

export const NewPasskey = z.object({ credential: CreatedCredential })
export type NewPasskey = z.output<typeof NewPasskey>

export const PasskeyUse = z.object({ credential: UsedCredential })
export type PasskeyUse = z.output<typeof PasskeyUse>

export const RecoveryInput = z.object({
  email: z.string().trim().min(1, 'Please enter your email address').max(254),
  code: z.string().trim().min(1, 'Please enter a recovery code').max(100),
})
export type RecoveryInput = z.output<typeof RecoveryInput>

const AccountOwner = z.object({
  name: required('Please enter your name', 100),
  email: z.string().trim().pipe(z.email('Please enter an email address').max(254)),
})

export const SignUpInput = AccountOwner.extend({
  setup_token: z
    .string()
    .max(100)
    .optional()
    .meta({ description: 'From the link that a new server prints; it works although sign-up is closed.' }),
})
export type SignUpInput = z.output<typeof SignUpInput>

export const SignUp = SignUpInput.extend({
  credential: CreatedCredential,
  time_zone: z
    .string()
    .max(64)
    .transform((name) => (isTimeZone(name) ? name : undefined))
    .optional()
    .meta({ description: "The browser's time zone. An unknown one is ignored." }),
})
export type SignUp = z.output<typeof SignUp>

export const passkeysApi = endpoints({
  methods: {
    method: 'GET',
    path: '/api/account/sign-in-methods',
    access: 'account',
    summary: 'Your ways to sign in',
    response: SignInMethods,
  },
  removeMethod: {
    method: 'DELETE',
    path: '/api/account/sign-in-methods/{id}',
    access: 'account',
    summary: 'No longer sign in with a provider or an email address',
    description: 'Refused with 409 if you could not sign in any more.',
    params: ById,
    response: Done,
    needs: 'recent sign-in',
  },
  list: {
    method: 'GET',
    path: '/api/account/passkeys',
    access: 'account',
    summary: 'Your passkeys',
    response: z.array(Passkey),
  },
  options: {
    method: 'POST',
    path: '/api/account/passkeys/options',
    access: 'account',
    summary: 'What a browser needs to make a passkey',
    response: CreationOptions,
    needs: 'recent sign-in',
  },
  create: {
    method: 'POST',
    path: '/api/account/passkeys',
    access: 'account',
    summary: 'Add a passkey that the browser made',
    description: 'The first one comes with recovery codes.',
    body: NewPasskey,
    response: Passkey.extend({ recovery_codes: RecoveryCodes.nullable() }),
    status: 201,
    needs: 'recent sign-in',
  },
  rename: {
    method: 'PUT',
    path: '/api/account/passkeys/{id}',
    access: 'account',
    summary: 'Rename a passkey',
    params: ById,
    body: PasskeyInput,
    response: Passkey,
  },
  remove: {
    method: 'DELETE',
    path: '/api/account/passkeys/{id}',
    access: 'account',
    summary: 'Remove a passkey',
    description: 'Refused with 409 if you could not sign in any more.',
    params: ById,
    response: Done,
    needs: 'recent sign-in',
  },
  makeRecoveryCodes: {
    method: 'POST',
    path: '/api/account/recovery-codes',
    access: 'account',
    summary: 'Make ten recovery codes, which replace the ones before',
    response: z.object({ recovery_codes: RecoveryCodes }),
    status: 201,
    needs: 'recent sign-in',
  },
})

export const passkeySignInApi = endpoints({
  options: {
    method: 'POST',
    path: '/api/sign-in/passkey/options',
    access: 'public',
    summary: 'What a browser needs to sign in with a passkey',
    response: RequestOptions,
    limit: 'signIn',
  },
  signIn: {
    method: 'POST',
    path: '/api/sign-in/passkey',
    access: 'public',
    summary: 'Sign in with a passkey',
    body: PasskeyUse,
    response: Done,
    status: 201,
    limit: 'signIn',
  },
  recover: {
    method: 'POST',
    path: '/api/sign-in/recovery',
    access: 'public',
    summary: 'Sign in with a recovery code, which is used up',
    body: RecoveryInput,
    response: Done,
    status: 201,
    limit: 'signIn',
  },
  signUpOptions: {
    method: 'POST',
    path: '/api/sign-up/passkey/options',
    access: 'public',
    summary: 'What a browser needs to make the passkey of a new account',
    description:
      'Only where passkeys are the only way to sign in. The first account of a server needs the token of its setup link.',
    body: SignUpInput,
    response: CreationOptions,
    limit: 'signIn',
  },
  signUp: {
    method: 'POST',
    path: '/api/sign-up/passkey',
    access: 'public',
    summary: 'Create an account with a passkey, and sign in',
    body: SignUp,
    response: z.object({ recovery_codes: RecoveryCodes }),
    status: 201,
    limit: 'signIn',
  },
})
