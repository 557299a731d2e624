import type { RateLimitName } from '#core/endpoint.ts'

export const rateLimits: Record<RateLimitName, { max: number; timeWindow: string }> = {
  signIn: { max: 60, timeWindow: '1 minute' },
}

/** Session cookies and portal links that nobody issued, per address. */
export const UNKNOWN_CREDENTIALS = { max: 60, timeWindow: '1 minute' }
