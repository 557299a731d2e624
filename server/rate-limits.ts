import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import type { RateLimitName } from '#core/endpoint.ts'
import { Refusal } from '#server/errors.ts'

/** How often a minute one address may call what is limited. */
export interface RateLimits extends Record<RateLimitName, number> {
  /** Session cookies and portal links that nobody issued. */
  unknownCredentials: number
}

const WINDOW = '1 minute'

export const perMinute = (max: number) => ({ rateLimit: { max, timeWindow: WINDOW } })

export async function limitRates(app: FastifyInstance, limits: RateLimits): Promise<void> {
  await app.register(rateLimit, { global: false, keyGenerator: (request) => request.ip })
  const countUnknown = app.createRateLimit({ max: limits.unknownCredentials, timeWindow: WINDOW })
  app.decorateRequest('countUnknownCredential', async function () {
    const count = await countUnknown(this)
    if (!count.isAllowed && count.isExceeded) throw new Refusal(429, 'Too many tries. Please wait a minute.')
  })
}
