import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import helmet from 'helmet'
import { isLoopback, type Settings } from '#server/config/settings.ts'
import { Forbidden } from '#server/http/errors.ts'
import { isFromElsewhere, refuseFromElsewhere } from '#server/http/sandbox-guard.ts'
import { leadsToSecret, type SecretAddress } from '#server/http/secret-address.ts'

type Address = Pick<Settings, 'publicUrl' | 'sandboxAccess'>

declare module 'fastify' {
  interface FastifyContextConfig {
    changesState?: boolean | undefined
    /** Called by machines that know no origin: signed in another way. */
    machineToMachine?: boolean
  }
}

interface SecurityOptions {
  hotReload: boolean
  secretAddresses: readonly SecretAddress[]
}

export function secure(app: FastifyInstance, settings: Address, options: SecurityOptions): void {
  const setHeaders = helmetFor(settings, options)
  app.decorate('secretAddresses', options.secretAddresses)
  app.decorateRequest('ownOrigin', '')
  app.addHook('onRequest', (request, reply, done) => setHeaders(request.raw, reply.raw, () => done()))
  app.addHook('onRequest', (request, reply, done) => {
    if (PROBES.has(request.url)) return done()
    if (settings.sandboxAccess === 'this machine' && isFromElsewhere(request)) {
      refuseFromElsewhere(request, reply)
      return
    }
    const origin = originSeenBy(request, settings)
    if (origin === undefined) {
      reply.status(421).type('text/plain; charset=utf-8').send(wrongAddress(request, settings))
      return
    }
    request.ownOrigin = origin
    done(refusalOfOtherSites(request))
  })
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (leadsToSecret(request)) keepLinkSecret(reply)
    else if (request.url.startsWith('/api/') && !reply.hasHeader('cache-control'))
      reply.header('cache-control', 'no-store')
    done()
  })
}

function helmetFor({ publicUrl }: Address, { hotReload }: { hotReload: boolean }) {
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

/** An address that holds a key stays out of other sites' logs, caches and search engines. */
function keepLinkSecret(reply: FastifyReply): void {
  reply.header('referrer-policy', 'no-referrer')
  reply.header('cache-control', 'no-store')
  reply.header('x-robots-tag', 'noindex')
}

/** Called by machines beside this one, under whatever name they know it. */
const PROBES = new Set(['/healthz', '/readyz', '/metrics'])

/**
 * The public address; or, on somebody's own machine, whatever loopback name and forwarded port she uses. Any
 * other host name is either a wrong setting or a page that had its name pointed at this machine.
 */
function originSeenBy(request: FastifyRequest, { publicUrl, sandboxAccess }: Address): string | undefined {
  if (request.host === publicUrl.host) return publicUrl.origin
  // An exposed sandbox and the app reach one another on this machine, whatever the public address.
  if ((isLoopback(publicUrl.hostname) || sandboxAccess === 'anyone') && isLoopback(request.hostname))
    return `${request.protocol}://${request.host}`
  return undefined
}

const wrongAddress = (request: FastifyRequest, { publicUrl }: Address) =>
  `This Daybook expects to be opened at ${publicUrl.origin}, but you reached it as ${request.host}: ` +
  `open it there, or start it with PUBLIC_URL=${request.protocol}://${request.host}.\n`

const READING = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * A write must come from our own pages: the browser says so by Fetch Metadata, older ones by Origin. Older ones send no
 * Origin with a GET, so one that changes something has to name the page it came from.
 */
function refusalOfOtherSites(request: FastifyRequest): Forbidden | undefined {
  const { changesState, machineToMachine } = request.routeOptions.config
  if (machineToMachine || (READING.has(request.method) && !changesState)) return undefined
  const site = request.headers['sec-fetch-site']
  const { origin } = request.headers
  const reads = READING.has(request.method)
  const own =
    site === undefined
      ? (origin === undefined || origin === request.ownOrigin) && (!reads || comesFromOwnPage(request))
      : site === 'same-origin' || (site === 'none' && reads)
  return own ? undefined : new Forbidden('This request came from another site')
}

const comesFromOwnPage = ({ headers, ownOrigin }: FastifyRequest) =>
  URL.parse(headers.referer ?? '')?.origin === ownOrigin
