const DAY = 86_400_000
const SESSION_DAYS = 30

export const sessionEnd = (now: Date): Date => new Date(now.getTime() + SESSION_DAYS * DAY)

/** Use renews a session, but writes at most once a day. */
export const needsRenewal = (expiresAt: Date, now: Date): boolean =>
  sessionEnd(now).getTime() - expiresAt.getTime() > DAY
