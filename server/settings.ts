import { z } from 'zod'
import { MailAddress, type Sender } from '#server/mail/mail.ts'
import type { PaymentProvider } from '#server/payments/payments.ts'
import type { RateLimits } from '#server/rate-limits.ts'

/** Everything that can be set from outside. `.env.example` documents each. */
export interface Settings {
  port: number
  host: string
  publicUrl: URL
  trustProxy: boolean
  dataDirectory: string
  databaseUrl: string | undefined
  secret: string | undefined
  previousSecrets: string[]
  identity: IdentityProvider | 'sandbox'
  /** Missing on a public address: Daybook runs, but does not sell. */
  payments: PaymentProvider | 'sandbox' | 'missing'
  mail: MailSettings
  files: S3Settings | 'disk'
  adminEmails: string[]
  /** Whoever knows it reads how the server fares. */
  metricsToken: string | undefined
  limits: RateLimits
  logLevel: (typeof LOG_LEVELS)[number]
}

export interface IdentityProvider {
  issuer: URL
  clientId: string
  clientSecret: string
  /** It answers under this app's own address, so a browser reaches it under whichever name she uses for it. */
  sharesOurOrigin?: boolean
}

export interface MailSettings {
  /** Missing on a public address: Daybook runs, and what would mail says that it cannot. */
  server: { smtpUrl: string } | 'sandbox' | 'missing'
  from: Sender
}

export interface S3Settings {
  bucket: string
  /** Where it is not Amazon's. */
  endpoint: URL | undefined
  region: string
  accessKeyId: string
  secretAccessKey: string
}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

export class SettingsError extends Error {
  constructor(faults: string[]) {
    super(`Daybook cannot start with these settings:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`)
    this.name = 'SettingsError'
  }
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/
export const isLoopback = (hostname: string): boolean => LOOPBACK.test(hostname)

const webAddress = z
  .string()
  .refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''), 'must be an http or https address')
  .transform((text) => new URL(text))

const atLeastOne = z.coerce.number('must be a whole number, 1 or more').int().min(1)

/** `Daybook <daybook@example.com>`, or an address alone. */
function readSender(text: string, ctx: z.RefinementCtx): Sender {
  const [, name = 'Daybook', address = text.trim()] = /^\s*"?([^"<>]*?)"?\s*<([^<>]+)>\s*$/.exec(text) ?? []
  if (!MailAddress.safeParse(address).success || /\p{Control}/u.test(name)) {
    ctx.addIssue('must be an e-mail address, or a name and an address like Daybook <daybook@example.com>')
  }
  return { name: name || 'Daybook', address }
}

const Environment = z.object({
  PORT: z.coerce.number('must be a number from 0 to 65535').int().min(0).max(65_535).default(3000),
  HOST: z.string().optional(),
  PUBLIC_URL: webAddress
    .refine((url) => url.pathname === '/' && !url.search && !url.hash, 'must be an origin without a path')
    .optional(),
  TRUST_PROXY: z.enum(['true', 'false'], 'must be true or false').default('false'),
  DATA_DIRECTORY: z.string().default('./data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgres://')
    .optional(),
  SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  SECRET_PREVIOUS: z
    .string()
    .default('')
    .transform((list) => list.split(/[\s,]+/).filter(Boolean)),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  OIDC_ISSUER: webAddress.default(new URL('https://accounts.google.com')),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_API_URL: webAddress.optional(),
  SMTP_URL: z
    .string()
    .refine((text) => /^smtps?:$/.test(URL.parse(text)?.protocol ?? ''), 'must be an smtp or smtps address')
    .optional(),
  MAIL_FROM: z.string().transform(readSender).optional(),
  S3_BUCKET: z.string().optional(),
  S3_ENDPOINT: webAddress.optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  ADMIN_EMAILS: z
    .string()
    .default('')
    .transform((list) =>
      list
        .toLowerCase()
        .split(/[\s,]+/)
        .filter(Boolean),
    ),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  SIGN_IN_LIMIT: atLeastOne.default(60),
  UNKNOWN_TOKEN_LIMIT: atLeastOne.default(60),
  PORTAL_WRITE_LIMIT: atLeastOne.default(60),
  LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
})

