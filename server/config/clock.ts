/** The only source of time. A test, a trial's end and a month's end are set, not waited for. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

/** Ahead of another clock. */
export const offsetClock = (clock: Clock, milliseconds: () => number): Clock => ({
  now: () => new Date(clock.now().getTime() + milliseconds()),
})
