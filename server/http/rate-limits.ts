import rateLimit, { normalizeIP } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { RateLimitName } from '#core/endpoint.ts'
import type { RateLimits } from '#server/config/settings.ts'
import type { Db } from '#server/database/database.ts'
import { RateLimited } from '#server/errors.ts'
import { requestCountsIn } from './request-counts.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Throws when an IP address guesses too many session cookies or links. */
    countUnknownCredential(): Promise<void>
    /** Throws when one link is used for more writes than a person makes. */
    countLinkWrite(link: string): Promise<void>
    countedLink: string
  }
}

const WINDOW = '1 minute'
const WINDOWS: Record<RateLimitName, string> = { signIn: WINDOW, demo: '1 hour' }

export const limitFor = (name: RateLimitName, limits: RateLimits) => ({
  rateLimit: { max: limits[name], timeWindow: WINDOWS[name] },
})

export async function limitRates(app: FastifyInstance, limits: RateLimits, db: Db): Promise<void> {
  await app.register(rateLimit, {
    global: false,
    store: requestCountsIn(db),
    keyGenerator: (request) => `${request.method} ${request.routeOptions.url} ${networkOf(request)}`,
  })
  const countUnknownCredential = counter(app, {
    max: limits.unknownCredentials,
    keyGenerator: (request) => `unknown credential ${networkOf(request)}`,
  })
  app.decorateRequest('countUnknownCredential', countUnknownCredential)
  const countLink = counter(app, {
    max: limits.linkWrites,
    keyGenerator: ({ countedLink }) => `link ${countedLink}`,
  })
  app.decorateRequest('countedLink', '')
  app.decorateRequest('countLinkWrite', function (this: FastifyRequest, link: string) {
    this.countedLink = link
    return countLink.call(this)
  })
}

/** One connection has 2⁶⁴ addresses of IPv6, which count as one. */
const networkOf = ({ ip }: FastifyRequest): string => normalizeIP(ip, 64)

interface Limit {
  max: number
  keyGenerator: (request: FastifyRequest) => string
}

function counter(app: FastifyInstance, limit: Limit) {
  const count = app.createRateLimit({ timeWindow: WINDOW, ...limit })
  return async function (this: FastifyRequest): Promise<void> {
    const result = await count(this)
    if (!result.isAllowed && result.isExceeded) throw new RateLimited(result.ttlInSeconds)
  }
}
