import { isIP } from 'node:net'
import { z } from 'zod'
import { MailAddress } from '#core/schemas.ts'
import { isCron } from '#server/config/cron.ts'

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

/** No proxy, every address, the number of proxies in a row, or their addresses and networks. */
export type TrustProxy = boolean | number | string[]

/** In the order in which they are offered: an identity provider, codes by email, passkeys. */
export const SIGN_IN_METHODS = ['oidc', 'email', 'passkey'] as const
export type SignInMethod = (typeof SIGN_IN_METHODS)[number]

/** The sender of all mail. */
export interface Sender {
  name: string
  address: string
}

const webAddress = z
  .string()
  .refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''), 'must be an http or https address')
  .transform((text) => new URL(text))

const postgresAddress = z.string().regex(/^postgres(ql)?:\/\//, 'must start with postgres://')

const yesOrNo = z
  .enum(['true', 'false'], 'must be true or false')
  .default('false')
  .transform((text) => text === 'true')

const atLeastOne = z.coerce.number('must be a whole number, 1 or more').int().min(1)

const separated = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean)

const list = z.string().default('').transform(separated)

/** Long and explicit, so that it is not set by accident. */
const EXPOSED = 'anyone-can-sign-in-as-anyone'

const Environment = z.object({
  PORT: z.coerce.number('must be a number from 0 to 65535').int().min(0).max(65_535).default(3000),
  HOST: z.string().optional(),
  PUBLIC_URL: webAddress
    .refine((url) => url.pathname === '/' && !url.search && !url.hash, 'must be an origin without a path')
    .optional(),
  DANGEROUSLY_EXPOSE_SANDBOX: z.literal(EXPOSED, `must be ${EXPOSED}, or, better, not set at all`).optional(),
  TRUST_PROXY: z.string().default('false').transform(readTrustProxy),
  DRAIN_SECONDS: z.coerce
    .number('must be a number of seconds from 0 to 600')
    .int()
    .min(0)
    .max(600)
    .default(0),
  DATA_DIRECTORY: z.string().default('./data'),
  DATABASE_URL: postgresAddress.optional(),
  DATABASE_DIRECT_URL: postgresAddress.optional(),
  SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  SECRET_PREVIOUS: list,
  SIGN_IN: z.string().transform(readMethods).optional(),
  SIGN_UP: z.enum(['open', 'closed'], 'must be open or closed').default('open'),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  OIDC_ISSUER: webAddress.default(new URL('https://accounts.google.com')),
  OIDC_NAME: z.string().max(40, 'must have at most 40 characters').optional(),
  OIDC_ALLOW_HTTP: yesOrNo,
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_CONNECT_WEBHOOK_SECRET: z.string().optional(),
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
  BACKUP_SCHEDULE: z.string().trim().transform(readSchedule).optional(),
  BACKUP_KEEP: atLeastOne.default(7),
  BACKUP_DIRECTORY: z.string().optional(),
  ADMIN_EMAILS: list.transform((emails) => emails.map((email) => email.toLowerCase())),
  PLANS: z.enum(['on', 'off'], 'must be on or off').optional(),
  DEMO: z.enum(['on', 'off'], 'must be on or off').default('on'),
  EXCHANGE_RATES_URL: webAddress.optional(),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  SIGN_IN_LIMIT: atLeastOne.default(60),
  DEMO_LIMIT: atLeastOne.default(20),
  UNKNOWN_TOKEN_LIMIT: atLeastOne.default(60),
  PORTAL_WRITE_LIMIT: atLeastOne.default(60),
  LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
})
export type Environment = z.output<typeof Environment>

/** The names of all settings. */
export const VARIABLES = Object.keys(Environment.shape)

/**
 * Reads each variable separately. An empty one counts as not set. Invalid ones are described in `problems` and left out
 * of `env`, so that conflicts between the others can be reported with them.
 */
export function readEnvironment(variables: NodeJS.ProcessEnv) {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''))
  const { success, data, error } = Environment.safeParse(given)
  if (success) return { env: data, given, problems: [] }
  const invalid = new Set(error.issues.map(({ path }) => path[0]))
  const valid = Object.entries(given).filter(([name]) => !invalid.has(name))
  return {
    env: Environment.parse(Object.fromEntries(valid)),
    given,
    problems: error.issues.map(({ path, message }) => `${path.join('.')} ${message}`),
  }
}

/** `Daybook <daybook@example.com>`, or an address alone. */
function readSender(text: string, ctx: z.RefinementCtx): Sender {
  const [, written = '', address = text.trim()] = /^([^<>]*)<([^<>]+)>$/.exec(text.trim()) ?? []
  const name = written.trim().replace(/^"([^"]*)"$/, '$1')
  if (!MailAddress.safeParse(address).success || /[\p{Control}"]/u.test(name)) {
    ctx.addIssue('must be an email address, or a name and an address like Daybook <daybook@example.com>')
  }
  return { name: name || 'Daybook', address }
}

/** The schedules that have a name: at night in Europe, before work in Asia. */
const NAMED_SCHEDULES: Record<string, string> = { daily: '30 2 * * *', weekly: '30 2 * * 0' }

function readSchedule(text: string, ctx: z.RefinementCtx): string {
  const cron = NAMED_SCHEDULES[text] ?? text
  if (!isCron(cron)) ctx.addIssue('must be daily, weekly, or five fields of cron, in UTC, like 30 2 * * *')
  return cron
}

function readMethods(text: string, ctx: z.RefinementCtx): readonly SignInMethod[] {
  const named = separated(text.toLowerCase())
  const known: readonly string[] = SIGN_IN_METHODS
  if (named.length === 0 || !named.every((name) => known.includes(name))) {
    ctx.addIssue(`must be one or more of ${SIGN_IN_METHODS.join(', ')}, separated by commas`)
  }
  return SIGN_IN_METHODS.filter((method) => named.includes(method))
}

function readTrustProxy(text: string, ctx: z.RefinementCtx): TrustProxy {
  if (text === 'true') return true
  if (text === 'false' || text === '0') return false
  if (/^\d{1,2}$/.test(text)) return Number(text)
  const proxies = separated(text)
  if (proxies.length === 0 || !proxies.every(isNetwork)) {
    ctx.addIssue(
      'must be false, the number of proxies in a row, or their addresses, like 127.0.0.1, 10.0.0.0/8',
    )
  }
  return proxies
}

const NAMED_NETWORKS = new Set(['loopback', 'linklocal', 'uniquelocal'])

function isNetwork(text: string): boolean {
  const [address = '', prefix] = text.split('/')
  if (NAMED_NETWORKS.has(text)) return true
  const bits = { 4: 32, 6: 128 }[isIP(address)]
  return (
    bits !== undefined &&
    (prefix === undefined || (/^\d{1,3}$/.test(prefix) && +prefix > 0 && +prefix <= bits))
  )
}
