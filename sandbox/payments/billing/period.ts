import type { Recurring } from '../objects/price.ts'
import type { Period } from '../objects/subscription.ts'
import type { Seconds } from '../objects/wire.ts'

export const day = 86_400

/** Counted from the anchor rather than from the last end, so that the 31st comes back after a short month. */
export function periodFrom(anchor: Seconds, recurring: Recurring, index: number): Period {
  return { start: stepsAfter(anchor, recurring, index), end: stepsAfter(anchor, recurring, index + 1) }
}

export function periodAfter(anchor: Seconds, recurring: Recurring, at: Seconds): Period {
  let index = 0
  let period = periodFrom(anchor, recurring, index)
  while (period.end <= at) period = periodFrom(anchor, recurring, ++index)
  return period
}

function stepsAfter(anchor: Seconds, recurring: Recurring, steps: number): Seconds {
  const count = recurring.interval_count * steps
  const start = Temporal.Instant.fromEpochMilliseconds(anchor * 1000).toZonedDateTimeISO('UTC')
  return start.add({ [`${recurring.interval}s`]: count }).epochMilliseconds / 1000
}

export function sameCadence(a: Recurring | null, b: Recurring | null): boolean {
  return a?.interval === b?.interval && a?.interval_count === b?.interval_count
}