export function readSettings(environment: NodeJS.ProcessEnv = process.env): Settings {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const { env, faults } = readEnvironment(given)
  const publicUrl = env.PUBLIC_URL ?? new URL(`http://localhost:${env.PORT}`)
  const isPrivate = isLoopback(publicUrl.hostname)

  if (Boolean(env.GOOGLE_CLIENT_ID) !== Boolean(env.GOOGLE_CLIENT_SECRET)) {
    faults.push('GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET belong together: set both or neither')
  }
  const identity: Settings['identity'] =
    env.GOOGLE_CLIENT_ID && env.GOOGLE_CLIENT_SECRET
      ? { issuer: env.OIDC_ISSUER, clientId: env.GOOGLE_CLIENT_ID, clientSecret: env.GOOGLE_CLIENT_SECRET }
      : 'sandbox'

  if (Boolean(env.STRIPE_SECRET_KEY) !== Boolean(env.STRIPE_WEBHOOK_SECRET)) {
    faults.push('STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET belong together: set both or neither')
  }
  const payments: Settings['payments'] =
    env.STRIPE_SECRET_KEY && env.STRIPE_WEBHOOK_SECRET
      ? {
          secretKey: env.STRIPE_SECRET_KEY,
          webhookSecret: env.STRIPE_WEBHOOK_SECRET,
          apiUrl: env.STRIPE_API_URL,
        }
      : isPrivate
        ? 'sandbox'
        : 'missing'

  if (env.SMTP_URL && !given.MAIL_FROM) {
    faults.push(
      'MAIL_FROM is missing: mails need an address to come from, like Daybook <daybook@example.com>',
    )
  }
  const mail: MailSettings = {
    server: env.SMTP_URL ? { smtpUrl: env.SMTP_URL } : isPrivate ? 'sandbox' : 'missing',
    from: env.MAIL_FROM ?? { name: 'Daybook', address: 'daybook@localhost' },
  }

  if (env.S3_BUCKET && !(env.S3_ACCESS_KEY_ID && env.S3_SECRET_ACCESS_KEY)) {
    faults.push('S3_BUCKET needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY')
  }
  const files: Settings['files'] =
    env.S3_BUCKET && env.S3_ACCESS_KEY_ID && env.S3_SECRET_ACCESS_KEY
      ? {
          bucket: env.S3_BUCKET,
          endpoint: env.S3_ENDPOINT,
          region: env.S3_REGION,
          accessKeyId: env.S3_ACCESS_KEY_ID,
          secretAccessKey: env.S3_SECRET_ACCESS_KEY,
        }
      : 'disk'

  if (!isPrivate) {
    if (publicUrl.protocol !== 'https:') {
      faults.push(`PUBLIC_URL must be https on a public address, but is ${publicUrl.origin}`)
    }
    if (identity === 'sandbox') {
      faults.push(
        'GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET are missing: the sandbox that lets anybody sign in runs on localhost only',
      )
    }
    if (!given.SECRET)
      faults.push('SECRET is missing: it signs cookies, and must be the same on every server')
  }
  if (faults.length > 0) throw new SettingsError(faults)

  return {
    port: env.PORT,
    // A sandbox trusts whoever reaches it, so only this machine may.
    host: env.HOST ?? ([identity, payments, mail.server].includes('sandbox') ? 'localhost' : '0.0.0.0'),
    publicUrl,
    trustProxy: env.TRUST_PROXY === 'true',
    dataDirectory: env.DATA_DIRECTORY,
    databaseUrl: env.DATABASE_URL,
    secret: env.SECRET,
    previousSecrets: env.SECRET_PREVIOUS,
    identity,
    payments,
    mail,
    files,
    adminEmails: env.ADMIN_EMAILS,
    metricsToken: env.METRICS_TOKEN,
    limits: {
      signIn: env.SIGN_IN_LIMIT,
      unknownCredentials: env.UNKNOWN_TOKEN_LIMIT,
      portalWrites: env.PORTAL_WRITE_LIMIT,
    },
    logLevel: env.LOG_LEVEL,
  }
}

/** What is wrong by itself is left out, so that what does not fit together is told along with it. */
function readEnvironment(given: NodeJS.ProcessEnv) {
  const parsed = Environment.safeParse(given)
  if (parsed.success) return { env: parsed.data, faults: [] as string[] }
  const wrong = new Set(parsed.error.issues.map(({ path }) => path[0]))
  const sound = Object.entries(given).filter(([name]) => !wrong.has(name))
  return {
    env: Environment.parse(Object.fromEntries(sound)),
    faults: parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`),
  }
}
