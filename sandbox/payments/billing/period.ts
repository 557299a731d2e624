import type { Period } from '../objects/subscription.ts'
import type { Seconds } from '../objects/wire.ts'

export const day = 86_400

/** Counted from the anchor rather than from the last end, so that the 31st comes back after a short month. */
export function monthFrom(anchor: Seconds, index: number): Period {
  return { start: monthsAfter(anchor, index), end: monthsAfter(anchor, index + 1) }
}

export function monthAfter(anchor: Seconds, at: Seconds): Period {
  let index = 0
  let month = monthFrom(anchor, index)
  while (month.end <= at) month = monthFrom(anchor, ++index)
  return month
}

function monthsAfter(anchor: Seconds, months: number): Seconds {
  const start = Temporal.Instant.fromEpochMilliseconds(anchor * 1000).toZonedDateTimeISO('UTC')
  return start.add({ months }).epochMilliseconds / 1000
}
