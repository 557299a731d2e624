const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Less is most likely a mistake: the browser asks whether to keep it. */
export const SHORT_MILLISECONDS = MINUTE

/** A timer that runs longer was most likely forgotten. */
export const LONG_MILLISECONDS = 10 * HOUR

/** Tolerance for the clock of a device that is ahead. */
export const CLOCK_SKEW_MILLISECONDS = MINUTE

const OLDEST_PRESS = 30 * DAY

/** An instant that a device names, or what is wrong with it. One a little ahead is now. */
export function pressedAt(instant: Date | undefined, now: Date): Date | { fault: string } {
  if (instant === undefined) return now
  const age = now.getTime() - instant.getTime()
  if (age < -CLOCK_SKEW_MILLISECONDS) return { fault: 'Must not be in the future' }
  if (age > OLDEST_PRESS) return { fault: 'Must be within the last 30 days' }
  return age < 0 ? now : instant
}

export const later = (one: Date, other: Date | null): Date => (other && other > one ? other : one)
