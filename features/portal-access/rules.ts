import type { PortalAccessStatus } from './contract.ts'

interface Term {
  expires_at: Date
  revoked_at: Date | null
}

export const statusAt = (now: Date, { expires_at, revoked_at }: Term): PortalAccessStatus => {
  if (revoked_at !== null) return 'revoked'
  return expires_at > now ? 'active' : 'expired'
}

const MINUTE = 60_000
const DAY = 86_400_000
const MIN_DAYS_FOR_MAIL = 7

/** Use is recorded at most once a minute. */
export const needsSeenUpdate = (lastSeenAt: Date | null, now: Date): boolean =>
  lastSeenAt === null || now.getTime() - lastSeenAt.getTime() >= MINUTE

/** A link sent by mail should work for some days. */
export const lastsForMail = (now: Date, term: Term): boolean =>
  term.revoked_at === null && term.expires_at.getTime() - now.getTime() > MIN_DAYS_FOR_MAIL * DAY
