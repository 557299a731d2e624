import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import helmet from 'helmet'
import { isLoopback, type Settings } from '#server/config/settings.ts'
import { Forbidden } from '#server/errors.ts'
import { isRemote, refuseRemote } from '#server/http/sandbox-guard.ts'
import { leadsToSecret, type SecretAddress } from '#server/http/secret-address.ts'

type SecuritySettings = Pick<Settings, 'publicUrl' | 'sandboxAccess'>

declare module 'fastify' {
  interface FastifyContextConfig {
    changesState?: boolean | undefined
    /** Called by other servers, which send no origin and authenticate in another way. */
    machineToMachine?: boolean
  }
}

interface SecurityOptions {
  hotReload: boolean
  secretAddresses: readonly SecretAddress[]
}

export function secure(app: FastifyInstance, settings: SecuritySettings, options: SecurityOptions): void {
  const setHeaders = helmetFor(settings, options)
  app.decorate('secretAddresses', options.secretAddresses)
  app.decorateRequest('ownOrigin', '')
  app.addHook('onRequest', (request, reply, done) => setHeaders(request.raw, reply.raw, () => done()))
  app.addHook('onRequest', (request, reply, done) => {
    if (PROBES.has(request.url)) return done()
    if (settings.sandboxAccess === 'this machine' && isRemote(request)) {
      refuseRemote(request, reply)
      return
    }
    const origin = originOf(request, settings)
    if (origin === undefined) {
      reply.status(421).type('text/plain; charset=utf-8').send(wrongHostMessage(request, settings))
      return
    }
    request.ownOrigin = origin
    done(isCrossSite(request) ? new Forbidden('This request came from another site') : undefined)
  })
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (leadsToSecret(request)) keepLinkSecret(reply)
    else if (request.url.startsWith('/api/') && !reply.hasHeader('cache-control'))
      reply.header('cache-control', 'no-store')
    done()
  })
}

function helmetFor({ publicUrl }: SecuritySettings, { hotReload }: { hotReload: boolean }) {
  const https = publicUrl.protocol === 'https:'
  const inlineForHotReload = hotReload ? ["'unsafe-inline'"] : []
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", ...inlineForHotReload],
        styleSrc: ["'self'", ...inlineForHotReload],
        imgSrc: ["'self'", 'data:', 'https:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...(hotReload ? ['ws:'] : [])],
        manifestSrc: ["'self'"],
        workerSrc: ["'self'"],
        // A PDF that the page has fetched, shown by the browser.
        frameSrc: ['blob:'],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        frameAncestors: ["'self'"],
        ...(https && { upgradeInsecureRequests: [] }),
      },
    },
    hsts: https && { maxAge: 63_072_000, includeSubDomains: true },
    referrerPolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
    xFrameOptions: { action: 'sameorigin' },
  })
}

/** Keeps an address that contains a key out of other sites' logs, caches and search engines. */
function keepLinkSecret(reply: FastifyReply): void {
  reply.header('referrer-policy', 'no-referrer')
  reply.header('cache-control', 'no-store')
  reply.header('x-robots-tag', 'noindex')
}

/** Called from the same network, under any host name. */
const PROBES = new Set(['/healthz', '/readyz', '/metrics'])

/**
 * The public address or, on a developer's machine, any loopback name and forwarded port. Any other host name means a
 * wrong setting, or DNS rebinding by another site.
 */
function originOf(
  request: FastifyRequest,
  { publicUrl, sandboxAccess }: SecuritySettings,
): string | undefined {
  if (request.host === publicUrl.host) return publicUrl.origin
  // An exposed sandbox and the app call each other on this machine, whatever the public address is.
  if ((isLoopback(publicUrl.hostname) || sandboxAccess === 'anyone') && isLoopback(request.hostname))
    return `${request.protocol}://${request.host}`
  return undefined
}

const wrongHostMessage = (request: FastifyRequest, { publicUrl }: SecuritySettings) =>
  `This Daybook expects to be opened at ${publicUrl.origin}, but you reached it as ${request.host}: ` +
  `open it there, or start it with PUBLIC_URL=${request.protocol}://${request.host}.\n`

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * A write must come from our own pages. Browsers send Fetch Metadata, older ones Origin. The latter send no Origin with a
 * GET, so a GET that changes something needs our own Referer.
 */
function isCrossSite(request: FastifyRequest): boolean {
  const { changesState, machineToMachine } = request.routeOptions.config
  const isSafe = SAFE_METHODS.has(request.method)
  if (machineToMachine || (isSafe && !changesState)) return false
  const { origin, 'sec-fetch-site': site } = request.headers
  if (site !== undefined) return site !== 'same-origin' && !(site === 'none' && isSafe)
  return (origin !== undefined && origin !== request.ownOrigin) || (isSafe && !hasOwnReferer(request))
}

const hasOwnReferer = ({ headers, ownOrigin }: FastifyRequest) =>
  URL.parse(headers.referer ?? '')?.origin === ownOrigin
