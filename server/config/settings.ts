import { isIP } from 'node:net'
import { join } from 'node:path'
import type { RateLimitName } from '#core/endpoint.ts'
import {
  type Environment,
  readEnvironment,
  type Sender,
  SIGN_IN_METHODS,
  type SignInMethod,
  type TrustProxy,
} from '#server/config/environment.ts'

/** Everything that can be configured. `.env.example` documents each variable. */
export interface Settings {
  port: number
  host: string
  publicUrl: URL
  trustProxy: TrustProxy
  /** Seconds for which a stopping server still answers, but reports that it is not ready. */
  drainSeconds: number
  dataDirectory: string
  databaseUrl: string | undefined
  /** Set if `databaseUrl` is that of a pooler in transaction mode: the database's own address. */
  databaseDirectUrl: string | undefined
  secret: string | undefined
  previousSecrets: string[]
  /** Missing where `oidc` is not among the ways to sign in. */
  identity: IdentityProvider | 'sandbox' | 'missing'
  signIn: SignInSettings
  /** The reach of the app while a sandbox trusts every caller. */
  sandboxAccess: 'no sandbox' | 'this machine' | 'anyone'
  /** Missing on a public address: Daybook runs, but nothing can be paid. */
  payments: PaymentProvider | 'sandbox' | 'missing'
  /** False where nothing can be sold: every account has everything. */
  sellsPlans: boolean
  mail: MailSettings
  files: S3Settings | 'disk'
  backups: BackupSettings
  adminEmails: string[]
  offersDemo: boolean
  /** Address of the European Central Bank's reference rates, as XML. */
  exchangeRatesUrl: URL | undefined
  /** Grants access to /metrics. */
  metricsToken: string | undefined
  limits: RateLimits
  logLevel: Environment['LOG_LEVEL']
}

export interface IdentityProvider {
  issuer: URL
  clientId: string
  clientSecret: string
  /** It is served by this app, so a browser reaches it under the host name it uses for the app. */
  sharesOurOrigin?: boolean
}

export interface SignInSettings {
  methods: readonly SignInMethod[]
  /** Closed: only who has an account already, and `ADMIN_EMAILS`. */
  signUp: 'open' | 'closed'
  /** The name of the identity provider on buttons and in texts. */
  providerName: string
}

/** Access to the payment provider. */
export interface PaymentProvider {
  secretKey: string
  webhookSecret: string
  /** Signs the events of connected accounts. Without it, clients cannot pay online. */
  connectWebhookSecret?: string | undefined
  apiUrl?: URL | undefined
}

export interface MailSettings {
  /** Missing on a public address: Daybook runs, but cannot send mail. */
  server: SmtpServer | 'sandbox' | 'missing'
  from: Sender
}

export interface SmtpServer {
  smtpUrl: string
  /** Send nothing through a server that offers no encryption. */
  requiresTls: boolean
}

