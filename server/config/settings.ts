import { isIP } from 'node:net'
import { z } from 'zod'
import type { PaymentProvider } from '#server/billing/billing.ts'
import type { RateLimits } from '#server/http/rate-limits.ts'
import { MailAddress, type Sender } from '#server/mail/mail.ts'

/** Everything that can be set from outside. `.env.example` documents each. */
export interface Settings {
  port: number
  host: string
  publicUrl: URL
  trustProxy: TrustProxy
  dataDirectory: string
  databaseUrl: string | undefined
  secret: string | undefined
  previousSecrets: string[]
  identity: IdentityProvider | 'sandbox'
  /** Who may reach the app while a sandbox trusts everyone who does. */
  sandboxAccess: 'no sandbox' | 'this machine' | 'anyone'
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

/** Nobody, everybody, so many proxies in a row, or the ones at these addresses. */
export type TrustProxy = boolean | number | string[]

export interface IdentityProvider {
  issuer: URL
  clientId: string
  clientSecret: string
  /** It answers under this app's own address, so a browser reaches it under whichever name she uses for it. */
  sharesOurOrigin?: boolean
}

export interface MailSettings {
  /** Missing on a public address: Daybook runs, and what would mail says that it cannot. */
  server: SmtpServer | 'sandbox' | 'missing'
  from: Sender
}

export interface SmtpServer {
  smtpUrl: string
  /** A server that offers no encryption gets no mail. */
  requiresTls: boolean
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

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/
export const isLoopback = (hostname: string): boolean => LOOPBACK.test(hostname)

const webAddress = z
  .string()
  .refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''), 'must be an http or https address')
  .transform((text) => new URL(text))

const yesOrNo = z
  .enum(['true', 'false'], 'must be true or false')
  .default('false')
  .transform((text) => text === 'true')

const atLeastOne = z.coerce.number('must be a whole number, 1 or more').int().min(1)

/** `Daybook <daybook@example.com>`, or an address alone. */
function readSender(text: string, ctx: z.RefinementCtx): Sender {
  const [, name = 'Daybook', address = text.trim()] = /^\s*"?([^"<>]*?)"?\s*<([^<>]+)>\s*$/.exec(text) ?? []
  if (!MailAddress.safeParse(address).success || /\p{Control}/u.test(name)) {
    ctx.addIssue('must be an e-mail address, or a name and an address like Daybook <daybook@example.com>')
  }
  return { name: name || 'Daybook', address }
}

const NAMED_NETWORKS = new Set(['loopback', 'linklocal', 'uniquelocal'])
const NOBODY = /^(false|0)$/

/** `false`, `true`, a number of hops, or addresses and networks. */
function readTrustProxy(text: string, ctx: z.RefinementCtx): TrustProxy {
  if (NOBODY.test(text) || text === 'true') return text === 'true'
  if (/^\d{1,2}$/.test(text)) return Number(text)
  const proxies = text.split(/[\s,]+/).filter(Boolean)
  if (proxies.length === 0 || !proxies.every(isNetwork)) {
    ctx.addIssue(
      'must be false, the number of proxies in a row, or their addresses, like 127.0.0.1, 10.0.0.0/8',
    )
  }
  return proxies
}

function isNetwork(text: string): boolean {
  const [address = '', prefix] = text.split('/')
  if (NAMED_NETWORKS.has(text)) return true
  const bits = { 4: 32, 6: 128 }[isIP(address)]
  return (
    bits !== undefined &&
    (prefix === undefined || (/^\d{1,3}$/.test(prefix) && +prefix > 0 && +prefix <= bits))
  )
}

/** What a mail server's address may say to go without. */
const TURNS_TLS_OFF = /[?&](ignoreTLS=true|requireTLS=false|opportunisticTLS=true|secure=false)\b/i

/** Long and plain, so that nobody sets it by accident. */
const EXPOSED = 'anyone-can-sign-in-as-anyone'

