import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { RateLimitName } from '#core/endpoint.ts'
import { RateLimited } from '#server/http/errors.ts'

/** How often a minute what is limited may be called. */
export interface RateLimits extends Record<RateLimitName, number> {
  /** Session cookies and portal links that nobody issued, from one address. */
  unknownCredentials: number
  /** What one portal link writes. */
  portalWrites: number
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Slows down whoever tries keys that nobody issued. */
    countUnknownCredential(): Promise<void>
    /** Slows down a portal link that writes more than a person does. */
    countPortalWrite(link: string): Promise<void>
    /** What a portal link is counted under: the link itself, not the text by which it was found. */
    countedLink: string
  }
}

const WINDOW = '1 minute'

export const perMinute = (max: number) => ({ rateLimit: { max, timeWindow: WINDOW } })

export async function limitRates(app: FastifyInstance, limits: RateLimits): Promise<void> {
  await app.register(rateLimit, { global: false, keyGenerator: (request) => request.ip })
  app.decorateRequest('countUnknownCredential', counter(app, { max: limits.unknownCredentials }))
  const countLink = counter(app, {
    max: limits.portalWrites,
    keyGenerator: ({ countedLink }) => countedLink,
  })
  app.decorateRequest('countedLink', '')
  app.decorateRequest('countPortalWrite', function (this: FastifyRequest, link: string) {
    this.countedLink = link
    return countLink.call(this)
  })
}

interface Counted {
  max: number
  keyGenerator?: (request: FastifyRequest) => string
}

function counter(app: FastifyInstance, counted: Counted) {
  const count = app.createRateLimit({ ...counted, timeWindow: WINDOW })
  return async function (this: FastifyRequest): Promise<void> {
    const result = await count(this)
    if (!result.isAllowed && result.isExceeded) throw new RateLimited(result.ttlInSeconds)
  }
}
