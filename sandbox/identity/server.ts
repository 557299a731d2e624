import { createHash, generateKeyPairSync } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import Provider, { interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider'
import { z } from 'zod'
import { type Asset, fonts } from '#sandbox/fonts.ts'
import { Memory } from './memory.ts'
import { errorPage, type OtherWays, signInPage, stylesheet } from './pages.ts'

export interface IdentitySandbox {
  /** `origin` is the origin that the browser sees, also behind a proxy that terminates TLS. */
  handle(request: IncomingMessage, response: ServerResponse, origin: string): Promise<void>
}

export interface IdentitySandboxOptions {
  /** The address of this provider, for example `http://localhost:3000/sandbox/identity`. */
  issuer: URL
  clientId: string
  clientSecret: string
  /** The host names under which it may be reached and to which it may redirect. */
  allowsHost(hostname: string): boolean
  /** Shown on every page. */
  warning: string | undefined
  otherWays?: OtherWays | undefined
  log(message: string, details: object): void
  cookieKey: string
}

const SUBMISSION_BYTES = 10_000

const Submission = z.object({
  email: z.email('Please enter an email address').max(254),
  name: z.string().trim().min(1, 'Please enter a name').max(200),
})
type Submission = z.output<typeof Submission>

/**
 * A real OpenID provider that lets anyone sign in as anyone, for a machine with nothing configured. It serves only
 * allowed host names.
 */
export function createIdentitySandbox(options: IdentitySandboxOptions): IdentitySandbox {
  const { issuer, allowsHost, warning, otherWays } = options
  if (!allowsHost(issuer.hostname)) {
    throw new Error(`The identity sandbox lets anyone sign in, so it does not run on ${issuer.origin}.`)
  }
  const people = new Map<string, Submission>()
  const provider = createProvider(options, people)
  provider.use(rejectInvalidRequests(options))
  // Trusts the two headers that `handle` sets.
  provider.proxy = true
  const answer = provider.callback()
  allowRedirects(provider, allowsHost)

  async function handle(request: IncomingMessage, response: ServerResponse, origin: string): Promise<void> {
    const { protocol, host } = new URL(origin)
    Object.assign(request.headers, { 'x-forwarded-proto': protocol.slice(0, -1), 'x-forwarded-host': host })
    const url = request.url ?? '/'
    const inner = url.slice(issuer.pathname.length).replace(/^(?!\/)/, '/')
    if (inner === '/style.css') return sendStylesheet(response)
    const font = fonts.get(inner.slice(1))
    if (font) return sendFont(response, font)
    if (inner.startsWith('/interaction/')) return interact(request, response)
    // The provider builds its own URLs from the prefix that was cut off.
    Object.assign(request, { originalUrl: url, url: inner })
    await answer(request, response)
  }

  async function interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      await provider.interactionDetails(request, response)
    } catch {
      return sendPage(
        response,
        400,
        errorPage('This sign-in has expired. Go back to Daybook and start again.', warning),
      )
    }
    if (request.method !== 'POST') {
      const entered = { email: '', name: '' }
      return sendPage(response, 200, signInPage({ entered, faults: [], warning, otherWays }))
    }

    const entered = await readForm(request)
    const submission = Submission.safeParse(entered)
    if (!submission.success) {
      const faults = submission.error.issues.map((issue) => issue.message)
      const { email = '', name = '' } = entered
      return sendPage(response, 400, signInPage({ entered: { email, name }, faults, warning, otherWays }))
    }
    const accountId = createHash('sha256')
      .update(submission.data.email.toLowerCase())
      .digest('hex')
      .slice(0, 32)
    people.set(accountId, submission.data)
    await provider.interactionFinished(request, response, { login: { accountId } })
  }

  return { handle }
}

function createProvider(
  { issuer, clientId, clientSecret, cookieKey, warning }: IdentitySandboxOptions,
  people: Map<string, Submission>,
): Provider {
  const signingKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })
  return new Provider(issuer.href, {
    adapter: Memory,
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [`${issuer.origin}/auth/callback`],
        id_token_signed_response_alg: 'ES256',
      },
    ],
    jwks: { keys: [{ ...signingKey, alg: 'ES256', use: 'sig' }] },
    cookies: { keys: [cookieKey] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    interactions: {
      policy: alwaysAsk(),
      url: (_, interaction) => `${issuer.pathname}/interaction/${interaction.uid}`,
    },
    findAccount: (_, accountId) => {
      const person = people.get(accountId)
      return person && { accountId, claims: () => ({ sub: accountId, email_verified: true, ...person }) }
    },
    loadExistingGrant: grantAllScopes,
    renderError: (ctx, out) => {
      ctx.type = 'html'
      ctx.body = errorPage(out.error_description ?? out.error, warning)
    },
    ttl: {
      Session: 600,
      Interaction: 600,
      AccessToken: 600,
      IdToken: 600,
      Grant: 600,
      AuthorizationCode: 60,
    },
  })
}

/** Remembers no one, since each sign-in may be another person. */
function alwaysAsk() {
  const policy = interactionPolicy.base()
  const { Check } = interactionPolicy
  const asked = (ctx: KoaContextWithOIDC) => !ctx.oidc.result?.login
  policy.get('login')?.checks.add(new Check('ask_every_time', 'each sign-in may be another person', asked))
  return policy
}

/** The library fails on some malformed requests, such as resuming a sign-in with half a new one in the query. */
function rejectInvalidRequests({ log, warning }: IdentitySandboxOptions) {
  return async (ctx: KoaContextWithOIDC, next: () => Promise<unknown>) => {
    try {
      await next()
    } catch (error) {
      log('the identity sandbox refused a request', { err: error })
      ctx.status = 400
      ctx.type = 'html'
      ctx.body = errorPage('This request is invalid.', warning)
    }
  }
}

async function grantAllScopes(ctx: KoaContextWithOIDC) {
  const { client, session, provider, params } = ctx.oidc
  if (!client || !session?.accountId) return undefined
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
  grant.addOIDCScope(String(params?.scope ?? ''))
  await grant.save()
  return grant
}

/** The app may be reached as localhost, as 127.0.0.1 and through forwarded ports, each with its own redirect URL. */
function allowRedirects(provider: Provider, allowsHost: (hostname: string) => boolean): void {
  provider.Client.prototype.redirectUriAllowed = (uri: string) => {
    const url = URL.parse(uri)
    return (
      url !== null &&
      allowsHost(url.hostname) &&
      url.pathname === '/auth/callback' &&
      !url.search &&
      !url.hash
    )
  }
}

async function readForm(request: IncomingMessage): Promise<Record<string, string>> {
  if (Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY) > SUBMISSION_BYTES) return {}
  return Object.fromEntries(new URLSearchParams(await text(request)))
}

function sendPage(response: ServerResponse, status: number, html: string): void {
  response
    .writeHead(status, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
    .end(html)
}

function sendFont(response: ServerResponse, { type, body }: Asset): void {
  response.writeHead(200, { 'content-type': type, 'cache-control': 'max-age=86400' }).end(body)
}

function sendStylesheet(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/css; charset=utf-8' }).end(stylesheet)
}