const Environment = z.object({
  PORT: z.coerce.number('must be a number from 0 to 65535').int().min(0).max(65_535).default(3000),
  HOST: z.string().optional(),
  PUBLIC_URL: webAddress
    .refine((url) => url.pathname === '/' && !url.search && !url.hash, 'must be an origin without a path')
    .optional(),
  DANGEROUSLY_EXPOSE_SANDBOX: z
    .literal(EXPOSED, `must be ${EXPOSED}, or not set at all, which is better`)
    .optional(),
  TRUST_PROXY: z.string().default('false').transform(readTrustProxy),
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
  OIDC_ALLOW_HTTP: yesOrNo,
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_API_URL: webAddress.optional(),
  SMTP_URL: z
    .string()
    .refine((text) => /^smtps?:$/.test(URL.parse(text)?.protocol ?? ''), 'must be an smtp or smtps address')
    .optional(),
  SMTP_ALLOW_PLAINTEXT: yesOrNo,
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
  const isExposed = env.DANGEROUSLY_EXPOSE_SANDBOX !== undefined
  const isOpen = !isPrivate || (env.HOST !== undefined && !isLoopback(env.HOST))
  /** A sandbox trusts whoever reaches it, so it stands in where only this machine does. */
  const standIn = isOpen && !isExposed ? 'missing' : 'sandbox'

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
      : standIn

  if (env.SMTP_URL && !given.MAIL_FROM) {
    faults.push(
      'MAIL_FROM is missing: mails need an address to come from, like Daybook <daybook@example.com>',
    )
  }
  const mail: MailSettings = {
    server: env.SMTP_URL
      ? { smtpUrl: env.SMTP_URL, requiresTls: !isPrivate && !env.SMTP_ALLOW_PLAINTEXT }
      : standIn,
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

  if (!isPrivate && publicUrl.protocol !== 'https:') {
    faults.push(`PUBLIC_URL must be https on a public address, but is ${publicUrl.origin}`)
  }
  if (!isPrivate && env.TRUST_PROXY === true) {
    faults.push(
      'TRUST_PROXY=true believes whatever anybody says about their address: say how many proxies there are, or where, like TRUST_PROXY=1 or TRUST_PROXY=10.0.0.0/8',
    )
  }
  if (!isPrivate && env.OIDC_ISSUER.protocol === 'http:' && !env.OIDC_ALLOW_HTTP) {
    faults.push(
      `OIDC_ISSUER must be https on a public address, but is ${env.OIDC_ISSUER.origin}: whoever is on the way could sign in as anyone (OIDC_ALLOW_HTTP=true allows it)`,
    )
  }
  if (!isPrivate && !env.SMTP_ALLOW_PLAINTEXT && TURNS_TLS_OFF.test(env.SMTP_URL ?? '')) {
    faults.push(
      'SMTP_URL turns TLS off, so that others could read mails and the password on the way (SMTP_ALLOW_PLAINTEXT=true allows it)',
    )
  }
  if (identity === 'sandbox' && standIn === 'missing') {
    if (!given.PUBLIC_URL) {
      faults.push(`PUBLIC_URL is missing: HOST=${env.HOST} lets others in, who need an https address to open`)
    }
    faults.push(
      'GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET are missing: the sandbox that lets anybody sign in runs on localhost only',
    )
  }
  if (!given.SECRET && (!isPrivate || (identity === 'sandbox' && standIn === 'missing'))) {
    faults.push('SECRET is missing: it signs cookies, and must be the same on every server')
  }
  if (faults.length > 0) throw new SettingsError(faults)

  const hasSandbox = [identity, payments, mail.server].includes('sandbox')
  return {
    port: env.PORT,
    host: env.HOST ?? (hasSandbox ? 'localhost' : '0.0.0.0'),
    publicUrl,
    trustProxy: env.TRUST_PROXY,
    dataDirectory: env.DATA_DIRECTORY,
    databaseUrl: env.DATABASE_URL,
    secret: env.SECRET,
    previousSecrets: env.SECRET_PREVIOUS,
    identity,
    sandboxAccess: !hasSandbox ? 'no sandbox' : isExposed ? 'anyone' : 'this machine',
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