export interface S3Settings {
  bucket: string
  /** For providers other than Amazon. */
  endpoint: URL | undefined
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** Backups that the server makes by itself. */
export interface BackupSettings {
  /** Five fields of cron, in UTC. */
  schedule: string | null
  keep: number
  directory: string
}

/** Calls per minute; demos per hour. */
export interface RateLimits extends Record<RateLimitName, number> {
  /** Unknown session cookies and links, by IP address. */
  unknownCredentials: number
  /** Writes through one link that gives access without signing in. */
  linkWrites: number
}

export class SettingsError extends Error {
  constructor(problems: string[]) {
    super(`Daybook cannot start with these settings:\n${problems.map((line) => `  - ${line}`).join('\n')}`)
    this.name = 'SettingsError'
  }
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/
export const isLoopback = (hostname: string): boolean => LOOPBACK.test(hostname)

export function readSettings(variables: NodeJS.ProcessEnv = process.env): Settings {
  const { env, given, problems } = readEnvironment(variables)
  const publicUrl = env.PUBLIC_URL ?? new URL(`http://localhost:${env.PORT}`)
  const isLocal = isLoopback(publicUrl.hostname)
  const isReachable = !isLocal || (env.HOST !== undefined && !isLoopback(env.HOST))
  const isExposed = env.DANGEROUSLY_EXPOSE_SANDBOX !== undefined
  /** A sandbox trusts every caller, so it takes a provider's place only where others cannot reach it. */
  const standIn = isReachable && !isExposed ? 'missing' : 'sandbox'
  const payments = paymentsFrom(env) ?? standIn
  const mail: MailSettings = {
    server: mailServerFrom(env, isLocal) ?? standIn,
    from: env.MAIL_FROM ?? { name: 'Daybook', address: 'daybook@localhost' },
  }
  const provider = identityFrom(env) ?? standIn
  const methods = env.SIGN_IN ?? usualMethods(provider, mail.server)
  const identity = methods.includes('oidc') ? provider : 'missing'
  const hasSandbox = [identity, payments, mail.server].includes('sandbox')
  problems.push(
    ...incomplete(env, given),
    ...(isLocal ? [] : unsafeInPublic(env, given, publicUrl)),
    ...(isLocal ? [] : withoutHostName(methods, publicUrl)),
    ...(standIn === 'missing' ? withoutProvider(env, given) : []),
  )
  if (isExposed && !hasSandbox)
    problems.push('DANGEROUSLY_EXPOSE_SANDBOX exposes nothing, since no sandbox is in use: remove it')
  if (problems.length > 0) throw new SettingsError(problems)

  return {
    port: env.PORT,
    host: env.HOST ?? (hasSandbox ? 'localhost' : '0.0.0.0'),
    publicUrl,
    trustProxy: env.TRUST_PROXY,
    drainSeconds: env.DRAIN_SECONDS,
    dataDirectory: env.DATA_DIRECTORY,
    databaseUrl: env.DATABASE_URL,
    databaseDirectUrl: env.DATABASE_DIRECT_URL,
    secret: env.SECRET,
    previousSecrets: env.SECRET_PREVIOUS,
    identity,
    signIn: { methods, signUp: env.SIGN_UP, providerName: env.OIDC_NAME ?? nameOf(env.OIDC_ISSUER) },
    sandboxAccess: !hasSandbox ? 'no sandbox' : isExposed ? 'anyone' : 'this machine',
    payments,
    sellsPlans: payments !== 'missing' && env.PLANS !== 'off',
    mail,
    files: bucketFrom(env) ?? 'disk',
    backups: {
      schedule: env.BACKUP_SCHEDULE ?? null,
      keep: env.BACKUP_KEEP,
      directory: env.BACKUP_DIRECTORY ?? join(env.DATA_DIRECTORY, 'backups'),
    },
    adminEmails: env.ADMIN_EMAILS,
    offersDemo: env.DEMO === 'on',
    exchangeRatesUrl: env.EXCHANGE_RATES_URL,
    metricsToken: env.METRICS_TOKEN,
    limits: {
      signIn: env.SIGN_IN_LIMIT,
      demo: env.DEMO_LIMIT,
      unknownCredentials: env.UNKNOWN_TOKEN_LIMIT,
      linkWrites: env.PORTAL_WRITE_LIMIT,
    },
    logLevel: env.LOG_LEVEL,
  }
}

const clientId = (env: Environment) => env.OIDC_CLIENT_ID ?? env.GOOGLE_CLIENT_ID
const clientSecret = (env: Environment) => env.OIDC_CLIENT_SECRET ?? env.GOOGLE_CLIENT_SECRET

function identityFrom(env: Environment): IdentityProvider | undefined {
  const [id, secret] = [clientId(env), clientSecret(env)]
  return id && secret ? { issuer: env.OIDC_ISSUER, clientId: id, clientSecret: secret } : undefined
}

const nameOf = ({ hostname, host }: URL): string => (hostname === 'accounts.google.com' ? 'Google' : host)

/** The provider alone where one is configured, otherwise all that work. */
function usualMethods(
  provider: Settings['identity'],
  mailServer: MailSettings['server'],
): readonly SignInMethod[] {
  if (provider === 'sandbox') return SIGN_IN_METHODS
  if (provider !== 'missing') return ['oidc']
  return mailServer === 'missing' ? ['passkey'] : ['email', 'passkey']
}

const paymentsFrom = (env: Environment): PaymentProvider | undefined =>
  env.STRIPE_SECRET_KEY && env.STRIPE_WEBHOOK_SECRET
    ? {
        secretKey: env.STRIPE_SECRET_KEY,
        webhookSecret: env.STRIPE_WEBHOOK_SECRET,
        connectWebhookSecret: env.STRIPE_CONNECT_WEBHOOK_SECRET,
        apiUrl: env.STRIPE_API_URL,
      }
    : undefined

const mailServerFrom = (env: Environment, isLocal: boolean): SmtpServer | undefined =>
  env.SMTP_URL ? { smtpUrl: env.SMTP_URL, requiresTls: !isLocal && !env.SMTP_ALLOW_PLAINTEXT } : undefined

const bucketFrom = (env: Environment): S3Settings | undefined =>
  env.S3_BUCKET && env.S3_ACCESS_KEY_ID && env.S3_SECRET_ACCESS_KEY
    ? {
        bucket: env.S3_BUCKET,
        endpoint: env.S3_ENDPOINT,
        region: env.S3_REGION,
        accessKeyId: env.S3_ACCESS_KEY_ID,
        secretAccessKey: env.S3_SECRET_ACCESS_KEY,
      }
    : undefined

function* incomplete(env: Environment, given: NodeJS.ProcessEnv): Generator<string> {
  if (env.DATABASE_DIRECT_URL && !env.DATABASE_URL)
    yield 'DATABASE_DIRECT_URL needs DATABASE_URL, the address of a pooler in front of that database'
  if (differ(env.OIDC_CLIENT_ID, env.GOOGLE_CLIENT_ID))
    yield 'OIDC_CLIENT_ID and GOOGLE_CLIENT_ID are two names of one setting, but have different values: remove one'
  if (differ(env.OIDC_CLIENT_SECRET, env.GOOGLE_CLIENT_SECRET))
    yield 'OIDC_CLIENT_SECRET and GOOGLE_CLIENT_SECRET are two names of one setting, but have different values: remove one'
  if (Boolean(clientId(env)) !== Boolean(clientSecret(env)))
    yield 'OIDC_CLIENT_ID and OIDC_CLIENT_SECRET (or GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET) belong together: set both or neither'
  if (Boolean(env.STRIPE_SECRET_KEY) !== Boolean(env.STRIPE_WEBHOOK_SECRET))
    yield 'STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET belong together: set both or neither'
  if (env.STRIPE_CONNECT_WEBHOOK_SECRET && !env.STRIPE_SECRET_KEY)
    yield 'STRIPE_CONNECT_WEBHOOK_SECRET needs STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET'
  if (env.STRIPE_API_URL && !env.STRIPE_SECRET_KEY)
    yield 'STRIPE_API_URL needs STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET'
  for (const name of ['OIDC_ISSUER', 'OIDC_NAME'])
    if (given[name] && !clientId(env) && !clientSecret(env))
      yield `${name} needs OIDC_CLIENT_ID and OIDC_CLIENT_SECRET, the client id and secret at that provider`
  if (env.SMTP_URL && !given.MAIL_FROM)
    yield 'MAIL_FROM is missing: emails need a sender, like Daybook <daybook@example.com>'
  if (env.S3_BUCKET && !(env.S3_ACCESS_KEY_ID && env.S3_SECRET_ACCESS_KEY))
    yield 'S3_BUCKET needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY'
  const bucketless = BUCKET_DETAILS.filter((name) => !env.S3_BUCKET && given[name])
  if (bucketless.length > 0)
    yield `S3_BUCKET is missing: without it ${bucketless.join(', ')} would be ignored, and files kept on this machine`
  if (given.BACKUP_KEEP && !given.BACKUP_SCHEDULE)
    yield 'BACKUP_KEEP needs BACKUP_SCHEDULE: without it no backups are made that could be kept'
}

const differ = (one: string | undefined, other: string | undefined): boolean =>
  one !== undefined && other !== undefined && one !== other

const BUCKET_DETAILS = ['S3_ENDPOINT', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']

/** Contradictions where no sandbox stands in for a provider. */
function* withoutProvider(env: Environment, given: NodeJS.ProcessEnv): Generator<string> {
  if (env.PLANS === 'on' && !paymentsFrom(env))
    yield 'PLANS=on needs STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET: without them nothing can be sold'
  if (env.SIGN_IN?.includes('oidc') && !clientId(env) && !clientSecret(env))
    yield 'SIGN_IN contains oidc, which needs OIDC_CLIENT_ID and OIDC_CLIENT_SECRET: the sandbox, where anyone can sign in as anyone, runs only on localhost'
  if (env.SIGN_IN?.includes('email') && !given.SMTP_URL)
    yield 'SIGN_IN contains email, which needs SMTP_URL and MAIL_FROM: without a mail server no code can be sent'
  if (env.MAIL_FROM && !given.SMTP_URL)
    yield 'SMTP_URL is missing: MAIL_FROM names the sender of emails, but no server sends them'
}

function* withoutHostName(methods: readonly SignInMethod[], { hostname }: URL): Generator<string> {
  if (methods.includes('passkey') && isIP(hostname.replace(/^\[|\]$/g, '')))
    yield `PUBLIC_URL is an IP address, at which browsers make no passkeys: give it a name, or leave passkey out of SIGN_IN`
}

const TURNS_TLS_OFF = /[?&](ignoreTLS=true|requireTLS=false|opportunisticTLS=true|secure=false)\b/i

function* unsafeInPublic(env: Environment, given: NodeJS.ProcessEnv, publicUrl: URL): Generator<string> {
  if (!given.SECRET) yield 'SECRET is missing: it signs cookies, and must be the same on every server'
  if (publicUrl.protocol !== 'https:')
    yield `PUBLIC_URL must be https on a public address, but is ${publicUrl.origin}`
  if (env.TRUST_PROXY === true)
    yield 'TRUST_PROXY=true trusts whatever address a client claims: give the number of proxies or their addresses, like TRUST_PROXY=1 or TRUST_PROXY=10.0.0.0/8'
  if (env.OIDC_ISSUER.protocol === 'http:' && !env.OIDC_ALLOW_HTTP)
    yield `OIDC_ISSUER must be https on a public address, but is ${env.OIDC_ISSUER.origin}: an attacker on the network could sign in as anyone (OIDC_ALLOW_HTTP=true allows it)`
  if (!env.SMTP_ALLOW_PLAINTEXT && TURNS_TLS_OFF.test(env.SMTP_URL ?? ''))
    yield 'SMTP_URL turns TLS off, so emails and the password could be read in transit (SMTP_ALLOW_PLAINTEXT=true allows it)'
}
